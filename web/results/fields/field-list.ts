import { codecOptions } from '../../../workers/model/codec-options';
import type { OptionDescriptor, OptionValue } from '../../../workers/model/options';
import type { Candidate, DatasetSpec, Operation } from '../../../workers/model/plan';
import { codecs, formats, workloads } from '../../../workers/registry/metadata';
import { formatTotal } from '../../decide/answer-words';
import { totalOf } from '../../decide/totals';
import { noCodecId } from '../../figures/candidate-names';
import { formatBytes, formatCount, formatMs, formatRatio } from '../../figures/figures';
import { formatBytesTick, formatMsTick } from '../../figures/tick-texts';
import { operationNames, type OperationSubjects } from '../../figures/operation-names';
import { optionValueText } from '../../figures/option-value-text';
import type { Situation } from '../../view/situation';
import { type CategoryField, exactly, type Field, type MeasuredCell, type NumberField, noReading } from './field';
import { throughputField, timeField } from './operation-fields';

/** What the fields of a chart depend on. */
interface FieldSources {
  readonly operations: readonly Operation[];
  /** The operation chosen for the chart, which the fields `throughput` and `time` follow. */
  readonly operation: Operation;
  readonly subjects: OperationSubjects;
  readonly situation: Situation;
  readonly candidates: readonly Candidate[];
  readonly datasets: readonly DatasetSpec[];
}

const exactNumber = {
  kind: 'number',
  canBeLog: true,
  isDiscrete: false,
  reference: null,
  ofDataset: false,
  replicated: () => null,
} as const;

const inBytes = { format: formatBytes, formatTick: formatBytesTick, entry: { unit: 'MB', factor: 1e6 } } as const;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const plainNumber = {
  format: (value: number) => plain.format(value),
  formatTick: (value: number) => compact.format(value),
  entry: { unit: '', factor: 1 },
} as const;

const sizeField: NumberField = {
  ...exactNumber,
  ...inBytes,
  id: 'size',
  label: 'Size',
  group: 'File',
  phrase: 'file size',
  axisTitle: 'file size',
  better: 'smaller',
  read: ({ row: { sizeBytes } }) =>
    sizeBytes === null ? noReading('this candidate writes no file') : exactly(sizeBytes),
};

const ratioField: NumberField = {
  ...exactNumber,
  id: 'ratio',
  label: 'Ratio',
  group: 'File',
  phrase: 'ratio',
  axisTitle: 'ratio: data in memory ÷ file size',
  better: 'larger',
  reference: 1,
  read: ({ row: { ratio, sizeBytes } }) =>
    ratio === null
      ? noReading(sizeBytes === null ? 'this candidate writes no file' : 'its file is empty')
      : exactly(ratio),
  format: formatRatio,
  formatTick: String,
  entry: { unit: '', factor: 1 },
};

const memoryField: NumberField = {
  ...exactNumber,
  ...inBytes,
  id: 'memory',
  label: 'Memory (WASM)',
  group: 'Memory and set-up',
  phrase: 'peak of the WASM memory',
  axisTitle: 'peak of the WASM memory',
  better: 'smaller',
  read: ({ row: { wasmPeakBytes } }) =>
    wasmPeakBytes === null ? noReading('the memory of JavaScript can’t be measured') : exactly(wasmPeakBytes),
};

const setUpField: NumberField = {
  ...exactNumber,
  id: 'setUp',
  label: 'Set-up time',
  group: 'Memory and set-up',
  phrase: 'set-up time',
  axisTitle: 'set-up time: loading, compiling, allocating',
  better: 'smaller',
  read: ({ row: { setUpMs } }) => exactly(setUpMs),
  format: formatMs,
  formatTick: formatMsTick,
  entry: { unit: 'ms', factor: 1 },
};

