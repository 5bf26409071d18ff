#!/bin/sh
# SPDX-License-Identifier: MIT
# Every file and every function that docs/equations.md and docs/behaviours.md name is there: `path` `function`,
# `function` in the cells of their tables; a function belongs to the path before it.
set -eu
cd "$1"
for page in docs/equations.md docs/behaviours.md; do
  sed -n 's/^|[^|]*|[^|]*|\(.*\)|$/\1/p' "$page" | grep -o '`[^`]*`' | tr -d '`' | {
    file='' status=0 count=0
    while read -r word; do
      case $word in
      */*)
        file=$word
        [ -f "$file" ] || { echo "$page names $file, which is not there"; status=1; } ;;
      *)
        count=$((count + 1))
        grep -qE "(^|[^A-Za-z0-9_])$word\(" "$file" ||
          { echo "$page: $file has no function $word"; status=1; } ;;
      esac
    done
    [ "$count" -gt 25 ] || { echo "$page names only $count functions"; status=1; }
    exit "$status"
  }
done
