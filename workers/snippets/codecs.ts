import type { OptionValues } from '../model/options';
import type { WrappingCodec } from '../model/plan';
import { keywords, type PythonCodec, pythonBoolean } from './python';
import { call, joined, type OtherSize, type Snippet } from './snippet';

/** The codecs around a whole file: in Python, and by their own programs on the command line. */

const otherDeflate: OtherSize = {
  because: 'It compresses with zlib, and the page with another implementation, whose levels differ',
  range: [-0.08, 0.1],
};

const zlibStrategies: Readonly<Record<string, string>> = {
  default: 'zlib.Z_DEFAULT_STRATEGY',
  filtered: 'zlib.Z_FILTERED',
  huffmanOnly: 'zlib.Z_HUFFMAN_ONLY',
  rle: 'zlib.Z_RLE',
  fixed: 'zlib.Z_FIXED',
};

function deflate(
  { implementation, level, options = {} }: WrappingCodec,
  container: 'gzip' | 'zlib' | 'raw',
): PythonCodec {
  // CompressionStream has no levels.
  const chosen = level ?? 6;
  const windowBits = Number(options.windowBits ?? 15);
  const bits = { gzip: windowBits + 16, zlib: windowBits, raw: -windowBits }[container];
  const more = [
    ...(options.memLevel === undefined || options.memLevel === 8 ? [] : [String(options.memLevel)]),
    ...(options.strategy === undefined || options.strategy === 'default'
      ? []
      : [`strategy=${zlibStrategies[String(options.strategy)]}`]),
  ];
  const decompress = (content: string) => `zlib.decompress(${content}, ${bits})`;
  if (implementation === 'libdeflate') {
    const call = { gzip: 'gzip_compress', zlib: 'zlib_compress', raw: 'deflate_compress' }[container];
    return {
      imports: [],
      // Python's package of libdeflate.
      writeImports: ['import deflate'],
      readImports: ['import zlib'],
      compress: (content) => `deflate.${call}(${content}, ${chosen})`,
      decompress,
    };
  }
  const settings = [String(chosen), 'zlib.DEFLATED', String(bits), ...more].join(', ');
  const exact = implementation === 'zlib' || (implementation === 'pako' && options.zlibHash === true);
  return {
    imports: ['import zlib'],
    setUp: () => [`compressor = zlib.compressobj(${settings})`],
    compress: (content) => `compressor.compress(${content}) + compressor.flush()`,
    decompress,
    ...(exact ? {} : { otherSize: otherDeflate }),
  };
}

function zstd({ level, options = {} }: WrappingCodec): PythonCodec {
  const tuned = (options.windowLog !== undefined && options.windowLog !== 'level') || options.longDistance === true;
  const checksum = keywords([['write_checksum', pythonBoolean(options.checksum === true), 'False']]);
  const window =
    options.windowLog !== undefined && options.windowLog !== 'level'
      ? Number(options.windowLog)
      : options.longDistance === true
        ? 27
        : null;
  const parameters = [
    String(level ?? 3),
    ...(window === null ? [] : [`window_log=${window}`]),
    ...(options.longDistance === true ? ['enable_ldm=True'] : []),
    ...checksum,
  ];
  return {
    imports: ['import zstandard'],
    setUp: () =>
      tuned
        ? [
            ...call('parameters = zstandard.ZstdCompressionParameters.from_level', parameters),
            'compressor = zstandard.ZstdCompressor(compression_params=parameters)',
          ]
        : [`compressor = zstandard.ZstdCompressor(${[`level=${level ?? 3}`, ...checksum].join(', ')})`],
    compress: (content) => `compressor.compress(${content})`,
    decompress: (content) => `zstandard.ZstdDecompressor().decompress(${content})`,
  };
}

function lz4Frame({ level, options = {} }: WrappingCodec): PythonCodec | null {
  // Python's package does not reach LZ4F_preferences_t.favorDecSpeed.
  if (options.favorDecoding === true && Number(level) >= 10) return null;
  const settings = keywords([
    ['compression_level', String(level ?? 0), '0'],
    ['block_size', String(Number(options.blockSize ?? 4)), '0'],
    ['block_linked', pythonBoolean(options.linked !== false), 'True'],
    ['content_checksum', pythonBoolean(options.checksum === true), 'False'],
  ]);
  return {
    imports: ['import lz4.frame'],
    setUp: () => [`settings = dict(${settings.join(', ')})`],
    compress: (content) => `lz4.frame.compress(${content}, **settings)`,
    decompress: (content) => `lz4.frame.decompress(${content})`,
  };
}

