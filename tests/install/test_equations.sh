#!/bin/sh
# SPDX-License-Identifier: MIT
# Every file and every function that docs/equations.md names is there: `path` `function`, `function` in the cells of its
# tables; a function belongs to the path before it.
set -eu
cd "$1"
sed -n 's/^|[^|]*|[^|]*|\(.*\)|$/\1/p' docs/equations.md | grep -o '`[^`]*`' | tr -d '`' | {
  file='' status=0 count=0
  while read -r word; do
    case $word in
    */*)
      file=$word
      [ -f "$file" ] || { echo "docs/equations.md names $file, which is not there"; status=1; } ;;
    *)
      count=$((count + 1))
      grep -qE "(^|[^A-Za-z0-9_])$word\(" "$file" ||
        { echo "docs/equations.md: $file has no function $word"; status=1; } ;;
    esac
  done
  [ "$count" -gt 30 ] || { echo "docs/equations.md names only $count functions"; status=1; }
  exit "$status"
}
