# Which sources make the library.
#
# Of each function portable_fast.c where there is one, otherwise portable.c; and what
# cmake/fastest.txt says is faster on this kind of processor.  All implementations of a function
# export the same names.
#
# What a processor has to be asked for is chosen at run time: each implementation of the function is
# compiled with its name behind the names of the functions (mote_crc32_amd64), hidden, and the
# library.c in the folder, or in the folder above for several, has the functions themselves.  Those
# are what the headers of include/mote declare that library.c includes, mote/cpu.h apart.  It finds
# defined (common/choice.h):
#
#     PLAIN_NAME                  the implementation for any processor: portable_fast
#     FAST_NAME, FAST_FEATURES    one that needs features, if there is one
#     FASTER_NAME, FASTER_FEATURES   one that is faster still, if there is one
#
# A library.c with no implementation below it is of the library alone.
#
# A kernel in assembly is compiled with its mode in C (src/*/*/kernel.toml), as the bench does it.

include(CheckCSourceCompiles)

# Instruction sets that code for this target may use, or ask the processor for; the compiler's
# options for them; what else assembly needs.
set(amd64_test "!defined __x86_64__ || defined __ILP32__ || !defined __GNUC__")
set(amd64_options -std=c99)
# MemorySanitizer does not see what assembly writes.
set(no_assembly "!defined __ELF__ || __has_feature(memory_sanitizer)")
set(amd64_assembly_test "${no_assembly}")
set(power8_test "!defined __powerpc64__ || !defined __CRYPTO__")
set(power8_options -std=c99 -mcpu=power8)
set(power8_assembly_test "!defined __GNUC__ || ${no_assembly}")
set(instruction_sets "")
foreach(each LIBRARIES DEFINITIONS INCLUDES LINK_OPTIONS)
  unset(CMAKE_REQUIRED_${each}) # of a project around this one
endforeach()
foreach(each amd64 power8)
  string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${${each}_options}")
  foreach(kind test assembly_test)
    check_c_source_compiles(
      "#ifndef __has_feature\n#define __has_feature(x) 0\n#endif\n#if ${${each}_${kind}}\n#error
#endif\nint main(void) { return 0; }"
      MOTE_TARGET_${each}_${kind})
  endforeach()
  unset(CMAKE_REQUIRED_FLAGS)
  if(MOTE_TARGET_${each}_test)
    list(APPEND instruction_sets ${each})
  endif()
endforeach()

# For assembly: the target that C is compiled for.
separate_arguments(machine_options UNIX_COMMAND "${CMAKE_C_FLAGS}")
list(FILTER machine_options INCLUDE REGEX "^(-m|--target=|-B)")
if(CMAKE_C_COMPILER_TARGET AND CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND machine_options "--target=${CMAKE_C_COMPILER_TARGET}")
endif()

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

# Writes a file of the build, unless it is there already.
function(mote_write path content)
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT old STREQUAL content)
    file(WRITE "${path}" "${content}")
  endif()
endfunction()

# Sets `result` to what `line`, a regular expression with one group, finds in a file; or to nothing.
function(mote_find result path line)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(STRINGS "${path}" found REGEX "^${line}" LIMIT_COUNT 1)
  set(${result} "" PARENT_SCOPE)
  if(found MATCHES "^${line}")
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