function lz4Block({ level }: WrappingCodec): PythonCodec {
  const chosen = level ?? 0;
  const mode =
    chosen >= 2
      ? `mode="high_compression", compression=${chosen}`
      : `mode="fast", acceleration=${Math.max(1, 1 - chosen)}`;
  return {
    imports: ['import lz4.block'],
    setUp: (content) => [
      `settings = dict(${mode}, store_size=False)`,
      `size_bytes = len(${content})  # Keep it: reading needs it.`,
    ],
    compress: (content) => `lz4.block.compress(${content}, **settings)`,
    decompress: (content) => `lz4.block.decompress(${content}, uncompressed_size=size_bytes)`,
  };
}

function lzma({ level, options = {} }: WrappingCodec, container: 'xz' | 'alone'): PythonCodec {
  const preset = `${level ?? 6}${options.extreme === true ? ' | lzma.PRESET_EXTREME' : ''}`;
  const settings =
    container === 'alone'
      ? `format=lzma.FORMAT_ALONE, preset=${preset}`
      : `check=lzma.CHECK_${String(options.check ?? 'crc64').toUpperCase()}, preset=${preset}`;
  return {
    imports: ['import lzma'],
    compress: (content) => `lzma.compress(${content}, ${settings})`,
    decompress: (content) => `lzma.decompress(${content})`,
  };
}

function brotli({ level, options = {} }: WrappingCodec): PythonCodec {
  const settings = keywords([
    ['quality', String(level ?? 6), '11'],
    ['lgwin', String(options.windowLog ?? '22'), '22'],
    ['mode', `brotli.MODE_${String(options.mode ?? 'generic').toUpperCase()}`, 'brotli.MODE_GENERIC'],
  ]);
  return {
    imports: ['import brotli'],
    compress: (content) => `brotli.compress(${[content, ...settings].join(', ')})`,
    decompress: (content) => `brotli.decompress(${content})`,
  };
}

function blosc({ level, options = {} }: WrappingCodec): PythonCodec {
  const shuffle =
    { none: 'NOSHUFFLE', byte: 'SHUFFLE', bit: 'BITSHUFFLE' }[String(options.shuffle ?? 'byte')] ?? 'SHUFFLE';
  const settings = [
    `typesize=${options.typesize ?? 8}`,
    `clevel=${level ?? 5}`,
    `shuffle=blosc.${shuffle}`,
    `cname="${options.compressor ?? 'blosclz'}"`,
  ];
  return {
    imports: ['import blosc'],
    setUp: () => [
      ...(options.blockSize ? [`blosc.set_blocksize(${options.blockSize})`] : []),
      `settings = dict(${settings.join(', ')})`,
    ],
    compress: (content) => `blosc.compress(${content}, **settings)`,
    decompress: (content) => `blosc.decompress(${content})`,
  };
}

function pco({ level, options = {} }: WrappingCodec): PythonCodec {
  return {
    imports: ['import numpy as np', 'from pcodec import ChunkConfig, standalone'],
    setUp: () => [`config = ChunkConfig(compression_level=${level ?? 8})`],
    compress: (content) =>
      `standalone.simple_compress(np.frombuffer(${content}, "${options.element ?? 'int64'}"), config)`,
    decompress: (content) => `standalone.simple_decompress(${content}).tobytes()`,
  };
}

/** The codec in Python; null if Python has no library for it, or none with the same settings. */
export function pythonCodec(codec: WrappingCodec): PythonCodec | null {
  switch (codec.id) {
    case 'gzip':
      return deflate(codec, 'gzip');
    case 'deflate':
      return deflate(codec, 'zlib');
    case 'deflate-raw':
      return deflate(codec, 'raw');
    case 'zstd':
      return zstd(codec);
    case 'lz4':
      return lz4Frame(codec);
    case 'lz4-block':
      return lz4Block(codec);
    case 'xz':
      return lzma(codec, 'xz');
    case 'lzma':
      return lzma(codec, 'alone');
    case 'bzip2':
      return {
        imports: ['import bz2'],
        compress: (content) => `bz2.compress(${content}, ${codec.level ?? 9})`,
        decompress: (content) => `bz2.decompress(${content})`,
      };
    case 'brotli':
      return brotli(codec);
    case 'blosc':
      return blosc(codec);
    case 'snappy':
      return {
        imports: ['import cramjam'],
        compress: (content) => `bytes(cramjam.snappy.compress_raw(${content}))`,
        decompress: (content) => `bytes(cramjam.snappy.decompress_raw(${content}))`,
      };
    case 'pco':
      return pco(codec);
    default:
      return null;
  }
}

