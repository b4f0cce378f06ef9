# Makes local, in a static library, the names that are hidden: mote_sha256_portable_fast and its like, which
# the file that chooses and the implementations share.
#
# Each group of such files becomes one object (ld -r), in which objcopy makes hidden names local.  A program
# takes home no more of the archive than without: who calls the function takes the group.  For ELF; with
# link-time optimization objects are no ELF files, and names stay.
#
# This file is included by CMakeLists.txt and run by the build, with OBJECTS, GROUPS and the programs.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  get_target_property(with_lto mote INTERPROCEDURAL_OPTIMIZATION)
  check_c_source_compiles("#ifndef __ELF__\n#error\n#endif\nint main(void) { return 0; }"
                          MOTE_TARGET_IS_ELF)
  if(MOTE_TARGET_IS_ELF
     AND CMAKE_OBJCOPY
     AND CMAKE_LINKER
     AND CMAKE_AR
     AND groups
     AND NOT with_lto
     AND NOT CMAKE_C_FLAGS MATCHES "-flto")
    list(JOIN groups "|" joined)
    string(REPLACE ";" "|" machine "${machine_options}")
    add_custom_command(
      TARGET mote
      POST_BUILD
      COMMAND
        "${CMAKE_COMMAND}" "-DGROUPS=${joined}" "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:mote>,|>"
        "-DARCHIVE=$<TARGET_FILE:mote>" "-DCOMPILER=${CMAKE_C_COMPILER}" "-DMACHINE=${machine}"
        "-DOBJCOPY=${CMAKE_OBJCOPY}" "-DAR=${CMAKE_AR}"
        "-DFOLDER=${PROJECT_BINARY_DIR}/CMakeFiles/mote-hidden" -P "${CMAKE_CURRENT_LIST_FILE}"
      VERBATIM)
  endif()
  return()
endif()

foreach(each GROUPS OBJECTS MACHINE)
  string(REPLACE "|" ";" ${each} "${${each}}")
endforeach()
file(MAKE_DIRECTORY "${FOLDER}")
set(number 0)
foreach(group IN LISTS GROUPS)
  string(REPLACE "," ";" group "${group}")
  set(members "")
  foreach(source IN LISTS group)
    string(REGEX REPLACE "([.+])" "\\\\\\1" pattern "${source}")
    set(found ${OBJECTS})
    list(FILTER found INCLUDE REGEX "/mote\\.dir/(.*/)?${pattern}\\.(o|obj)$")
    list(APPEND members ${found})
  endforeach()
  list(LENGTH members count)
  list(LENGTH group wanted)
  if(NOT count EQUAL wanted)
    message(STATUS "names in ${group} stay global: ${count} objects of ${wanted} were found")
    continue()
  endif()
  list(GET group 0 name)
  string(REPLACE "/" "_" name "${name}")
  set(object "${FOLDER}/${name}.o")
  execute_process(
    COMMAND "${COMPILER}" ${MACHINE} -nostdlib -r -o "${object}" ${members}
    RESULT_VARIABLE failed
    ERROR_VARIABLE said)
  if(NOT failed)
    execute_process(COMMAND "${OBJCOPY}" --localize-hidden "${object}" RESULT_VARIABLE failed
                    ERROR_VARIABLE said)
  endif()
  if(failed)
    message(STATUS "names in ${group} stay global: ${said}")
    continue()
  endif()
  list(REMOVE_ITEM OBJECTS ${members})
  list(APPEND OBJECTS "${object}")
endforeach()
file(REMOVE "${ARCHIVE}")
execute_process(COMMAND "${AR}" qcs "${ARCHIVE}" ${OBJECTS} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${AR} cannot write ${ARCHIVE}")
endif()
