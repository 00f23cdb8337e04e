/** What the quick suite leaves out (`--tags-filter='!full'`): each test here adds least to the others for the time that it takes. */
export const tags = [{ name: 'full', description: 'Left to the full suite: it adds least for its time.' }];
