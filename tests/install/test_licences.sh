#!/bin/sh
# SPDX-License-Identifier: MIT
# test_licences.sh FILE...: nothing under the GPL is linked into the libraries or the program, directly or through
# another library. The list names what could come in with the libraries we use or compare with.
set -eu
forbidden='libcholmod|libumfpack|libklu|libspqr|libbtf|libcxsparse|libldl\.|libreadline|libgsl|libfftw|libCGAL'
forbidden="$forbidden|libavcodec|libavformat|libavutil|libswscale|libx264|libx265|libgmpxx|libqhull|libtetgen|libcdt"
status=0
for file in "$@"; do
  linked=$(ldd "$file")
  case $linked in *libc.so*) ;; *)
    echo "ldd says nothing about $file" >&2
    exit 1
    ;;
  esac
  if echo "$linked" | grep -E "$forbidden"; then
    echo "$file links the above, which must not be in a library or program of ours" >&2
    status=1
  fi
  if echo "$linked" | grep 'not found'; then status=1; fi
done
exit $status
