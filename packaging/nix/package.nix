{
  lib,
  stdenv,
  fetchurl,
  cmake,
}:

stdenv.mkDerivation {
  pname = "@NAME@";
  version = "@VERSION@";

  src = fetchurl {
    url = "@SOURCE@";
    hash = "@SRI@";
  };

  nativeBuildInputs = [ cmake ];

  # The examples' tests run the vectors of every function.
  cmakeFlags = [
    "-DBUILD_SHARED_LIBS=${if stdenv.hostPlatform.isStatic then "OFF" else "ON"}"
    "-DMOTE_EXAMPLES=ON"
  ];
  doCheck = true;

  meta = {
    description = "@DESCRIPTION@";
    homepage = "@URL@";
    license = lib.licenses.mit;
    platforms = lib.platforms.unix;
    mainProgram = "mote-sum";
  };
}
