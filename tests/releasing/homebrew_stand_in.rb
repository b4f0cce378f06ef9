# What mote's formula asks of Homebrew: ruby this FORMULA ARCHIVE FOLDER [CMAKE_ARGUMENT...]
# Prints what the formula says of itself as JSON, builds it, and runs its test.
require "digest"
require "json"
require "open3"
require "pathname"

FORMULA, ARCHIVE, FOLDER = ARGV.shift(3).map { |each| Pathname.new(each) }
EXTRA = ARGV.dup

class Formula
  @facts = {}
  class << self
    attr_reader :facts, :tested
    %i[desc homepage url sha256 license].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end
    def depends_on(what)
      (@facts[:depends_on] ||= []) << what
    end
    def test(&block)
      @tested = block
    end
  end

  def prefix = FOLDER/"prefix"
  def include = prefix/"include"
  def lib = prefix/"lib"
  def testpath = FOLDER/"test"

  def std_cmake_args
    ["-DCMAKE_INSTALL_PREFIX=#{prefix}", "-DCMAKE_INSTALL_LIBDIR=lib",
     "-DCMAKE_BUILD_TYPE=Release", "-Wno-dev", *EXTRA]
  end

  def system(*words)
    said, status = Open3.capture2e(*words.map(&:to_s))
    abort "#{words.join(" ")}:\n#{said}" unless status.success?
  end

  def shell_output(command)
    said, status = Open3.capture2(command)
    abort "#{command}: #{status}" unless status.success?
    said
  end

  def assert_equal(expected, actual)
    abort "#{actual} is not #{expected}" if expected != actual
  end
end

def ENV.cc = "cc"

require FORMULA.realpath.to_s
made = ObjectSpace.each_object(Class).find { |each| each < Formula }
facts = made.facts
abort "the archive has another checksum" if Digest::SHA256.file(ARCHIVE).hexdigest != facts[:sha256]
puts JSON.generate(facts.merge(class: made.name))
(FOLDER/"source").mkpath
formula = made.new
formula.system("tar", "xzf", ARCHIVE, "--strip-components=1", "-C", FOLDER/"source")
Dir.chdir(FOLDER/"source") { formula.install }
formula.testpath.mkpath
Dir.chdir(formula.testpath) { formula.instance_eval(&made.tested) }
