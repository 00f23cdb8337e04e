import { Fragment, useMemo, useState } from 'react';
import type { ImportedDataset, ImportedSet, Provenance } from '../../../../workers/model/imported-set';
import type { ShownRun } from '../../../state/shown-run';
import { datasetName } from '../../../figures/dataset-words';
import { formatBytes, formatCount, formatDateTime } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { saveFile } from '../../../ui/save-file';
import { Button } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Checkbox';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import page from '../../PublishedPage.module.css';
import { SelectField } from '../../../ui/SelectField';
import { CompareTable } from './CompareTable';
import { importedCharts } from '../set/charts';
import styles from './Import.module.css';
import { ImportedCharts } from './ImportedCharts';
import { ProvenanceFields } from './ProvenanceFields';
import { provenanceFields } from '../../../sources/imported/provenance';
import { ScopeFields } from './ScopeFields';
import { dataOfRun, isSameData } from '../../../sources/imported/same-data';
import { importedCsv } from '../set/set-csv';

interface ImportedCardProps {
  readonly set: ImportedSet;
  readonly shown: ShownRun | null;
  /** The index of the selected dataset of the run on Explore. */
  readonly dataset: number;
  readonly onSet: (next: ImportedSet) => void;
  readonly onRemove: (set: ImportedSet) => void;
}

const noBaseline = '';