interface Program {
  readonly compress: (input: string, output: string) => string;
  readonly decompress: (input: string, output: string) => string;
  /** False if the tests' machines do not have the program. */
  readonly tested: boolean;
  /** See `Snippet`. */
  readonly otherSize?: OtherSize;
}

/** `command -o output input` and back, for programs that keep their input and name no file themselves. */
const filter = (command: string, decompress: string): Pick<Program, 'compress' | 'decompress'> => ({
  compress: (input, output) => `${command} -c ${input} > ${output}`,
  decompress: (input, output) => `${decompress} -c ${input} > ${output}`,
});

function zstdOptions(level: number, options: OptionValues): string[] {
  const windowLog = options.windowLog === undefined || options.windowLog === 'level' ? null : Number(options.windowLog);
  return [
    ...(level > 19 ? ['--ultra'] : []),
    level < 0 ? `--fast=${-level}` : `-${level}`,
    ...(options.longDistance === true ? [`--long=${windowLog ?? 27}`] : []),
    ...(windowLog !== null && options.longDistance !== true ? [`--zstd=wlog=${windowLog}`] : []),
    ...(options.checksum === true ? [] : ['--no-check']),
    // Several threads divide the input, and so compress less.
    '--single-thread',
  ];
}

function program({ id, level, implementation, options = {} }: WrappingCodec): Program | null {
  switch (id) {
    case 'gzip':
      if (implementation === 'libdeflate')
        return { ...filter(`libdeflate-gzip -${level ?? 6}`, 'libdeflate-gzip -d'), tested: false };
      // gzip's own levels begin at 1, and it has no settings besides.
      if (
        level === 0 ||
        Object.entries(options).some(
          ([name, value]) =>
            value !== { strategy: 'default', windowBits: 15, memLevel: 8 }[name] && name !== 'zlibHash',
        )
      )
        return null;
      return {
        ...filter(`gzip -n -${level ?? 6}`, 'gzip -d'),
        tested: true,
        ...(implementation === 'zlib' ? {} : { otherSize: otherDeflate }),
      };
    case 'zstd':
      return { ...filter(['zstd', ...zstdOptions(level ?? 3, options)].join(' '), 'zstd -d'), tested: true };
    case 'lz4': {
      const chosen = level ?? 1;
      const settings = [
        // The program's level 1 is the library's 0 and 1.
        chosen < 0 ? `--fast=${-chosen}` : `-${Math.max(1, chosen)}`,
        `-B${options.blockSize ?? 4}`,
        ...(options.linked === false ? [] : ['-BD']),
        ...(options.checksum === true ? [] : ['--no-frame-crc']),
        ...(options.favorDecoding === true ? ['--favor-decSpeed'] : []),
      ];
      return { ...filter(`lz4 ${settings.join(' ')}`, 'lz4 -d'), tested: true };
    }
    case 'xz':
      return {
        ...filter(
          `xz -T1 -${level ?? 6}${options.extreme === true ? 'e' : ''} --check=${options.check ?? 'crc64'}`,
          'xz -d',
        ),
        tested: true,
      };
    case 'lzma':
      return {
        ...filter(`xz --format=lzma -${level ?? 6}${options.extreme === true ? 'e' : ''}`, 'xz --format=lzma -d'),
        tested: true,
      };
    case 'bzip2':
      return { ...filter(`bzip2 -${level ?? 9}`, 'bzip2 -d'), tested: true };
    case 'brotli':
      // The program always assumes any kind of data.
      if (options.mode !== undefined && options.mode !== 'generic') return null;
      return { ...filter(`brotli -q ${level ?? 6} -w ${options.windowLog ?? 22}`, 'brotli -d'), tested: false };
    default:
      return null;
  }
}

/** The codec's own program, for a file that has been written before. */
export function commandLineSnippet(codec: WrappingCodec, innerName: string, fileName: string): Snippet | null {
  const by = program(codec);
  if (by === null) return null;
  return {
    tool: 'commandLine',
    label: 'Command line',
    language: 'shell',
    write: joined([`# ${innerName}: the file without its codec`, by.compress(innerName, fileName)]),
    read: by.decompress(fileName, innerName),
    tested: by.tested,
    ...(by.otherSize === undefined ? {} : { otherSize: by.otherSize }),
  };
}
