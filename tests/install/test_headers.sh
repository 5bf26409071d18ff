#!/bin/sh
# SPDX-License-Identifier: MIT
# test_headers.sh SOURCE C++-COMPILER|none: every public header compiles alone, as C and as C++, without a warning; a
# C++ program can call what they declare only if they say extern "C" around it.
set -eu
source=$1 cxx=$2
compiler=${CC:-cc}
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only"
count=0
for header in "$source"/include/pliant/*.h; do
  name=pliant/${header##*/}
  # shellcheck disable=SC2086 # warnings are words
  printf '#include <%s>\n#include <%s>\n' "$name" "$name" |
    "$compiler" -std=c17 $warnings -I"$source/include" -x c - || { echo "$name does not compile alone" >&2; exit 1; }
  if grep -q '^PL_API' "$header" && ! grep -q 'extern "C"' "$header"; then
    echo "$name declares functions without extern \"C\"" >&2
    exit 1
  fi
  if [ "$cxx" != none ]; then
    # shellcheck disable=SC2086
    printf '#include <%s>\nint main() { return 0; }\n' "$name" |
      "$cxx" -std=c++17 $warnings -I"$source/include" -x c++ - || { echo "$name does not compile as C++" >&2; exit 1; }
  fi
  count=$((count + 1))
done
[ "$count" -gt 5 ]
echo "$count headers compile alone"
