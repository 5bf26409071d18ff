#!/bin/sh
# SPDX-License-Identifier: MIT
# test_install.sh SOURCE BUILD: installs to a folder, moves it elsewhere, and builds and runs the host program against
# it in four ways: CMake package and pkg-config, shared and static.
set -eu
source=$1 build=$2
compiler=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/log"
mv "$work/first" "$work/moved"
prefix=$work/moved
if grep -rlF -e "$work/first" -e "$source/include" -e "$build" "$prefix/lib/cmake" "$prefix/lib/pkgconfig"; then
  echo "the installed files above name a folder they were built or installed in" >&2
  exit 1
fi
# The program is complete by itself.
"$prefix/bin/pliant" --version

# The host tells where the tip of its bar is, which has swung down from 0.2 m and is back near the top after 1.01 s
# (beam theory); the same libraries say the same.
first=''
check() {
  echo "$1: $2"
  : "${first:=$2}"
  case $2 in *"after 1.00 s the tip is at ("[01].*", 0.1"*", 0.2"*) ;; *)
    echo "$1: the host program did not say what it should" >&2
    exit 1
    ;;
  esac
  [ "$2" = "$first" ] || { echo "$1: differs from: $first" >&2; exit 1; }
}

for static in OFF ON; do
  cmake -S "$source/examples/host" -B "$work/host-$static" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$prefix" -DSTATIC=$static >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  cmake --build "$work/host-$static" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  check "find_package, static $static" "$("$work/host-$static/host")"
done

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
# shellcheck disable=SC2046 # flags are words
"$compiler" "$source/examples/host/main.c" -o "$work/shared" $(pkg-config --cflags --libs pliant-io)
check "pkg-config, shared" "$(LD_LIBRARY_PATH="$prefix/lib" "$work/shared")"

rm "$prefix"/lib/*.so*
# shellcheck disable=SC2046
"$compiler" "$source/examples/host/main.c" -o "$work/static" $(pkg-config --static --cflags --libs pliant-io)
check "pkg-config, static" "$("$work/static")"
if ldd "$work/static" | grep libpliant; then
  echo "the static host program needs a library of ours" >&2
  exit 1
fi
