import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants are held to: the project `unit` of vitest.config.ts, less files that take seconds and are about other folders. What they
 * alone would notice counts as survived.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Without the latter, fake timers of one file would stop the tests of the next.
    setupFiles: ['scripts/typed-array-equality.ts', 'scripts/undo-test-doubles.ts'],
    include: ['{workers,web}/**/*.test.{ts,tsx}'],
    exclude: [
      '**/*.browser.test.ts',
      'workers/wasm/**',
      'workers/workloads/**',
      'workers/molecule-view/**',
      'workers/formats/{cml,hashdbm,java-objects,kryo,rntuple,treedbm}/**',
      'workers/libraries/{openchemlib,rdkit,root-file,sdf}/**',
      'workers/libraries/smiles/damaged-lines.test.ts',
    ],
    // Mutants run slowly, and more so on a busy machine. One that never ends is stopped by Stryker.
    testTimeout: 600_000,
  },
});
