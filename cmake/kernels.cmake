# SPDX-License-Identifier: MIT
# pliant_kernels(FILE...) compiles each kernel source once per instruction set; src/base/isa.h picks one at run time. On
# other processors only the baseline copy is built. The object libraries are listed in the global property
# PLIANT_KERNELS. Without -fno-trapping-math gcc keeps jumps where only one of two results is wanted; numbers are the
# same.
function(pliant_kernels)
  set(sets baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND sets avx2 avx512)
  endif()
  set(flags_baseline "")
  set(flags_avx2 -mavx2 -mfma)
  set(flags_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma -mprefer-vector-width=512)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  foreach(set ${sets})
    set(objects pliant_kernels_${set})
    if(NOT TARGET ${objects})
      add_library(${objects} OBJECT)
      target_link_libraries(${objects} PRIVATE pliant_options)
      target_compile_options(${objects} PRIVATE $<$<CONFIG:Release>:-O3> -fno-trapping-math ${flags_${set}} -Wno-psabi)
      target_compile_definitions(${objects} PRIVATE PL_ISA=${set})
      target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
      set_property(GLOBAL APPEND PROPERTY PLIANT_KERNELS $<TARGET_OBJECTS:${objects}>)
    endif()
    target_sources(${objects} PRIVATE ${ARGN})
  endforeach()
endfunction()
