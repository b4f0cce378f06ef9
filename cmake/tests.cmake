# What ctest runs: the examples, and every function of the library with all its vectors.
file(WRITE "${PROJECT_BINARY_DIR}/abc" "abc")
add_test(NAME digest COMMAND digest "${PROJECT_BINARY_DIR}/abc")
set_tests_properties(digest PROPERTIES PASS_REGULAR_EXPRESSION "^07225fab83ca48fb480d22219410d5ca008359efbfd315829029afe2cb3f0404  [^\n]*abc\n$")

add_executable(mote_vectors tests/library/vectors.c)
set_target_properties(mote_vectors PROPERTIES C_STANDARD 90 C_EXTENSIONS OFF)
target_link_libraries(mote_vectors PRIVATE mote::mote)
file(GLOB files CONFIGURE_DEPENDS vectors/*.csv)
# Digests of digests, for the bench.
list(FILTER files EXCLUDE REGEX "/all_lengths\\.csv$")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  add_test(NAME "vectors-${name}" COMMAND mote_vectors "${file}")
endforeach()