function totalField(situation: Situation): NumberField {
  const title = { time: 'total time', money: 'total cost', size: 'size' }[situation.goal];
  return {
    ...exactNumber,
    id: 'total',
    label: 'Situation’s total',
    group: 'Situation',
    phrase: `${title} of the situation`,
    axisTitle: `${title} of the situation`,
    better: 'smaller',
    read: ({ contender }) =>
      typeof contender === 'string' ? noReading(contender) : exactly(totalOf(situation, contender.figures)),
    replicated: ({ contender }, draws) => (typeof contender === 'string' ? null : draws.totals(contender)),
    format: (value) => formatTotal(situation, value),
    formatTick: (value) => formatTotal(situation, value, 2),
    entry:
      situation.goal === 'time'
        ? { unit: 's', factor: 1_000 }
        : situation.goal === 'size'
          ? inBytes.entry
          : { unit: '$', factor: 1 },
  };
}

const levelField: NumberField = {
  ...exactNumber,
  ...plainNumber,
  id: 'level',
  label: 'Level',
  group: 'Candidate',
  phrase: 'level',
  axisTitle: 'level of the codec',
  better: null,
  canBeLog: false,
  isDiscrete: true,
  read: ({ row: { names } }) => (names.level === null ? noReading('it has no level') : exactly(names.level)),
};

const itemsField: NumberField = {
  ...exactNumber,
  ...plainNumber,
  id: 'n',
  label: 'N: number of items',
  group: 'Data',
  phrase: 'number of items',
  axisTitle: 'items in the dataset',
  ofDataset: true,
  better: null,
  isDiscrete: true,
  read: ({ row: { itemCount } }) =>
    itemCount === null ? noReading('the number of items is unknown') : exactly(itemCount),
  format: formatCount,
};

const dataBytesField: NumberField = {
  ...exactNumber,
  ...inBytes,
  id: 'dataBytes',
  label: 'Data in memory',
  group: 'Data',
  phrase: 'size of the data in memory',
  axisTitle: 'size of the data in memory',
  ofDataset: true,
  better: null,
  isDiscrete: true,
  read: ({ row: { dataBytes } }) =>
    dataBytes === null ? noReading('the size of the data is unknown') : exactly(dataBytes),
};

const category = (
  id: string,
  label: string,
  group: CategoryField['group'],
  read: CategoryField['read'],
): CategoryField => ({
  kind: 'category',
  id,
  label,
  group,
  phrase: label.toLowerCase(),
  axisTitle: label.toLowerCase(),
  ofDataset: false,
  read,
});

const candidateCategories: readonly CategoryField[] = [
  category('codec', 'Codec', 'Candidate', ({ row: { names } }) =>
    names.codecId === noCodecId ? 'no codec' : names.codec,
  ),
  category('format', 'Format', 'Candidate', ({ row }) => row.names.format),
  category('implementation', 'Implementation', 'Candidate', ({ row }) => row.names.implementation),
  category('granularity', 'Granularity', 'Candidate', ({ row }) => row.names.granularity),
];

const runCategories: readonly CategoryField[] = [
  category('machine', 'Machine', 'Run', ({ machine }) => machine),
  category('source', 'Source', 'Run', ({ source }) => source),
];

/** The fields that a chart of a run can have as axes, colour or facets, in the order of display. Every id occurs once. */
export function fieldsOf(sources: FieldSources): readonly Field[] {
  const { operations, operation, subjects } = sources;
  const each = operations.flatMap((one): Field[] => {
    const options = { group: 'Each operation', operation: one, subjects } as const;
    const name = operationNames[one];
    return [
      throughputField({ ...options, id: `${one}.throughput`, label: `${name}: throughput` }),
      timeField({ ...options, id: `${one}.time`, label: `${name}: time` }),
    ];
  });
  const chosen = { group: 'Operation', operation, subjects } as const;
  return [
    ratioField,
    sizeField,
    throughputField({ ...chosen, id: 'throughput', label: 'Throughput' }),
    timeField({ ...chosen, id: 'time', label: 'Time' }),
    memoryField,
    setUpField,
    totalField(sources.situation),
    ...each,
    ...candidateCategories,
    levelField,
    ...optionFields(sources.candidates),
    itemsField,
    dataBytesField,
    ...parameterFields(sources.datasets),
    ...runCategories,
  ];
}

