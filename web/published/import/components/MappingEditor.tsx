import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { toErrorRecord } from '../../../../workers/model/errors';
import {
  type ImportedScope,
  type ImportedSet,
  importedLimits,
  type Provenance,
} from '../../../../workers/model/imported-set';
import { plural } from '../../../../workers/model/plural';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Segmented } from '../../../ui/Segmented';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { toBaseUnits, readCell } from '../readers/cell-number';
import { importedCharts } from '../set/charts';
import { AllFigures } from './AllFigures';
import { ColumnTable } from './ColumnTable';
import { type FigureReading, type ColumnMapping, rowsNameMetrics } from '../columns/column-role';
import type { RawTable } from '../readers/given-table';
import { scopeIn } from '../columns/heading';
import styles from './Import.module.css';
import { ImportedCharts } from './ImportedCharts';
import { MappingProblems } from './MappingProblems';
import { type ImportedSetResult, makeImportedSet } from '../set/make-set';
import { guessMapping, guessMappingFor, orientTable } from '../columns/mapping';
import { NamedMetricTable } from './NamedMetricTable';
import { namedMetrics } from '../columns/named-metrics';
import { ProvenanceFields, ScopeField } from './ProvenanceFields';

interface MappingEditorProps {
  readonly table: RawTable;
  readonly onKeep: (set: ImportedSet) => void;
}

const nothingStated: Provenance = {
  who: '',
  where: '',
  date: '',
  hardware: '',
  software: '',
  threads: '',
  repeats: '',
  clock: '',
};
const noBaseline = '';
const plainNames = /\b(none|uncompressed|memcpy|raw|plain|baseline|no compression|original)\b/i;

/** Memoized, so that typing a title or provenance does not redraw the charts. */
const Charts = memo(ImportedCharts);
const Columns = memo(ColumnTable);
const NamedMetrics = memo(NamedMetricTable);
const Problems = memo(MappingProblems);
const noProblems: ImportedSetResult['problems'] = [];

