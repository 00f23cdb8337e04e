import type { WorkloadMeta } from '../../model/entry';
import type { OptionDescriptor, OptionValues } from '../../model/options';

/** The parameters of the workload. */
export interface TableParameters {
  readonly distinctShare: number;
  readonly sortedness: number;
  readonly runLength: number;
  readonly nullShare: number;
  readonly decimalDigits: number;
  readonly textRepetition: number;
  readonly regularity: number;
  readonly duplicateShare: number;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): TableParameters {
  return {
    distinctShare: Number(parameters.distinctShare),
    sortedness: Number(parameters.sortedness),
    runLength: Number(parameters.runLength),
    nullShare: Number(parameters.nullShare),
    decimalDigits: Number(parameters.decimalDigits),
    textRepetition: Number(parameters.textRepetition),
    regularity: Number(parameters.regularity),
    duplicateShare: Number(parameters.duplicateShare),
  };
}

const share = (id: string, label: string, help: string, value: number): OptionDescriptor => ({
  type: 'number',
  id,
  label,
  help,
  min: 0,
  max: 1,
  step: 0.01,
  default: value,
});

/** Mean UTF-8 bytes of names and notes that are not null. A test compares them with generated data. */
export const meanNameBytes = 13.9;
export const meanNoteBytes = 38;
/** Number and bytes of the categories' names. */
const categories = 40;
const categoryBytes = 320;

export const meta: WorkloadMeta = {
  id: 'table',
  notInNativeScript: null,
  label: 'Table',
  kind: 'table',
  description:
    'A table of orders as a shop has them: ids, categories, names, times, amounts, flags, free text and nulls. Change how sorted, repetitive or incomplete it is, and see which format and codec gain.',
  parameters: [
    share(
      'distinctShare',
      'Share of distinct values',
      'How many names and amounts differ, as a share of the rows. Values that come early return most often. With few decimal digits there are fewer amounts.',
      0.05,
    ),
    share(
      'sortedness',
      'Share of rows in order',
      'These rows are in the order of id and time. The others have taken each other’s places, within 65,536 rows.',
      1,
    ),
    {
      type: 'integer',
      id: 'runLength',
      label: 'Run length',
      unit: 'rows',
      help: 'Category, quantity and paid are drawn anew after so many rows on average.',
      min: 1,
      max: 10_000,
      default: 1,
    },
    share('nullShare', 'Share of nulls', 'In the columns name, quantity, shipped and note.', 0.05),
    {
      type: 'integer',
      id: 'decimalDigits',
      label: 'Decimal digits',
      help: 'Of the amounts. They are float64, as pandas and DuckDB read them from CSV.',
      min: 0,
      max: 9,
      default: 2,
    },
    share(
      'textRepetition',
      'Share of repeated sentences',
      'These sentences of the notes come from 64 standard ones. The others are drawn word by word.',
      0.3,
    ),
    share(
      'regularity',
      'Regularity of times',
      'With 1, a row is created every 30 seconds exactly. With 0, it may be up to 30 seconds late.',
      0.5,
    ),
    share(
      'duplicateShare',
      'Share of repeated rows',
      'These rows equal an earlier row in every column, at most 65,536 rows before.',
      0,
    ),
  ],
  sizeUnit: 'rows',
  // Fewer rows would not have a null in each nullable column.
  size: { min: 10, max: 10_000_000, default: 50_000 },
  presets: [
    { label: '50,000', size: 50_000, note: '5 MB: a quick run.' },
    { label: '500,000', size: 500_000, note: '47 MB.' },
    { label: '5 million', size: 5_000_000, note: '470 MB.' },
  ],
  dataBytesApproximate: true,
  dataBytes: (parameters, size) => {
    const { nullShare } = readParameters(parameters);
    const fixed = (8 + 4 + 8 + 8 + 4 + 1 + 4) * size + categoryBytes + 4 * (categories + 1);
    const texts = 2 * 4 * (size + 1) + (1 - nullShare) * (meanNameBytes + meanNoteBytes) * size;
    const bitmaps = nullShare > 0 ? 4 * Math.ceil(size / 8) : 0;
    return Math.round(fixed + texts + bitmaps);
  },
  schema: (parameters) => {
    const nullable = readParameters(parameters).nullShare > 0;
    return {
      kind: 'table',
      columns: [
        { name: 'id', type: 'int64', nullable: false },
        {
          name: 'category',
          type: 'category',
          nullable: false,
          ordered: false,
          categories,
          item: { name: 'item', type: 'utf8', nullable: false },
        },
        { name: 'name', type: 'utf8', nullable },
        { name: 'created', type: 'timestamp', nullable: false, unit: 'us', timeZone: 'UTC' },
        { name: 'amount', type: 'float64', nullable: false },
        { name: 'quantity', type: 'int32', nullable },
        { name: 'paid', type: 'bool', nullable: false },
        { name: 'shipped', type: 'date', nullable },
        { name: 'note', type: 'utf8', nullable },
      ],
    };
  },
};
