import { benchBlocks, benchData, type CodecBench, type CodecBenchCell } from '../../../workers/model/codec-bench';
import type { Conformance, ConformanceDirection, ImplementationConformance } from '../../../workers/model/conformance';
import type { CodecMeta } from '../../../workers/model/entry';

/** Hand-made results for the tests of this folder. */

export const exampleCodec: CodecMeta = {
  id: 'lz4',
  label: 'LZ4',
  family: 'lz4',
  notInNativeScript: null,
  extension: 'lz4',
  readers: {},
  implementations: [
    {
      id: 'native',
      label: 'LZ4 1.10.0',
      library: { package: 'formatlab', version: '', contains: 'lz4 1.10.0', license: 'BSD-2-Clause' },
      compresses: true,
      decompresses: true,
      levels: { min: -65_537, max: 12, default: 1 },
      wasm: true,
      estimateMBps: { compress: 1, decompress: 1 },
    },
    {
      id: 'lz4js',
      label: 'lz4js',
      library: { package: 'lz4js', version: '0.2.0', license: 'ISC' },
      compresses: true,
      decompresses: true,
      levels: null,
      conforms: false,
      estimateMBps: { compress: 1, decompress: 1 },
    },
    {
      id: 'check',
      label: 'specification check',
      library: { package: 'formatlab', version: '', contains: 'the rules', license: 'MIT' },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 1 },
    },
  ],
};

const acceptedCounts = (cases: number): ConformanceDirection => ({
  cases,
  accepted: cases,
  refused: [],
  leftOut: null,
});

export function implementationEvidence(
  implementation: string,
  library: string,
  change: Partial<ImplementationConformance> = {},
): ImplementationConformance {
  return {
    codec: 'lz4',
    implementation,
    library,
    reference: 'liblz4 1.10.0',
    written: acceptedCounts(300),
    read: acceptedCounts(120),
    blocks: null,
    files: { tried: 12, lost: [] },
    sizes: null,
    ...change,
  };
}

export const exampleConformance = (...implementations: readonly ImplementationConformance[]): Conformance => ({
  format: 'formatlab.conformance',
  version: 1,
  takenAt: '2026-11-21T05:00:00.000Z',
  browser: 'Chromium 150',
  sizesBytes: [0, 1, 651, 4_096, 16_777_216],
  corpus: 'files that come with vega-datasets 3.2.1',
  implementations: [...implementations],
});

export function benchCell(implementation: string, change: Partial<CodecBenchCell> = {}): CodecBenchCell {
  return {
    codec: 'lz4',
    implementation,
    level: null,
    options: {},
    data: 'json',
    block: 'bulk',
    dataBytes: 7_000_000,
    browserBytes: 1_000,
    nativeBytes: 1_000,
    compress: { browserMs: 12, nativeMs: 10 },
    decompress: { browserMs: 8, nativeMs: 10 },
    ...change,
  };
}

export const exampleBench = (cells: readonly CodecBenchCell[], reasons: CodecBench['reasons'] = {}): CodecBench => ({
  format: 'formatlab.codecBench',
  version: 1,
  takenAt: '2026-11-21T05:00:00.000Z',
  machine: {
    processor: 'a processor',
    logicalCores: 2,
    system: 'Linux 6',
    browser: 'Chromium 150',
    compiler: 'clang 20 -O3',
  },
  native: { 'lz4/native': 'lz4 1.10.0' },
  reasons,
  cells: [...cells],
});

/** A cell for every combination of block size and data. */
export const cellsOfAllBlocks = (implementation: string, change: Partial<CodecBenchCell> = {}): CodecBenchCell[] =>
  benchBlocks.flatMap((block) => benchData.map((data) => benchCell(implementation, { block, data, ...change })));
