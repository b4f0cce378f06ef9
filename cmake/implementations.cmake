# Which sources make the library.
#
# Of each function one implementation: portable_fast.c where there is one, otherwise portable.c.  All
# implementations of a function export the same names.
#
# Where a folder has a library.c, the functions are chosen at run time: that implementation, and
# every one for an instruction set that this target's processors may have (amd64.c, power8_fast.c),
# is compiled with its name behind the names of the functions (mote_crc32_amd64), and library.c
# has the functions themselves.  Those are what the headers of include/mote declare that library.c
# includes, mote/cpu.h apart; for each implementation it finds HAVE_ and the name in capital letters
# defined.  A library.c with no
# implementation below it is of the library alone.

include(CheckCSourceCompiles)

# Instruction sets that code for this target may ask the processor for, and the compiler's options.
set(amd64_test "#if !defined __x86_64__ || defined __ILP32__ || !defined __GNUC__\n#error\n#endif")
set(amd64_options -std=c99)
set(power8_test "#if !defined __powerpc64__ || !defined __CRYPTO__\n#error\n#endif")
set(power8_options -std=c99 -mcpu=power8)
set(instruction_sets)
foreach(each amd64 power8)
  string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${${each}_options}")
  check_c_source_compiles("${${each}_test}\nint main(void) { return 0; }" MOTE_TARGET_${each})
  unset(CMAKE_REQUIRED_FLAGS)
  if(MOTE_TARGET_${each})
    list(APPEND instruction_sets ${each})
  endif()
endforeach()

# One implementation of each function, in any processor's C.
file(GLOB_RECURSE plain RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS src/portable.c)
file(GLOB_RECURSE fast RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS src/portable_fast.c)
set(sources ${fast})
foreach(source IN LISTS plain)
  string(REPLACE "/portable.c" "/portable_fast.c" faster "${source}")
  if(NOT faster IN_LIST fast)
    list(APPEND sources "${source}")
  endif()
endforeach()
if(NOT sources)
  message(FATAL_ERROR "no portable.c was found below src/ in ${PROJECT_SOURCE_DIR}")
endif()
list(SORT sources)

# Gives a source's functions names of their own.
function(mote_rename source functions)
  get_filename_component(name "${source}" NAME_WE)
  set(definitions)
  foreach(each IN LISTS functions)
    list(APPEND definitions "${each}=${each}_${name}")
  endforeach()
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS ${definitions})
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -fvisibility=hidden)
  endif()
endfunction()

file(GLOB_RECURSE choosers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS src/library.c)
foreach(chooser IN LISTS choosers)
  get_filename_component(folder "${chooser}" DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${chooser}")
  file(STRINGS "${chooser}" headers REGEX "^#include \"mote/")
  set(functions)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" header "${header}")
    if(header STREQUAL "mote/cpu.h")
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "include/${header}")
    file(READ "include/${header}" declared)
    # Without comments, a name before a parenthesis is a function's.
    string(REGEX REPLACE "/\\*[^*]*\\*+([^/*][^*]*\\*+)*/" "" declared "${declared}")
    string(REGEX MATCHALL "mote_[a-z0-9_]+\\(" declared "${declared}")
    string(REPLACE "(" "" declared "${declared}")
    list(APPEND functions ${declared})
  endforeach()
  list(REMOVE_DUPLICATES functions)
  set(chosen ${sources})
  list(FILTER chosen INCLUDE REGEX "^${folder}/")
  foreach(set IN LISTS instruction_sets)
    file(GLOB_RECURSE more RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
         "${folder}/${set}.c" "${folder}/${set}_*.c" "${folder}/${set}.S" "${folder}/${set}_*.S")
    set_property(SOURCE ${more} APPEND PROPERTY COMPILE_OPTIONS ${${set}_options})
    list(APPEND chosen ${more})
    list(APPEND sources ${more})
  endforeach()
  set(names)
  foreach(source IN LISTS chosen)
    mote_rename("${source}" "${functions}")
    get_filename_component(name "${source}" NAME_WE)
    string(TOUPPER "HAVE_${name}" name)
    list(APPEND names ${name})
  endforeach()
  list(REMOVE_DUPLICATES names)
  set_property(SOURCE "${chooser}" APPEND PROPERTY COMPILE_DEFINITIONS ${names})
  list(APPEND sources "${chooser}")
endforeach()
set(assembly ${sources})
list(FILTER assembly INCLUDE REGEX "\\.S$")
if(assembly)
  enable_language(ASM)
endif()
