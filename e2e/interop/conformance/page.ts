import { codecs } from '../../../workers/registry/metadata';
import { type ConformanceBench, measureImplementation, type Measured } from './implementation';
import { largeSizes, type MatrixLimits, smallSizes } from './matrix';
import { ReferenceServer } from './reference';
import { createSources } from './sources';

/** Runs the matrix in a real browser: see conformance.mjs. */

export interface Request {
  readonly serverUrl: string;
  readonly limits: MatrixLimits;
  readonly filesUpToBytes: number;
}

export interface ImplementationName {
  readonly codec: string;
  readonly implementation: string;
}

interface Conformance {
  open(
    request: Request,
  ): Promise<{ implementations: readonly ImplementationName[]; sizesBytes: readonly number[]; corpus: string }>;
  measure(names: ImplementationName): Promise<Measured>;
}

let bench: ConformanceBench | null = null;

declare global {
  interface Window {
    conformance: Conformance;
  }
}

window.conformance = {
  async open({ serverUrl, limits, filesUpToBytes }) {
    const server = new ReferenceServer(serverUrl);
    const about = await server.about();
    bench = { server, about, limits, filesUpToBytes, source: createSources((key) => server.source(key)) };
    const files = about.corpus.filter(({ sizeBytes }) => sizeBytes <= filesUpToBytes);
    const megabytes = (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6).toFixed(1);
    return {
      implementations: [...codecs.values()].flatMap((codec) =>
        codec.implementations.map(({ id }) => ({ codec: codec.id, implementation: id })),
      ),
      sizesBytes: [...smallSizes, ...largeSizes],
      corpus: `${files.length} files, ${megabytes} MB: CSV, JSON, PNG and Arrow files of vega-datasets, JavaScript and WASM of npm packages`,
    };
  },
  async measure(names) {
    const codec = codecs.get(names.codec);
    const implementation = codec?.implementations.find(({ id }) => id === names.implementation);
    if (bench === null || codec === undefined || implementation === undefined)
      throw new Error(`There is no ${names.codec} by ${names.implementation} to measure.`);
    return measureImplementation(bench, codec, implementation);
  },
};
