#!/bin/sh
# SPDX-License-Identifier: MIT
# test_exports.sh SOURCE LIBRARY... : shared libraries export what headers mark PL_API, nothing else, together all
# that the public headers promise and all that they need of each other; a static one (.a) defines no global name without
# our prefix.
set -eu
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Names of the functions that the headers given mark. Declarations may run over lines: join them up to the semicolon.
marked() {
  cat "$@" | tr '\n' ' ' | tr ';' '\n' |
    grep -o 'PL_API [^(]*(' | grep -o 'pl_[a-z0-9_]*($' | tr -d '(' | LC_ALL=C sort -u
}
marked "$source"/include/pliant/*.h >"$work/public"
# shellcheck disable=SC2046 # paths of ours have no spaces
marked "$source"/include/pliant/*.h $(find "$source/src" "$source/io" -name '*.h') >"$work/declared"
[ "$(wc -l <"$work/public")" -gt 20 ]
touch "$work/exported"

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
    echo "$exported" >>"$work/exported"
    for name in $exported; do
      if ! grep -qx "$name" "$work/declared"; then
        echo "$library exports $name, which no header marks PL_API" >&2
        status=1
      fi
    done
    ;;
  esac
done
LC_ALL=C sort -u "$work/exported" >"$work/sorted"
missing=$(LC_ALL=C comm -23 "$work/public" "$work/sorted")
if [ -n "$missing" ]; then
  echo "public headers promise functions that no library has:" $missing >&2
  status=1
fi
for library in "$@"; do
  case $library in *.a) continue ;; esac
  nm -D --undefined-only "$library" | awk '$2 ~ /^pl_/ { print $2 }' | LC_ALL=C sort -u >"$work/needed"
  missing=$(LC_ALL=C comm -23 "$work/needed" "$work/sorted")
  if [ -n "$missing" ]; then
    echo "$library needs functions that no library exports:" $missing >&2
    status=1
  fi
done
exit $status
