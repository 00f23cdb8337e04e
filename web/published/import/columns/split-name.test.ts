import { expect, test } from 'vitest';
import { areNamesSplittable, splitName } from './split-name';

test.each([
  ['BM_Compress/zstd/1024', 'zstd/1024', 'Compress'],
  ['org.example.bench.CodecBench.zstdEncode', 'zstd', 'Encode'],
  ['CodecBench.deserializeKryo', 'Kryo', 'deserialize'],
  ['tests/test_write.py::test_decode[lz4-1]', 'lz4-1', 'decode'],
  ['snappy_decompress', 'snappy', 'decompress'],
  ['BenchmarkUnmarshalJson', 'Json', 'Unmarshal'],
  ['parquet write', 'parquet', 'write'],
])('“%s” is “%s” and “%s”', (name, system, metric) => {
  expect(splitName(name)).toEqual({ system, metric });
});

test.each(['zstd 1.5.7 -1', 'encode', 'Spreadsheet', 'BM_Memcpy/8', 'Blosc'])('“%s” is one name', (name) => {
  expect(splitName(name)).toBeNull();
});

test('names are split where several systems share what is done to them', () => {
  expect(areNamesSplittable(['zstdEncode', 'zstdDecode', 'lz4Encode'])).toBe(true);
  expect(areNamesSplittable(['zstdEncode', 'lz4Encode'])).toBe(false);
  expect(areNamesSplittable(['zstdEncode', 'lz4Decode'])).toBe(false);
  expect(areNamesSplittable(['zstdEncode', 'zstdDecode', 'lz4Encode', 'memcpy'])).toBe(false);
});