/** The guessed reading of a table, for the user to check and change, with a preview of the resulting charts. */
export function MappingEditor({ table, onKeep }: MappingEditorProps) {
  const [mapping, setMapping] = useState(() => guessMapping(table));
  const [title, setTitle] = useState(table.title);
  const [provenance, setProvenance] = useState(nothingStated);
  const [scope, setScope] = useState<ImportedScope>(() => scopeIn(table.title) ?? 'notStated');
  const [data, setData] = useState({ label: '', items: '', size: '' });
  const [chosen, setBaseline] = useState<string | null>(null);
  const [shownDataset, setShownDataset] = useState<string | null>(null);
  // Only a table without a column of systems names its system by the title.
  const titleInNames = useDeferredValue(
    mapping.columns.some(({ role }) => role === 'system' || role === 'systemAndMetric') ? table.title : title,
  );
  const itemCount = amountIn(data.items, false);
  const dataBytes = amountIn(data.size, true);
  const turned = useMemo(() => attempt(() => orientTable(table, mapping)), [table, mapping]);
  const made = useMemo(
    () =>
      attempt((): ImportedSetResult => {
        const details = {
          id: 'preview',
          title: titleInNames,
          importedAt: new Date(0).toISOString(),
          provenance: nothingStated,
          scope,
          dataset: { label: data.label.trim() || 'the data', itemCount, dataBytes },
          baseline: null,
        };
        const first = makeImportedSet(table, mapping, details);
        const labels = first.set?.systems.map(({ label }) => label) ?? [];
        const baseline = chosen ?? labels.find((label) => plainNames.test(label)) ?? labels[0] ?? null;
        return first.set === null
          ? first
          : {
              ...first,
              set: { ...first.set, baseline: first.set.systems.find(({ label }) => label === baseline)?.id ?? null },
            };
      }),
    [table, mapping, titleInNames, scope, data.label, itemCount, dataBytes, chosen],
  );
  const set = made.value?.set ?? null;
  const datasets = set?.datasets ?? [];
  const dataset = datasets.find(({ id }) => id === shownDataset) ?? datasets[0];
  const charts = useMemo(
    () => (set === null || dataset === undefined ? [] : importedCharts(set, dataset.id)),
    [set, dataset],
  );
  const setColumns = useCallback((columns: ColumnMapping['columns']) => setMapping((now) => ({ ...now, columns })), []);
  const setReading = useCallback(
    (key: string, reading: FigureReading) =>
      setMapping((now) => ({ ...now, named: new Map([...now.named, [key, reading]]) })),
    [],
  );
  const figureColumns = mapping.columns.filter(({ role }) => role === 'figure');
  const named = useMemo(
    () => (turned.value === null ? [] : namedMetrics(turned.value, mapping).slice(0, importedLimits.metrics)),
    [turned.value, mapping],
  );
  const isLong = rowsNameMetrics(mapping.columns) || mapping.columns.some(({ role }) => role === 'value');
  const hasDatasetColumn = mapping.columns.some(({ role }) => role === 'dataset');

  const keep = () => {
    if (set === null) return;
    const kept = title.trim().slice(0, 200) || 'Imported table';
    onKeep({ ...set, title: kept, provenance, id: newId(kept), importedAt: new Date().toISOString() });
  };

  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <div className={styles.grow}>
          <TextField label="Title" maxLength={1_000} value={title} onChange={setTitle} />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">Systems are in</span>
          <Segmented
            label="Systems are in"
            value={mapping.systemsIn}
            options={[
              { value: 'rows', label: 'Rows' },
              { value: 'columns', label: 'Columns' },
            ]}
            onChange={(systemsIn) => {
              const next = attempt(() => guessMappingFor(table, systemsIn, mapping.numerals)).value;
              setMapping(next ?? { ...mapping, systemsIn });
            }}
          />
        </div>
        {hasSeparators(table) && (
          <div className={styles.choice}>
            <span aria-hidden="true">Number format</span>
            <Segmented
              label="Number format"
              value={mapping.numerals}
              options={[
                { value: 'point', label: '1,234.5' },
                { value: 'comma', label: '1.234,5' },
              ]}
              onChange={(numerals) =>
                setMapping(
                  attempt(() => guessMappingFor(table, mapping.systemsIn, numerals)).value ?? { ...mapping, numerals },
                )
              }
            />
          </div>
        )}
        {set !== null && (
          <SelectField
            label="Baseline"
            value={
              set.baseline === null
                ? noBaseline
                : (set.systems.find(({ id }) => id === set.baseline)?.label ?? noBaseline)
            }
            options={[
              { value: noBaseline, label: 'None' },
              ...set.systems.map(({ label }) => ({ value: label, label })),
            ]}
            onChange={setBaseline}
          />
        )}
        <Button variant="primary" disabled={set === null} onClick={keep}>
          Keep in this browser
        </Button>
      </div>
      {made.problem !== null && (
        <Notice tone="danger" title="The table can’t be imported with these settings." live>
          {made.problem}
        </Notice>
      )}
      {made.value?.missing != null && (
        <Notice tone="warning" title="No figures yet." live>
          {made.value.missing}
        </Notice>
      )}
      {datasets.length > 1 && (
        <SelectField
          label="Dataset shown"
          value={dataset?.id ?? ''}
          options={datasets.map(({ id, label }) => ({ value: id, label }))}
          onChange={setShownDataset}
        />
      )}
      {set !== null && (
        <p className={styles.small}>
          {plural(set.systems.length, 'system')}, {plural(set.figures.length, 'figure')}. Bold is the baseline.
        </p>
      )}
      <Charts charts={charts} />
      {turned.value !== null && <Columns table={turned.value} mapping={mapping} scope={scope} onColumns={setColumns} />}
      {named.length > 0 && <NamedMetrics metrics={named} scope={scope} onReading={setReading} />}
      {(made.value?.repeats ?? 0) > 0 || mapping.repeats === 'median' ? (
        <div className={styles.row}>
          <SelectField
            label="Several numbers of one system, metric and dataset"
            value={mapping.repeats}
            options={[
              { value: 'apart', label: isLong ? 'omit them' : 'make each a separate system' },
              { value: 'median', label: 'repeats: show their median, minimum and maximum' },
            ]}
            onChange={(value) => setMapping({ ...mapping, repeats: value === 'median' ? 'median' : 'apart' })}
          />
          {mapping.repeats === 'apart' && (
            <p className={styles.small}>
              If they are not repeats, choose “System”, “Dataset” or “Metric’s name” for the column that tells them
              apart.
            </p>
          )}
        </div>
      ) : null}
      {figureColumns.length > 2 &&
        figureColumns.some(
          (column) => column.role === 'figure' && (column.basis === 'nothing' || column.quantity === 'number'),
        ) && (
          <AllFigures
            onChange={(column) =>
              setMapping({
                ...mapping,
                columns: mapping.columns.map((each) => (each.role === 'figure' ? { role: 'figure', ...column } : each)),
              })
            }
          />
        )}
      <Problems remarks={table.remarks} problems={made.value?.problems ?? noProblems} />
      <details className={styles.more}>
        <summary>Provenance: source, hardware and data. Empty fields are shown as “not stated”</summary>
        <div className={styles.fields}>
          <ProvenanceFields provenance={provenance} onChange={setProvenance} />
          <ScopeField
            scope={scope}
            help="Applies to each column of times or speeds that has no clock of its own"
            onChange={setScope}
          />
          {!hasDatasetColumn && (
            <>
              <TextField
                maxLength={1_000}
                label="Data"
                help="The data that was written and read"
                value={data.label}
                onChange={(label) => setData({ ...data, label })}
              />
              <TextField
                maxLength={1_000}
                label="Items"
                help="The number of rows or records"
                error={itemCount === null && data.items.trim() !== '' ? 'Enter a number.' : null}
                value={data.items}
                onChange={(items) => setData({ ...data, items })}
              />
              <TextField
                maxLength={1_000}
                label="Size of the data"
                help="With its unit: 211 MB"
                error={
                  dataBytes === null && data.size.trim() !== ''
                    ? 'Enter a number with a unit of bytes, such as 211 MB.'
                    : null
                }
                value={data.size}
                onChange={(size) => setData({ ...data, size })}
              />
            </>
          )}
        </div>
      </details>
    </div>
  );
}

function attempt<T>(work: () => T): { readonly value: T | null; readonly problem: string | null } {
  try {
    return { value: work(), problem: null };
  } catch (thrown) {
    const { message, remedy } = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
    return { value: null, problem: [message, remedy].filter(Boolean).join(' ') };
  }
}

const hasSeparators = ({ rows }: RawTable) => rows.some(({ cells }) => cells.some((cell) => /\d,\d/.test(cell)));

/** The number of items or bytes in a text field. Null if the text states none. */
function amountIn(text: string, inBytes: boolean): number | null {
  const read = readCell(text, 'point');
  if (read.kind !== 'number' || read.value < 0) return null;
  if (read.unit === null) return read.value;
  const isBytes = ['B', 'kB', 'KiB', 'MB', 'MiB', 'GB', 'GiB', 'TB', 'TiB'].includes(read.unit);
  return inBytes && isBytes ? toBaseUnits(read.value, read.unit) : null;
}

function newId(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return [slug, Date.now().toString(36)].filter((part) => part !== '').join('-');
}
