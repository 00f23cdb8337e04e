import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../../open-file/testing/test-files';
import { ZoneOffsets } from './zone-offsets';

it('notes say how columns are kept', async () => {
  expect((await readTestTable(foreignFileBytes('types.orc'), 'a.orc')).report.notes).toEqual([
    'Column “map”: its maps are kept as lists of their keys and values.',
  ]);
  expect((await readTestTable(foreignFileBytes('far.orc'), 'a.orc')).report.notes[0]).toMatch(
    /^Column “at”: its timestamps reach beyond the years 1677 to 2262/u,
  );
});

it('refusals say why', async () => {
  expect((await caughtErrorRecord(foreignFileBytes('refused.orc'), 'a.orc')).message).toBe(
    'Column “either” can’t be read: it is a union of int, string, for which Formatlab has no type.',
  );
  expect(() => new ZoneOffsets('Middle/Earth')).toThrow('time zone “Middle/Earth”, which this browser does not know');
  const bytes = foreignFileBytes('types.orc');
  // The number of the codec follows its tag.
  bytes[bytes.indexOf(0x10, bytes.length - 1 - (bytes.at(-1) ?? 0)) + 1] = 3;
  expect((await caughtErrorRecord(bytes, 'a.orc')).message).toBe(
    'It is compressed with the codec lzo, which Formatlab does not read.',
  );
  expect((await caughtErrorRecord(foreignFileBytes('types.orc').slice(0, 100), 'a.orc')).message).toMatch(
    /^It .*, so it can’t be read\.$/u,
  );
});
