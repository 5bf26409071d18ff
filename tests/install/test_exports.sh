#!/bin/sh
# SPDX-License-Identifier: MIT
# test_exports.sh SOURCE LIBRARY... : a shared library exports what a header marks PL_API and nothing else; a static one
# (.a) defines no global name without our prefix.
set -eu
source=$1
shift
declared=$(mktemp)
trap 'rm -f "$declared"' EXIT
# Declarations may run over lines: join them up to the semicolon.
cat "$source"/include/pliant/*.h $(find "$source/src" "$source/io" -name '*.h') | tr '\n' ' ' | tr ';' '\n' |
  grep -o 'PL_API [^(]*(' | grep -o '[a-z0-9_]*($' | tr -d '(' | sort -u >"$declared"
[ "$(wc -l <"$declared")" -gt 20 ]

status=0
for library in "$@"; do
  case $library in
  *.a)
    foreign=$(nm -g --defined-only "$library" | awk 'NF == 3 && $3 !~ /^pl_/ { print $3 }')
    if [ -n "$foreign" ]; then
      echo "$library defines global names without our prefix:" $foreign >&2
      status=1
    fi
    ;;
  *)
    exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sed 's/@.*//' | sort -u)
    [ -n "$exported" ]
    for name in $exported; do
      if ! grep -qx "$name" "$declared"; then
        echo "$library exports $name, which no header marks PL_API" >&2
        status=1
      fi
    done
    ;;
  esac
done
exit $status
