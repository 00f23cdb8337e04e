import { useCallback, useState } from 'react';
import {
  bytesOfPart,
  type FetchedPart,
  fetchLimitBytes,
  type RemoteTable,
  samplePart,
} from '../../../workers/model/remote/remote-table';
import { defaultFileSample } from '../../../workers/model/plan';
import { ByteMapPanel } from '../../byte-map/ByteMapPanel';
import { bytesInFull, formatBytes, formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import type { tableAtAddress } from '../../state/address-state';
import type { OwnFile } from '../../state/own-file';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import { Notice } from '../../ui/Notice';
import styles from './AddressPanel.module.css';
import { trafficText } from './traffic-text';

interface RemoteTablePanelProps {
  readonly shown: NonNullable<ReturnType<typeof tableAtAddress>>;
  /** The file that is the plan's dataset. */
  readonly openFile: OwnFile | null;
  /** While a run measures, nothing is fetched. */
  readonly isRunActive: boolean;
  /** Fetches a part of the table; all of its file if the part is null. */
  readonly onRows: (part: FetchedPart | null) => void;
}

/** A Parquet file at an address, from its metadata alone: schema, statistics and map; and the choice of rows to fetch. */
export function RemoteTablePanel({ shown, openFile, isRunActive, onRows }: RemoteTablePanelProps) {
  const { status, name, table, traffic } = shown;
  const isFetching = status === 'fetching';
  const error = isFetching ? null : shown.error;
  // The open file has a map of its own, which also says what its values show.
  const isOpen = !isFetching && shown.wholeFile !== null && shown.wholeFile === openFile;
  const load = useCallback(async () => table.map, [table]);
  return (
    <section className={styles.table} aria-labelledby="remote-table-title">
      <h2 id="remote-table-title">{name}</h2>
      <p>
        {plural(table.rows, 'row')}, {plural(table.columns.length, 'column')},{' '}
        {plural(table.groups.length, 'row group')}, {bytesInFull(table.place.sizeBytes)}. The metadata of the file was
        enough to show this. Fetched so far: {trafficText(traffic, table.place.sizeBytes)}.
      </p>
      <PartChoice table={table} isDisabled={isFetching || isRunActive} onRows={onRows} />
      {isRunActive && <p className={styles.note}>Rows can be fetched once the run has ended.</p>}
      {error !== null && (
        <Notice
          tone="danger"
          title={error.tag === 'cancelled' ? 'The fetching was stopped.' : 'The rows can’t be fetched.'}
          live
        >
          <p>{error.message}</p>
          {error.remedy !== undefined && <p>{error.remedy}</p>}
        </Notice>
      )}
      {isOpen ? (
        <p>The whole file is open. The map of its bytes is further below.</p>
      ) : (
        <>
          <h3>Where the bytes are</h3>
          <ByteMapPanel load={load} fileName={name} />
        </>
      )}
    </section>
  );
}

interface PartChoiceProps extends Pick<RemoteTablePanelProps, 'onRows'> {
  readonly table: RemoteTable;
  readonly isDisabled: boolean;
}

function PartChoice({ table, isDisabled, onRows }: PartChoiceProps) {
  const { columns, groups, place } = table;
  const [chosen, setChosen] = useState<readonly number[]>(() => columns.map((_, index) => index));
  const [first, setFirst] = useState(1);
  const [last, setLast] = useState(1);
  if (groups.length === 0 || columns.length === 0) return <p>The file has no rows to fetch.</p>;
  const part: FetchedPart = {
    columns: chosen,
    groups: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first - 1 + index),
  };
  const bytes = bytesOfPart(table, part);
  const rows = part.groups.reduce((sum, group) => sum + (groups[group]?.rows ?? 0), 0);
  const isEmpty = chosen.length === 0 || part.groups.length === 0;
  const problem =
    chosen.length === 0
      ? 'Choose at least one column.'
      : part.groups.length === 0
        ? 'The last row group must not come before the first one.'
        : bytes > fetchLimitBytes
          ? `These are ${formatBytes(bytes)}; at most ${formatBytes(fetchLimitBytes)} can be fetched. Choose fewer columns or row groups.`
          : null;
  const sample = samplePart(table, chosen, defaultFileSample);
  const sampleBytes = bytesOfPart(table, sample);
  const isSampleOffered = chosen.length > 0 && sample.groups.length < groups.length && sampleBytes <= fetchLimitBytes;
  const isWholeAllowed = place.sizeBytes <= fetchLimitBytes;
  return (
    <fieldset className={styles.choice}>
      <legend>Rows to fetch</legend>
      <div className={styles.columns}>
        {columns.map((column, index) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and may share a name.
            key={index}
            checked={chosen.includes(index)}
            onChange={(checked) =>
              setChosen(
                columns.flatMap((_, each) => ((each === index ? checked : chosen.includes(each)) ? [each] : [])),
              )
            }
          >
            {column}
          </Checkbox>
        ))}
      </div>
      <div className={styles.groups}>
        <NumberField label="First row group" value={first} min={1} max={groups.length} integer onChange={setFirst} />
        <NumberField label="Last row group" value={last} min={1} max={groups.length} integer onChange={setLast} />
        <Button variant="primary" disabled={problem !== null || isDisabled} onClick={() => onRows(part)}>
          Fetch {isEmpty ? 'rows' : `${plural(rows, 'row')}, ${formatBytes(bytes)}`}
        </Button>
        {isSampleOffered && (
          <Button disabled={isDisabled} onClick={() => onRows(sample)}>
            Fetch a sample: {formatCount(sample.groups.length)} of {plural(groups.length, 'row group')},{' '}
            {formatBytes(sampleBytes)}
          </Button>
        )}
        {isWholeAllowed && (
          <Button disabled={isDisabled} onClick={() => onRows(null)}>
            Fetch the whole file, {formatBytes(place.sizeBytes)}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p className={styles.note} role="status">
          {problem}
        </p>
      )}
      {!isWholeAllowed && (
        <p className={styles.note}>
          The whole file is larger than the {formatBytes(fetchLimitBytes)} that can be fetched at once.
        </p>
      )}
    </fieldset>
  );
}
