#!/bin/sh
# SPDX-License-Identifier: MIT
# test_readmes.sh SOURCE: every room of src, io and apps with more than four files has a README of at most 20 lines, a
# room has at most 25 source files, and every file and folder that any README names is there (words in capitals, as in
# cmd_NAME.c, stand for something).
set -eu
cd "$1"
bad=0
files=$(mktemp)
trap 'rm -f "$files"' EXIT
find src io apps include tests tools docs bench scenes cmake examples -type f \
  ! -path '*/node_modules/*' ! -path '*/dist/*' >"$files"

for room in $(find src io apps -type d ! -path '*/node_modules*' ! -path '*/dist*'); do
  count=$(find "$room" -maxdepth 1 -name '*.[ch]' -o -maxdepth 1 -name '*.ts' | wc -l)
  [ "$count" -le 25 ] || { echo "$room has $count source files: divide it by what they do"; bad=1; }
  [ "$count" -le 4 ] || [ "$room" = apps/viewer/src ] || [ -f "$room/README.md" ] ||
    { echo "$room has no README.md"; bad=1; }
done

for page in README.md CONTRIBUTING.md $(grep '/README\.md$' "$files"); do
  room=$(dirname "$page")
  case $page in
  src/* | io/* | apps/*)
    [ "$(wc -l <"$page")" -le 20 ] || { echo "$page is longer than 20 lines"; bad=1; } ;;
  esac
  for name in $(grep -o '`[A-Za-z0-9_./-]*`' "$page" | tr -d '`' |
    grep -E '[a-z]\.(c|h|ts|mjs|cpp|sh|json)$|[a-z]/$' | grep -v '[A-Z][A-Z]' | sort -u); do
    [ -e "$room/$name" ] || [ -e "$name" ] || grep -qE "(^|/)${name%/}(/|\$)" "$files" ||
      { echo "$page names $name, which is not there"; bad=1; }
  done
done
exit $bad
