# SPDX-License-Identifier: MIT
# Compiler options that every target of ours shares. -ffp-contract=off and no -ffast-math: results must be the same bits
# for any number of threads and any optimisation level.
add_library(pliant_options INTERFACE)
target_compile_options(pliant_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wvla -ffp-contract=off -fno-math-errno)
target_compile_definitions(pliant_options INTERFACE _POSIX_C_SOURCE=200809L)
if(PLIANT_WERROR)
  target_compile_options(pliant_options INTERFACE -Werror)
endif()