type Values = Readonly<Record<string, OptionValue>>;

/** The options of formats (`option.…`) and codecs (`codecOption.…`) that the candidates have. */
function optionFields(candidates: readonly Candidate[]): Field[] {
  const formatDescriptor = (id: string) =>
    candidates
      .flatMap(
        ({ format, implementation }) =>
          formats.get(format)?.implementations.find((each) => each.id === implementation)?.options ?? [],
      )
      .find((option) => option.id === id);
  const codecDescriptor = (id: string) =>
    candidates
      .flatMap(({ codec }) => {
        const implementation = codecs
          .get(codec?.id ?? '')
          ?.implementations.find((each) => each.id === codec?.implementation);
        return codec === null || implementation === undefined ? [] : codecOptions(implementation, codec.granularity);
      })
      .find((option) => option.id === id);
  return [
    ...valueFields('option', 'Candidate', ({ candidate }) => candidate.options, {
      all: candidates.map(({ options }) => options),
      descriptorOf: formatDescriptor,
    }),
    ...valueFields('codecOption', 'Candidate', ({ candidate }) => candidate.codec?.options ?? {}, {
      all: candidates.map(({ codec }) => codec?.options ?? {}),
      descriptorOf: codecDescriptor,
    }),
  ];
}

/** The parameters of generated data (`parameter.…`). */
function parameterFields(datasets: readonly DatasetSpec[]): Field[] {
  const knobsOf = (dataset: DatasetSpec): Values => (dataset.source === 'workload' ? dataset.knobs : {});
  const descriptors = datasets.flatMap((dataset) =>
    dataset.source === 'workload' ? (workloads.get(dataset.workload)?.parameters ?? []) : [],
  );
  return valueFields('parameter', 'Data', ({ dataset }) => knobsOf(dataset), {
    all: datasets.map(knobsOf),
    descriptorOf: (id) => descriptors.find((parameter) => parameter.id === id),
  }).map((field) => ({ ...field, ofDataset: true }));
}

/** One field for each name among the values: a number if all its values are numbers, otherwise a category. */
function valueFields(
  prefix: string,
  group: Field['group'],
  valuesOf: (cell: MeasuredCell) => Values,
  known: {
    readonly all: readonly Values[];
    readonly descriptorOf: (id: string) => OptionDescriptor | undefined;
  },
): Field[] {
  const ids = [...new Set(known.all.flatMap((values) => Object.keys(values)))];
  return ids.map((id): Field => {
    const descriptor = known.descriptorOf(id);
    const label = descriptor?.label ?? id;
    const values = known.all.flatMap((each) => each[id] ?? []);
    const base = { ...category(`${prefix}.${id}`, label, group, () => null), phrase: label, axisTitle: label };
    const optionOf = (cell: MeasuredCell): OptionValue | undefined => {
      const own = valuesOf(cell);
      return Object.hasOwn(own, id) ? own[id] : undefined;
    };
    if (!values.every((value) => typeof value === 'number'))
      return {
        ...base,
        read: (cell) => {
          const value = optionOf(cell);
          return value === undefined ? null : valueText(descriptor, value);
        },
      };
    const unit = descriptor !== undefined && 'unit' in descriptor ? descriptor.unit : undefined;
    return {
      ...exactNumber,
      ...plainNumber,
      ...base,
      kind: 'number',
      better: null,
      canBeLog: values.every((value) => value > 0),
      isDiscrete: true,
      read: (cell) => {
        const value = optionOf(cell);
        return typeof value === 'number' ? exactly(value) : noReading(`it has no ${label.toLowerCase()}`);
      },
      format: (value) => (Number.isInteger(value) ? optionValueText(unit, value) : plain.format(value)),
    };
  });
}

function valueText(descriptor: OptionDescriptor | undefined, value: OptionValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (descriptor?.type === 'choice')
    return descriptor.choices.find((choice) => choice.value === value)?.label ?? String(value);
  return String(value);
}
