import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { environmentSchema } from '../model/environment';
import type { Candidate } from '../model/plan';
import { codecs, formats } from '../registry/metadata';
import { librariesOf } from './environment';

describe('librariesOf', () => {
  it('names what is inside each library in full, in no more characters than a result may have', () => {
    const ofFormats = [...formats.values()].flatMap(({ id, implementations }) =>
      implementations.map(
        (implementation): Candidate => ({ format: id, implementation: implementation.id, options: {}, codec: null }),
      ),
    );
    const ofCodecs = [...codecs.values()].flatMap(({ id, implementations }) =>
      implementations.map((implementation): Candidate => {
        const codec = { id, level: null, implementation: implementation.id, granularity: 'file' } as const;
        return { format: 'raw', implementation: 'formatlab', options: {}, codec };
      }),
    );
    const libraries = librariesOf([...ofFormats, ...ofCodecs], { formats, codecs });
    expect(libraries.h5wasm).toMatch(/^[\d.]+ \(libhdf5 [\d.]+.* zlib .* c-blosc\)$/);
    expect(libraries.hyparquet).toMatch(/ for Zstandard\)$/);
    expect(v.parse(environmentSchema.entries.libraries, libraries)).toEqual(libraries);
  });
});
