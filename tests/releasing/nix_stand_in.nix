# What mote's package asks of nixpkgs: callPackage, lib, fetchurl, and stdenv with CMake's phases.
{ downloaded, extra }:

rec {
  lib = {
    licenses.mit.spdxId = "MIT";
    platforms.unix = [ "x86_64-linux" "aarch64-linux" ];
    genAttrs =
      names: make:
      builtins.listToAttrs (map (name: { inherit name; value = make name; }) names);
  };
  cmake = "cmake";
  fetchurl =
    { url, hash }:
    assert builtins.baseNameOf url == builtins.baseNameOf downloaded;
    builtins.fetchurl {
      url = "file://${downloaded}";
      sha256 = hash;
    };
  stdenv = {
    hostPlatform.isStatic = false;
    mkDerivation =
      { pname, version, src, nativeBuildInputs, cmakeFlags, doCheck, meta }:
      assert builtins.elem cmake nativeBuildInputs;
      derivation {
        name = "${pname}-${version}";
        system = builtins.currentSystem;
        builder = "/bin/sh";
        PATH = "/usr/bin:/bin";
        inherit src doCheck;
        flags = cmakeFlags ++ extra;
        args = [
          "-ec"
          ''
            tar xzf $src
            cmake -S * -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$out $flags
            cmake --build build
            if test -n "$doCheck" && grep -q ^test: build/Makefile; then
              cmake --build build --target test
            fi
            cmake --install build
          ''
        ];
      }
      // { inherit meta version; };
  };
  callPackage =
    path: given:
    let
      make = import path;
      known = { inherit lib stdenv fetchurl cmake; };
    in
    make (builtins.intersectAttrs (builtins.functionArgs make) known // given);
}
