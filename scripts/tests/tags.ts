/** Which tests not every suite runs. */
export const tags = [
  /** Not in the quick suite (`--tags-filter='!full'`): each test adds least to the others for the time that it takes. */
  { name: 'full', description: 'Left to the full suite: it adds least for its time.' },
  /**
   * A test that depends on nothing but modules and packages of a pinned version and their adapters, in workers/codecs, workers/wasm and workers/libraries: it
   * need not run again until one of these changes. No test of a format has it.
   */
  {
    name: 'pinned',
    description: 'Left to changes of what it tests, which has a pinned version.',
  },
];
