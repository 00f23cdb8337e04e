import { maxOptionText, type OptionDescriptor } from '../../../model/options';
import { renamedColumnSettings } from './column-settings';
import { encodings, type ParquetEncoding } from './encodings';
import { renamedSortedBy } from './sorted-by';

/** The rows per row group that pyarrow writes by default. */
export const defaultRowGroupRows = 1_048_576;

export const encodingOption = (offered: readonly ParquetEncoding[], help = ''): OptionDescriptor => ({
  type: 'choice',
  id: 'encoding',
  label: 'Encoding',
  help: `Applies to the columns whose type allows it; the others are PLAIN. Dictionary falls back to PLAIN if a column has too many distinct values.${help}`,
  choices: offered.map((value) => ({ value, label: encodings[value] })),
  default: 'DICTIONARY',
});

export const rowGroupOption: OptionDescriptor = {
  type: 'integer',
  id: 'rowGroupRows',
  label: 'Rows per row group',
  unit: 'rows',
  min: 1_000,
  max: 134_217_728,
  default: defaultRowGroupRows,
};

export const pageVersionOption: OptionDescriptor = {
  type: 'choice',
  id: 'pageVersion',
  label: 'Data page version',
  choices: [
    { value: '1', label: '1', inName: 'data page v1' },
    { value: '2', label: '2', inName: 'data page v2' },
  ],
  default: '1',
};

/** Options that only arrow-rs has. Their defaults are pyarrow's. */
export const pageOptions: readonly OptionDescriptor[] = [
  {
    type: 'integer',
    id: 'pageKiB',
    label: 'Page size',
    help: 'A data page ends when it holds this much, or this many rows. Smaller pages make look-ups faster and compress worse.',
    unit: 'KiB',
    min: 1,
    max: 1_048_576,
    default: 1_024,
  },
  {
    type: 'integer',
    id: 'pageRows',
    label: 'Rows per page',
    unit: 'rows',
    min: 1,
    max: 134_217_728,
    default: 20_000,
  },
  {
    type: 'integer',
    id: 'dictionaryKiB',
    label: 'Dictionary limit',
    help: 'A column whose dictionary would grow larger continues with PLAIN pages.',
    unit: 'KiB',
    min: 1,
    max: 1_048_576,
    default: 1_024,
  },
  {
    type: 'choice',
    id: 'statistics',
    label: 'Statistics',
    help: 'The smallest and the largest value, and the number of nulls. With those of pages, the file has a page index, from which readers choose pages.',
    choices: [
      { value: 'none', label: 'none', inName: 'no statistics' },
      { value: 'columnChunk', label: 'by column chunk', inName: 'statistics by column chunk' },
      { value: 'page', label: 'by page (page index)', inName: 'page index' },
    ],
    default: 'columnChunk',
  },
  {
    type: 'boolean',
    id: 'bloomFilter',
    label: 'Bloom filters',
    help: 'Let a reader skip row groups that do not hold the value it looks for. They make the file larger.',
    default: false,
  },
  {
    type: 'text',
    id: 'sortedBy',
    label: 'Sorted by',
    help: 'Declares in each row group that its rows are sorted by this column: its name, or its name and “descending”. Each encoding first proves it, and refuses rows in another order; it never reorders them.',
    maxLength: maxOptionText,
    default: '',
    offInName: 'not sorted',
    renamed: renamedSortedBy,
  },
  {
    type: 'text',
    id: 'columns',
    label: 'Settings by column',
    isNamedByLabel: true,
    help: 'Encoding, codec and level of single columns, or of parts of nested ones by their paths, which take precedence over those of the file. For example: price: BYTE_STREAM_SPLIT, zstd 9; note: PLAIN, uncompressed',
    maxLength: maxOptionText,
    default: '',
    renamed: renamedColumnSettings,
  },
];