# Sets `result` to the sources of an implementation of a folder for an instruction set, with their
# properties; to nothing where this target cannot build it, or where a source is not there.
# functions: those that get names of their own, or nothing.
function(mote_implementation result folder name instruction_set functions)
  set(${result} "" PARENT_SCOPE)
  set(definitions "")
  foreach(each IN LISTS functions)
    list(APPEND definitions "${each}=${each}_${name}")
  endforeach()
  set(made "")
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/${folder}/${name}.c")
    set(made "src/${folder}/${name}.c")
  else()
    set(symbols ${functions})
    set(assembly "${folder}/${name}.S")
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/src/${assembly}")
      # A kernel, and its mode in C.
      set(facts "${PROJECT_SOURCE_DIR}/src/${folder}/function.toml")
      if(EXISTS "${facts}")
        mote_find(kernel "${facts}" "kernel = \"(.*)\"")
      endif()
      get_filename_component(family "${folder}" DIRECTORY)
      set(assembly "${family}/${kernel}/${name}.S")
      set(facts "${PROJECT_SOURCE_DIR}/src/${family}/${kernel}/kernel.toml")
      if(NOT kernel OR NOT EXISTS "${PROJECT_SOURCE_DIR}/src/${assembly}")
        message(FATAL_ERROR "cmake/fastest.txt: src/${folder} has no implementation ${name}")
      endif()
      mote_find(mode "${facts}" "mode = \"(.*)\"")
      mote_find(symbols "${facts}" "symbol = \"(.*)\"")
      mote_find(define "${facts}" "define = \"(.*)\"")
      mote_find(defines "${facts}" "defines = \\[(.*)\\]")
      string(REGEX MATCHALL "[A-Za-z0-9_]+" defines "${defines}")
      if(NOT mode)
        set(mode portable)
        if(name MATCHES "_fast$")
          set(mode portable_fast)
        endif()
      endif()
      # The mode is compiled for other implementations, too: this one has a file that includes it.
      set(mode_source "${PROJECT_BINARY_DIR}/src/${folder}/${name}.c")
      mote_write("${mode_source}" "#include \"${folder}/${mode}.c\"\n")
      set_property(SOURCE "${mode_source}" PROPERTY COMPILE_DEFINITIONS ${definitions} ${define}
                                                    ${defines} ${symbols}=${symbols}_${name})
      set_property(SOURCE "${mode_source}" PROPERTY COMPILE_OPTIONS ${${instruction_set}_options})
      set_property(SOURCE "${mode_source}" PROPERTY OBJECT_DEPENDS
                                                    "${PROJECT_SOURCE_DIR}/src/${folder}/${mode}.c")
      list(APPEND made "${mode_source}")
      set(definitions "${symbols}=${symbols}_${name}")
    endif()
    if(NOT MOTE_TARGET_${instruction_set}_assembly_test)
      return()
    endif()
    # No compiler's option hides what assembly exports, or says that the stack is not executable.
    set(text "#include \"${assembly}\"\n")
    foreach(each IN LISTS symbols)
      string(APPEND text "        .hidden ${each}\n")
    endforeach()
    string(APPEND text "        .section .note.GNU-stack, \"\", @progbits\n")
    set(assembly_source "${PROJECT_BINARY_DIR}/src/${assembly}")
    mote_write("${assembly_source}" "${text}")
    set_property(SOURCE "${assembly_source}" PROPERTY OBJECT_DEPENDS
                                                      "${PROJECT_SOURCE_DIR}/src/${assembly}")
    # Clang's own assembler knows less than GNU's, which may be there, too.
    set(assembler "refused")
    set(candidates none)
    if(CMAKE_C_COMPILER_ID MATCHES "Clang")
      list(APPEND candidates -fno-integrated-as)
    endif()
    foreach(option IN LISTS candidates)
      string(REPLACE "none" "" option "${option}")
      execute_process(
        COMMAND "${CMAKE_C_COMPILER}" ${machine_options} ${${instruction_set}_options} ${option}
                "-I${PROJECT_SOURCE_DIR}/src" -c "${assembly_source}" -o
                "${PROJECT_BINARY_DIR}/assembled.o"
        RESULT_VARIABLE failed
        OUTPUT_QUIET ERROR_QUIET)
      if(NOT failed AND assembler STREQUAL "refused")
        set(assembler "${option}")
      endif()
    endforeach()
    if(assembler STREQUAL "refused")
      message(STATUS "${CMAKE_C_COMPILER} does not assemble src/${assembly}: C in its place")
      return()
    endif()
    set_property(SOURCE "${assembly_source}" PROPERTY COMPILE_OPTIONS ${machine_options} ${assembler})
    list(INSERT made 0 "${assembly_source}")
  endif()
  list(GET made 0 main)
  set_property(SOURCE "${main}" PROPERTY COMPILE_DEFINITIONS ${definitions})
  set_property(SOURCE "${main}" APPEND PROPERTY COMPILE_OPTIONS ${${instruction_set}_options})
  if(functions AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    foreach(each IN LISTS made)
      if(each MATCHES "\\.c$")
        set_property(SOURCE "${each}" APPEND PROPERTY COMPILE_OPTIONS -fvisibility=hidden)
      endif()
    endforeach()
  endif()
  set(${result} ${made} PARENT_SCOPE)
endfunction()

# The list: for each folder names and features of what is faster, in order.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/fastest.txt)
file(STRINGS cmake/fastest.txt lines REGEX "^[a-z]")
set(listed "")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([^ ]+) +([^ ]+) +([^ ]+) +([^ ]+)( +#.*)?$")
    message(FATAL_ERROR "cmake/fastest.txt: \"${line}\" is not SET FOLDER IMPLEMENTATION FEATURES")
  endif()
  set(instruction_set "${CMAKE_MATCH_1}")
  set(folder "${CMAKE_MATCH_2}")
  set(name "${CMAKE_MATCH_3}")
  set(features "${CMAKE_MATCH_4}")
  string(MAKE_C_IDENTIFIER "${folder}" id)
  if(NOT instruction_set IN_LIST instruction_sets OR NOT IS_DIRECTORY
                                                     "${PROJECT_SOURCE_DIR}/src/${folder}")
    continue()
  endif()
  if(NOT features STREQUAL "always")
    list(APPEND mote_choices_${id} "${name} ${instruction_set} ${features}")
    list(APPEND listed "${folder}")
    continue()
  endif()
  mote_implementation(made "${folder}" "${name}" "${instruction_set}" "")
  if(made)
    list(FILTER sources EXCLUDE REGEX "^src/${folder}/")
    list(APPEND sources ${made})
  endif()
endforeach()
list(REMOVE_DUPLICATES listed)

file(GLOB_RECURSE choosers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS src/library.c)
foreach(chooser IN LISTS choosers)
  list(APPEND sources "${chooser}")
  get_filename_component(folder "${chooser}" DIRECTORY)
  set(below ${sources})
  list(FILTER below INCLUDE REGEX "^${folder}/(.*/)?portable(_fast)?\\.c$")
  if(NOT below)
    continue()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${chooser}")
  file(STRINGS "${chooser}" headers REGEX "^#include \"mote/")
  set(functions "")
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

  # All functions of a library.c choose alike.
  unset(definitions)
  foreach(source IN LISTS below)
    get_filename_component(one "${source}" DIRECTORY)
    string(REGEX REPLACE "^src/" "" one "${one}")
    list(REMOVE_ITEM listed "${one}")
    string(MAKE_C_IDENTIFIER "${one}" id)
    get_filename_component(plain_name "${source}" NAME_WE)
    mote_implementation(made "${one}" "${plain_name}" "" "${functions}")
    set(taken "")
    set(taken_features "")
    foreach(choice IN LISTS mote_choices_${id})
      string(REGEX MATCH "(.*) (.*) (.*)" choice "${choice}")
      set(name "${CMAKE_MATCH_1}")
      set(instruction_set "${CMAKE_MATCH_2}")
      set(features "${CMAKE_MATCH_3}")
      if(features IN_LIST taken_features)
        continue()
      endif()
      mote_implementation(made "${one}" "${name}" "${instruction_set}" "${functions}")
      if(made)
        list(APPEND sources ${made})
        list(APPEND taken "${name}")
        list(APPEND taken_features "${features}")
      endif()
    endforeach()
    set(own PLAIN_NAME=${plain_name})
    list(LENGTH taken count)
    if(count GREATER 2)
      message(FATAL_ERROR "cmake/fastest.txt: src/${one} has more than two choices: ${taken}")
    endif()
    foreach(place FAST FASTER)
      if(taken)
        list(POP_BACK taken name)
        list(POP_BACK taken_features features)
        string(REGEX REPLACE "([A-Z0-9_]+)" "MOTE_CPU_\\1" features "${features}")
        list(APPEND own "${place}_NAME=${name}" "${place}_FEATURES=(${features})")
      endif()
    endforeach()
    if(DEFINED definitions AND NOT definitions STREQUAL own)
      message(FATAL_ERROR "cmake/fastest.txt: the folders below ${folder} choose differently: "
                          "${definitions}; ${own}")
    endif()
    set(definitions ${own})
  endforeach()
  set_property(SOURCE "${chooser}" PROPERTY COMPILE_DEFINITIONS ${definitions})
endforeach()
if(listed)
  message(FATAL_ERROR "cmake/fastest.txt: no library.c chooses for: ${listed}")
endif()
list(REMOVE_DUPLICATES sources)

set(assembly ${sources})
list(FILTER assembly INCLUDE REGEX "\\.S$")
if(assembly)
  enable_language(ASM)
endif()
