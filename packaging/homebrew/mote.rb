class @CLASS@ < Formula
  desc "@SHORT@"
  homepage "@URL@"
  url "@SOURCE@"
  sha256 "@SHA256@"
  license "@LICENCE@"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"abc.c").write <<~C
      #include <mote/sha256.h>
      #include <stdio.h>

      int main(void) {
          unsigned char digest[32];
          mote_sha256_context context;
          int i;

          mote_sha256_init(&context, 256);
          mote_sha256(&context, "abc", 3);
          mote_sha256_close(&context, 0, 0, digest);
          for (i = 0; i < 32; i++)
              printf("%02x", digest[i]);
          return 0;
      }
    C
    system ENV.cc, "abc.c", "-I#{include}", "-L#{lib}", "-l@NAME@", "-Wl,-rpath,#{lib}", "-o", "abc"
    assert_equal "@DIGEST@", shell_output("./abc")
  end
end
