import { describe, expect, it } from 'vitest';
import { parseWithSchema } from '../../workers/model/parse';
import { tools } from '../../workers/model/tools';
import { namedSituationIds, namedSituations } from '../view/named-situations';
import { goals, type Situation, situationSchema } from '../view/situation';
import { readSituation, writeSituation } from './situation-text';

const read = (text: string) => parseWithSchema(situationSchema, readSituation(text), 'link');
const download = namedSituations.download.situation;

describe('a situation in a link', () => {
  it.each(namedSituationIds)('names %s', (id) => {
    expect(writeSituation(namedSituations[id].situation)).toBe(id);
    expect(read(id)).toEqual(namedSituations[id].situation);
  });

  it.each<[string, Partial<Situation>]>([
    ['download,reads:50', { reads: 50 }],
    ['download,uploadBytesPerSecond:none', { uploadBytesPerSecond: null }],
    ['download,pipelined:yes', { pipelined: true }],
    ['download,timesOf:native', { timesOf: 'native' }],
    ['download,readableBy:python.commandLine', { readableBy: ['python', 'commandLine'] }],
    ['columnAnalytics,requestsAtOnce:16', { ...namedSituations.columnAnalytics.situation, requestsAtOnce: 16 }],
    ['download,lookups:1e-7', { lookups: 1e-7 }],
    ['download,maxSizeBytes:1000000', { maxSizeBytes: 1e6 }],
  ])('writes %s', (text, changed) => {
    expect(writeSituation({ ...download, ...changed })).toBe(text);
    expect(read(text)).toEqual({ ...download, ...changed });
  });

  it('keeps every field', () => {
    const all: Situation = {
      goal: goals[2],
      timesOf: 'native',
      writes: 1.5,
      reads: 2,
      columnReads: 3,
      lookups: 4e8,
      uploadBytesPerSecond: 1e12,
      downloadBytesPerSecond: null,
      latencyMs: 0.25,
      pipelined: true,
      reader: 'duckdb',
      requestsAtOnce: 3,
      gapBytes: 1_048_576,
      keepsFooter: true,
      months: 1,
      amountBytes: 500_000_000_000,
      storagePerGbMonth: 0.001,
      egressPerGb: 0,
      corePerHour: 17,
      per1000Reads: 0.4,
      per1000Writes: 5,
      retrievalPerGb: 0.03,
      readableBy: [...tools],
      needsOneColumn: true,
      needsOneRow: true,
      needsEveryValue: true,
      maxSizeBytes: 1e15,
      maxMemoryBytes: 5,
      maxWriteMs: 1_000,
    };
    expect(read(writeSituation(all))).toEqual(all);
  });

  it.each([
    'holiday',
    '',
    'download,reads',
    'download,reads:',
    'download,reads:-1',
    'download,reads:1e400',
    'download,colour:1',
    'download,readableBy:excel',
    'download,goal:fun',
    'download,pipelined:maybe',
    'download,reader:excel',
    'download,requestsAtOnce:0',
    'download,gapBytes:5',
    'download,__proto__:1',
  ])('refuses %s', (text) => {
    expect(() => read(text)).toThrow();
  });
});
