# SPDX-License-Identifier: MIT
# Compiler options that every target of ours shares. -ffp-contract=off and no -ffast-math: results must be the same bits
# for any number of threads and any optimisation level.
add_library(pliant_options INTERFACE)
target_compile_options(pliant_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wvla -ffp-contract=off
  -fno-math-errno)
target_compile_definitions(pliant_options INTERFACE _POSIX_C_SOURCE=200809L)
if(PLIANT_WERROR)
  target_compile_options(pliant_options INTERFACE -Werror)
endif()

# A compiler cache where there is one: trees that compile the same source with the same options compile it once.
find_program(PLIANT_CCACHE ccache)
mark_as_advanced(PLIANT_CCACHE)
if(PLIANT_CCACHE AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${PLIANT_CCACHE})
endif()

# Instrumented builds. The options reach every source, the per-instruction-set kernels as well, so that a bad access in
# a vector kernel is found in the copy that makes it.
set(PLIANT_SANITIZE "" CACHE STRING "Sanitizers to build with: address,undefined or thread")
option(PLIANT_COVERAGE "Count which lines run" OFF)
option(PLIANT_FUZZ "Build the fuzzers (clang)" OFF)
if(PLIANT_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "Fuzzers need clang: cmake --preset fuzz, or -DCMAKE_C_COMPILER=clang")
  endif()
  set(PLIANT_SANITIZE address,undefined)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(PLIANT_SANITIZE)
  add_compile_options(-fsanitize=${PLIANT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PLIANT_SANITIZE})
  if(PLIANT_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
if(PLIANT_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
