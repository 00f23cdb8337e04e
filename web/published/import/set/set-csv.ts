import { quotedField, withoutFormula } from '../../../ui/csv-lines';
import { type ImportedSet, importedUnits } from '../../../../workers/model/imported-set';

/**
 * Text that would start a formula in a spreadsheet is escaped. A printed number stays a number even if it starts with a
 * sign.
 */
function field(value: string | number | null): string {
  if (value === null) return '';
  return quotedField(typeof value === 'string' && Number.isNaN(Number(value)) ? withoutFormula(value) : String(value));
}

const baseUnits = { time: 's', bytes: 'bytes', speed: 'bytes/s', rate: '1/s', bare: '1' } as const;

/**
 * The set as CSV (RFC 4180, lines end with CRLF): one row per figure, with its provenance. Fields that are not stated
 * are empty.
 */
export function importedCsv(set: ImportedSet): string {
  const metrics = new Map(set.metrics.map((metric) => [metric.id, metric]));
  const systems = new Map(set.systems.map((system) => [system.id, system]));
  const datasets = new Map(set.datasets.map((dataset) => [dataset.id, dataset]));
  const { who, where, date, hardware, software, threads, repeats, clock } = set.provenance;
  const head = [
    'title',
    'system',
    'dataset',
    'dataset_items',
    'dataset_bytes',
    'metric',
    'quantity',
    'printed',
    'printed_unit',
    'value',
    'value_unit',
    'low',
    'high',
    'is_baseline',
    'clock_scope',
    'who',
    'where',
    'date',
    'hardware',
    'software',
    'threads',
    'repeats',
    'clock',
  ];
  const rows = set.figures.map((figure) => {
    const metric = metrics.get(figure.metric);
    const dataset = datasets.get(figure.dataset);
    return [
      set.title,
      systems.get(figure.system)?.label ?? figure.system,
      dataset?.label ?? figure.dataset,
      dataset?.itemCount ?? null,
      dataset?.dataBytes ?? null,
      metric?.label ?? figure.metric,
      metric?.quantity ?? null,
      figure.printed,
      figure.unit,
      figure.value,
      baseUnits[importedUnits[figure.unit].dimension],
      figure.range?.low ?? null,
      figure.range?.high ?? null,
      figure.system === set.baseline ? 'yes' : 'no',
      metric?.scope ?? null,
      who,
      where,
      date,
      hardware,
      software,
      threads,
      repeats,
      clock,
    ];
  });
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
