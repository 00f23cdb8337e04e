import { describe, expect, it } from 'vitest';
import { parseWithSchema } from '../../workers/model/parse';
import { conformanceSchema, type ImplementationConformance } from '../../workers/model/conformance';
import { telling } from '../../workers/model/testing/telling';
import {
  blocksSentence,
  conformanceGroups,
  conformanceSentence,
  lostFilesText,
  equalSizesText,
} from './conformance-rows';
import { exampleCodec, exampleConformance, implementationEvidence } from './testing/test-evidence';

const native = implementationEvidence('native', 'lz4 1.10.0');
const refusal = { sizeBytes: 651, pattern: 'json' as const, level: null, message: 'LZ4_decompress_safe: -13' };
const what = 'Raw blocks of JSON-like texts';
const faulty = implementationEvidence('lz4js', 'lz4js 0.2.0', {
  written: { cases: 300, accepted: 280, refused: [refusal], leftOut: null },
  blocks: { seed: 7, tried: 2_000, rejected: 160, what: `${what}.` },
});
const check = implementationEvidence('check', 'the rules', { written: null });
const rowsOf = (...implementations: readonly ImplementationConformance[]) => {
  const given = exampleConformance(...implementations);
  expect(parseWithSchema(conformanceSchema, given, 'sample')).toEqual(given);
  return conformanceGroups([exampleCodec], given)[0]?.rows ?? [];
};

describe('the conformance matrix', () => {
  it('has a row for every implementation, with what was found in each direction', () => {
    const rows = rowsOf(native, faulty, check);
    expect(rows.map(({ key, written, read, verdict }) => [key, written.status, read.status, verdict])).toEqual([
      ['lz4/native', 'accepted', 'accepted', 'conforms'],
      ['lz4/lz4js', 'refused', 'accepted', 'doesNot'],
      ['lz4/check', 'absent', 'accepted', 'conforms'],
    ]);
    expect(rows.map(({ levels }) => levels)).toEqual(['−65,537 to 12', 'none', 'none']);
  });

  it('puts the number and the seed to a known fault', () => {
    expect(rowsOf(native, faulty, check)[1]?.blocks).toMatch(telling('8.0 %', '160 of 2,000', what, 'Seed 7'));
    expect(blocksSentence({ seed: 7, tried: 10, rejected: 0, what: 'those' })).toMatch(telling(10, 'those', 'Seed 7'));
    expect(blocksSentence({ seed: 7, tried: 10, rejected: 0, what: 'those' })).not.toContain('%');
  });

  it('does not pass figures of another version off as those of this one', () => {
    const [row] = rowsOf({ ...native, library: 'lz4 1.9.4' });
    expect(row?.written).toEqual({
      status: 'notMeasured',
      reason: expect.stringMatching(telling('lz4 1.9.4')),
    });
    expect(row?.verdict).toBe('unknown');
  });

  it('takes no cases for no evidence', () => {
    const [row] = rowsOf({ ...native, written: { cases: 0, accepted: 0, refused: [], leftOut: 'everything' } });
    expect([row?.written.status, row?.verdict]).toEqual(['notMeasured', 'unknown']);
  });

  it('stands without figures: what is declared not to conform stays so', () => {
    const rows = conformanceGroups([exampleCodec], null)[0]?.rows ?? [];
    expect(rows.map(({ written, verdict }) => [written.status, verdict])).toEqual([
      ['notMeasured', 'unknown'],
      ['notMeasured', 'doesNot'],
      ['absent', 'unknown'],
    ]);
  });

  it('is not conforming by its blocks alone', () => {
    expect(rowsOf(native, { ...faulty, written: native.written }, check)[1]?.verdict).toBe('doesNot');
  });

  it('tells of files and sizes', () => {
    expect([
      lostFilesText({ tried: 12, lost: [] }),
      lostFilesText({ tried: 12, lost: ['movies.json, written'] }),
    ]).toEqual(['12, none lost', '12, 1 lost']);
    expect([
      equalSizesText({ compared: 9, equal: 9, explained: 0, reason: null }),
      equalSizesText({ compared: 9, equal: 8, explained: 1, reason: 'Why.' }),
    ]).toEqual(['all 9 equal', '8 of 9 equal']);
    expect(rowsOf({ ...native, files: { tried: 12, lost: ['movies.json, written'] } })[0]?.verdict).toBe('doesNot');
  });

  it('says it in a sentence', () => {
    expect(conformanceSentence(conformanceGroups([exampleCodec], exampleConformance(native, faulty)))).toMatch(
      telling('1 of 3', 'LZ4', 'lz4js', '; 1 '),
    );
  });
});
