# What mote's port asks of vcpkg: its functions, in the words of their documentation, with the layout that
# they leave.  cmake -DPORT_FOLDER= -DPACKAGES= -DBUILD= -DDOWNLOADED= -DEXTRA= -P this
cmake_minimum_required(VERSION 3.20)
set(PORT mote)
set(CURRENT_PACKAGES_DIR "${PACKAGES}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_download_distfile out)
  cmake_parse_arguments(PARSE_ARGV 1 asked "" "URLS;FILENAME;SHA512" "")
  file(SHA512 "${DOWNLOADED}" found)
  if(NOT found STREQUAL asked_SHA512)
    message(FATAL_ERROR "${asked_FILENAME}: SHA512 is ${found}")
  endif()
  set(${out} "${DOWNLOADED}" PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
  cmake_parse_arguments(PARSE_ARGV 1 asked "" "ARCHIVE" "")
  file(ARCHIVE_EXTRACT INPUT "${asked_ARCHIVE}" DESTINATION "${BUILD}/source")
  file(GLOB folders "${BUILD}/source/*")
  list(LENGTH folders number)
  if(NOT number EQUAL 1)
    message(FATAL_ERROR "the archive has not one folder: ${folders}")
  endif()
  set(${out} "${folders}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 asked "" "SOURCE_PATH" "OPTIONS")
  foreach(kind Debug Release)
    set(prefix "${CURRENT_PACKAGES_DIR}")
    if(kind STREQUAL Debug)
      string(APPEND prefix /debug)
    endif()
    run("${CMAKE_COMMAND}" -S "${asked_SOURCE_PATH}" -B "${BUILD}/${kind}" -DCMAKE_BUILD_TYPE=${kind}
        "-DCMAKE_INSTALL_PREFIX=${prefix}" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF
        ${asked_OPTIONS} ${EXTRA})
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  foreach(kind Debug Release)
    run("${CMAKE_COMMAND}" --build "${BUILD}/${kind}" --target install)
  endforeach()
endfunction()

# Package files go to share/, those of the debug build to the others' folder, and look up one folder less.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 asked "" "CONFIG_PATH" "")
  set(from "${CURRENT_PACKAGES_DIR}/${asked_CONFIG_PATH}")
  set(to "${CURRENT_PACKAGES_DIR}/share/${PORT}")
  if(NOT EXISTS "${from}/mote-config.cmake")
    message(FATAL_ERROR "${asked_CONFIG_PATH} has no package file")
  endif()
  file(GLOB files RELATIVE "${from}" "${from}/*.cmake")
  foreach(name IN LISTS files)
    file(READ "${from}/${name}" text)
    string(REPLACE "/../../../" "/../../" text "${text}")
    string(REPLACE "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\nif("
                   "if(" text "${text}")
    file(WRITE "${to}/${name}" "${text}")
  endforeach()
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake")
endfunction()

function(vcpkg_fixup_pkgconfig)
  foreach(each lib debug/lib)
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/${each}/pkgconfig/mote.pc")
      message(FATAL_ERROR "${each} has no file for pkg-config")
    endif()
  endforeach()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 asked "" "" "FILE_LIST")
  file(INSTALL ${asked_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()

# A port is read where its folder is the list's.
include("${PORT_FOLDER}/portfile.cmake")
