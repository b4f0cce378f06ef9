{
  description = "@DESCRIPTION@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs =
    { nixpkgs, ... }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      package = system: {
        default = nixpkgs.legacyPackages.${system}.callPackage ./package.nix { };
      };
    in
    {
      packages = nixpkgs.lib.genAttrs systems package;
    };
}
