import { pythonText } from '../../../snippets/literals';
import { keywords } from '../../../snippets/python';
import { call, joined, type Snippet, type SnippetRequest } from '../../../snippets/snippet';

/** Tkrzw's own defaults, which need not be said. */
export function tkrzwSnippets({ candidate, inner, fileName }: SnippetRequest): Snippet[] {
  const { options } = candidate;
  if (inner?.id === 'zstd-dictionary') return [];
  const isHash = candidate.format === 'hashdbm';
  const crc = String(options.recordCrc);
  const buckets = { records: '2 * len(data)', given: String(options.bucketCount) }[String(options.buckets)];
  const settings = [
    `dbm="${isHash ? 'HashDBM' : 'TreeDBM'}"`,
    `align_pow=${options.alignPow}`,
    ...keywords([
      ['offset_width', String(options.offsetWidth), '4'],
      ['record_crc_mode', pythonText(`RECORD_CRC_${crc === '0' ? 'NONE' : crc}`), '"RECORD_CRC_NONE"'],
      ['record_comp_mode', pythonText(`RECORD_COMP_${(inner?.id ?? 'none').toUpperCase()}`), '"RECORD_COMP_NONE"'],
    ]),
    ...(isHash ? (buckets === undefined ? [] : [`num_buckets=${buckets}`]) : []),
    ...(isHash ? [] : [`max_page_size=${options.maxPageSize}`, `max_branches=${options.maxBranches}`]),
  ];
  return [
    {
      tool: 'tkrzw',
      label: 'Python (tkrzw)',
      language: 'python',
      write: joined([
        'import tkrzw',
        '',
        '# data: a dictionary of texts',
        'database = tkrzw.DBM()',
        ...call('database.Open', [pythonText(fileName), 'True', 'truncate=True', ...settings]).map(
          (line, index, all) => (index === all.length - 1 ? `${line}.OrDie()` : line),
        ),
        'for key, value in data.items():',
        '    database.Set(key, value)',
        'database.Close().OrDie()',
      ]),
      read: joined([
        'import tkrzw',
        '',
        'database = tkrzw.DBM()',
        `database.Open(${pythonText(fileName)}, False, dbm="${isHash ? 'HashDBM' : 'TreeDBM'}").OrDie()`,
        'data = {key.decode(): value.decode() for key, value in database}',
        'database.Close().OrDie()',
      ]),
      tested: false,
    },
  ];
}
