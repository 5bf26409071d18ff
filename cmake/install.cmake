# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: both libraries shared and static, headers, the program, the gallery, a CMake
# package and pkg-config files. Everything finds its neighbours relative to itself, so the installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(Pliant::pliant ALIAS pliant)
add_library(Pliant::pliant-io ALIAS pliant_io)
add_library(Pliant::pliant-static ALIAS pliant_static)
add_library(Pliant::pliant-io-static ALIAS pliant_io_static)
if(NOT PLIANT_INSTALL)
  return()
endif()

# What a program that links the static library must link as well, read off the target: modules of pkg-config and plain
# libraries. A kind of dependency that is not known here stops the configuration, so that none is forgotten.
function(pliant_private_libraries target out_modules out_libraries)
  set(modules "")
  set(libraries "")
  get_target_property(linked ${target} LINK_LIBRARIES)
  foreach(library ${linked})
    if(library MATCHES "^PkgConfig::(.+)$")
      list(APPEND modules ${${CMAKE_MATCH_1}_MODULE_NAME})
      if(NOT ${CMAKE_MATCH_1}_MODULE_NAME)
        message(FATAL_ERROR "${library} of ${target}: pkg_check_modules(${CMAKE_MATCH_1} …) must name one module")
      endif()
    elseif(library STREQUAL Threads::Threads)
      list(APPEND libraries -pthread)
    elseif(library STREQUAL pliant_static)
      # libpliant-io's pkg-config file requires libpliant's
    elseif(library MATCHES "/lib([^/]+)\\.(so|a)$")
      list(APPEND libraries -l${CMAKE_MATCH_1})
    elseif(library MATCHES "^[A-Za-z0-9_+-]+$" AND NOT TARGET ${library})
      list(APPEND libraries -l${library})
    else()
      message(FATAL_ERROR "cmake/install.cmake does not know how to name ${library} of ${target} to a host program")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES modules)
  list(REMOVE_DUPLICATES libraries)
  set(${out_modules} ${modules} PARENT_SCOPE)
  set(${out_libraries} ${libraries} PARENT_SCOPE)
endfunction()

# pkg-config files look for the prefix from where they are.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY
           "${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE to_prefix)
foreach(name pliant pliant-io)
  string(REPLACE - _ target ${name}_static)
  pliant_private_libraries(${target} modules libraries)
  list(JOIN modules " " ${target}_modules)
  list(JOIN libraries " " ${target}_libraries)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Pliant)
set_target_properties(pliant_io PROPERTIES EXPORT_NAME pliant-io INSTALL_RPATH $ORIGIN)
install(TARGETS pliant pliant_io EXPORT PliantTargets)
install(TARGETS pliant_static pliant_io_static)
install(EXPORT PliantTargets NAMESPACE Pliant:: DESTINATION ${package})
configure_package_config_file(cmake/PliantConfig.cmake.in PliantConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(PliantConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PliantConfig.cmake ${PROJECT_BINARY_DIR}/PliantConfigVersion.cmake
        DESTINATION ${package})

install(DIRECTORY include/pliant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/pliant OPTIONAL)
# if `make web` made it
install(DIRECTORY ${PROJECT_BINARY_DIR}/web DESTINATION ${CMAKE_INSTALL_DATADIR}/pliant OPTIONAL)
if(PLIANT_PROGRAM)
  install(TARGETS pliant_program)
endif()
if(TARGET pliant_mesh_reader)
  install(TARGETS pliant_mesh_reader DESTINATION ${CMAKE_INSTALL_LIBEXECDIR})
endif()
