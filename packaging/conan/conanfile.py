"""Conan's recipe of the library: `conan create packaging/conan` in a checkout."""

from pathlib import Path
from typing import ClassVar

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Mote(ConanFile):
    name = "mote"
    license = "MIT"
    description = "Small and fast hash functions, authentication codes and ciphers in C"
    topics = ("cryptography", "hash", "sha2", "sha3", "blake2", "ascon")
    package_type = "library"
    settings = ("os", "arch", "compiler", "build_type")
    options: ClassVar = {"shared": [True, False], "fPIC": [True, False], "functions": ["ANY"]}
    default_options: ClassVar = {"shared": False, "fPIC": True, "functions": ""}
    implements: ClassVar = ["auto_shared_fpic"]
    languages = "C"

    def set_version(self):
        text = load(self, str(Path(self.recipe_folder, "..", "..", "pyproject.toml")))
        self.version = text.split('\nversion = "')[1].split('"')[0]

    def export_sources(self):
        root = str(Path(self.recipe_folder, "..", ".."))
        for pattern in ("CMakeLists.txt", "LICENSE", "pyproject.toml"):
            copy(self, pattern, root, self.export_sources_folder)
        for folder in ("cmake", "include", "src", "programs"):
            copy(self, f"{folder}/*", root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        tool = CMakeToolchain(self)
        tool.cache_variables["MOTE_FUNCTIONS"] = str(self.options.functions).replace(",", ";")
        tool.cache_variables["MOTE_PROGRAMS"] = False
        tool.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder, "licenses")))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["mote"]
        self.cpp_info.set_property("cmake_file_name", "mote")
        self.cpp_info.set_property("cmake_target_name", "mote::mote")
        self.cpp_info.set_property("pkg_config_name", "mote")