/** An imported set: its charts, its factors beside those of the user's run, the original table, and its provenance. */
export function ImportedCard({ set, shown, dataset, onSet, onRemove }: ImportedCardProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [editing, setEditing] = useState(false);
  const ofSet = set.datasets.find(({ id }) => id === chosen) ?? set.datasets[0];
  const charts = useMemo(() => (ofSet === undefined ? [] : importedCharts(set, ofSet.id)), [set, ofSet]);
  const unstated = provenanceFields.flatMap(({ key, label }) =>
    set.provenance[key].trim() === '' ? [label.toLowerCase()] : [],
  );
  const fileName = `formatlab-${set.id}`;
  return (
    <article className={page.card} aria-labelledby={`imported-${set.id}`}>
      <header className={page.cardHead}>
        <p className={page.eyebrow}>
          Imported {formatDateTime(set.importedAt)} · {plural(set.systems.length, 'system')},{' '}
          {plural(set.figures.length, 'figure')}
        </p>
        <h3 id={`imported-${set.id}`} className={page.cardTitle}>
          {set.title}
        </h3>
      </header>
      <div className={styles.bar}>
        <SelectField
          label="Baseline"
          value={set.baseline ?? noBaseline}
          options={[
            { value: noBaseline, label: 'None' },
            ...set.systems.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(value) => onSet({ ...set, baseline: value === noBaseline ? null : value })}
        />
        {set.datasets.length > 1 && (
          <SelectField
            label="Dataset shown"
            value={ofSet?.id ?? ''}
            options={set.datasets.map(({ id, label }) => ({ value: id, label }))}
            onChange={setChosen}
          />
        )}
        <Button
          onClick={() =>
            saveFile(`${fileName}.json`, new Blob([`${JSON.stringify(set, null, 1)}\n`], { type: 'application/json' }))
          }
        >
          Export JSON
        </Button>
        <Button onClick={() => saveFile(`${fileName}.csv`, new Blob([importedCsv(set)], { type: 'text/csv' }))}>
          Export CSV
        </Button>
        <Button variant="danger" onClick={() => onRemove(set)}>
          Remove
        </Button>
      </div>
      <ImportedCharts charts={charts} />
      <CompareTable set={set} shown={shown} dataset={dataset} onSet={onSet} />
      <div className={styles.block}>
        <ScopeFields set={set} onSet={onSet} />
        <Checkbox checked={set.sameMachine === true} onChange={(sameMachine) => onSet({ ...set, sameMachine })}>
          It was measured on this machine
        </Checkbox>
        {ofSet !== undefined && <SameDataTick set={set} ofSet={ofSet} shown={shown} dataset={dataset} onSet={onSet} />}
      </div>
      {set.table !== null && (
        <details className={styles.more}>
          <summary>Original table</summary>
          <ScrollRegion label={`“${set.title}”, original table`} className={styles.scroll}>
            <GivenCells table={set.table} />
          </ScrollRegion>
        </details>
      )}
      <section className={styles.block} aria-label={`Provenance of “${set.title}”`}>
        <h4 className={styles.heading}>Provenance</h4>
        {editing ? (
          <ProvenanceEditor provenance={set.provenance} onChange={(provenance) => onSet({ ...set, provenance })} />
        ) : (
          <>
            <dl className={page.facts}>
              {provenanceFields.map(({ key, label }) =>
                set.provenance[key].trim() === '' ? null : (
                  <Fragment key={key}>
                    <dt>{label}</dt>
                    <dd>{set.provenance[key]}</dd>
                  </Fragment>
                ),
              )}
              <dt>Data</dt>
              <dd>{set.datasets.slice(0, 5).map(datasetWords).join('; ')}</dd>
            </dl>
            {unstated.length > 0 && <p className={styles.small}>Not stated: {unstated.join(', ')}.</p>}
          </>
        )}
        <div>
          <Button size="small" onClick={() => setEditing(!editing)}>
            {editing ? 'Done' : 'Change'}
          </Button>
        </div>
      </section>
    </article>
  );
}

/**
 * Edits are applied when the user leaves a field. Otherwise each keystroke would redraw everything that shows the set.
 */
function ProvenanceEditor({
  provenance,
  onChange,
}: {
  readonly provenance: Provenance;
  readonly onChange: (next: Provenance) => void;
}) {
  const [typed, setTyped] = useState(provenance);
  return (
    <fieldset className={styles.fields} onBlur={() => onChange(typed)}>
      <legend className="visually-hidden">Provenance</legend>
      <ProvenanceFields provenance={typed} onChange={setTyped} />
    </fieldset>
  );
}

function datasetWords({ label, itemCount, dataBytes }: ImportedDataset): string {
  const statedSizes = [
    ...(itemCount === null ? [] : [`${formatCount(itemCount)} items`]),
    ...(dataBytes === null ? [] : [formatBytes(dataBytes)]),
  ];
  return statedSizes.length === 0 ? `${label}, size not stated` : `${label}, ${statedSizes.join(', ')}`;
}

/** The user confirms that the set's data is the run's data. Only then are sizes compared. */
function SameDataTick({
  set,
  ofSet,
  shown,
  dataset,
  onSet,
}: Pick<ImportedCardProps, 'set' | 'shown' | 'dataset' | 'onSet'> & { readonly ofSet: ImportedDataset }) {
  const result = shown?.result ?? null;
  const index = result === null ? 0 : Math.min(dataset, result.plan.datasets.length - 1);
  const spec = result?.plan.datasets[index];
  const here = result === null ? null : dataOfRun(result, index);
  if (spec === undefined || here === null) return null;
  const say = (isSame: boolean, id: string | null) =>
    onSet({
      ...set,
      datasets: set.datasets.map((each) =>
        id === null || each.id === id ? { ...each, sameAs: isSame ? here : null } : each,
      ),
    });
  return (
    <div className={styles.block}>
      <Checkbox checked={isSameData(ofSet.sameAs, here)} onChange={(checked) => say(checked, ofSet.id)}>
        “{ofSet.label}” is the same data as that of the run shown ({datasetName(spec)})
        {here.kind === 'workload' ? ', of whatever size' : ''}: compare sizes, too
      </Checkbox>
      {set.datasets.length > 1 && here.kind === 'workload' && (
        <Checkbox
          checked={set.datasets.every(({ sameAs }) => isSameData(sameAs, here))}
          onChange={(checked) => say(checked, null)}
        >
          So are all {formatCount(set.datasets.length)} of its datasets, each at its own size: draw their times against
          size, too
        </Checkbox>
      )}
    </div>
  );
}

function GivenCells({ table }: { readonly table: NonNullable<ImportedSet['table']> }) {
  // A printed table never changes its order, so the index is a stable key.
  const keyed = (cells: readonly string[]) => cells.map((cell, index) => ({ key: `${index}`, cell }));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Original table</caption>
      <thead>
        <tr>
          {keyed(table.columns).map(({ key, cell }) => (
            <th key={key} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(table.rows.map((cells) => JSON.stringify(cells))).map(({ key }, index) => (
          <tr key={key}>
            {keyed(table.rows[index] ?? []).map(({ key: column, cell }) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
