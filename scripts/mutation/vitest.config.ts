import { defineConfig } from 'vitest/config';
import { tags } from '../tests/tags.ts';
import { wasmAsData } from '../tests/wasm-as-data.mjs';

/**
 * The tests that run against mutants: the project `unit` of vitest.config.ts, without the tests of the full suite, and without files that take seconds
 * and test other folders. A mutant that only those would detect counts as survived.
 */
export default defineConfig({
  plugins: [wasmAsData()],
  test: {
    environment: 'node',
    // As in vitest.config.ts. Modules are loaded once in the first run of all tests, not once for each file of tests.
    isolate: false,
    tags,
    // Vitest reads it here, but its types have it among the arguments of the command only.
    ...{ tagsFilter: ['!full'] },
    // `undo-test-doubles.ts` is needed, since fake timers of one file would stop the tests of the next.
    setupFiles: ['scripts/tests/typed-array-equality.ts', 'scripts/tests/undo-test-doubles.ts'],
    include: ['{workers,web}/**/*.test.{ts,tsx}'],
    exclude: [
      '**/*.browser.test.ts',
      'workers/wasm/**',
      'workers/workloads/**',
      'workers/molecule-view/**',
      'workers/formats/{cml,java-objects,kryo,root/rntuple,tkrzw/hash,tkrzw/tree}/**',
      'workers/libraries/{openchemlib,rdkit}/**',
      'workers/formats/{root,sdf}/file/**',
      'workers/formats/smiles/file/damaged-lines.test.ts',
    ],
    // The time limit is generous, since mutants run slowly on a busy machine. Stryker stops a mutant that loops forever.
    testTimeout: 600_000,
  },
});
