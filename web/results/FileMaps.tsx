import { useCallback, useMemo, useState } from 'react';
import type { ByteMap } from '../../workers/model/byte-map';
import { hasMap } from '../../workers/registry/file-types';
import { type Candidate, wrappingCodec } from '../../workers/model/plan';
import { type CompletedRow, isCompleted, type ResultRow } from '../figures/rows';
import { withCoordinator } from '../state/coordinator';
import { Button } from '../ui/Button';
import { SelectField } from '../ui/SelectField';
import type { MappedFile, OwnFile } from '../state/own-file';
import styles from './FileMaps.module.css';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';

const ByteMapPanel = lazyPart(async () => ({ default: (await import('../byte-map/ByteMapPanel')).ByteMapPanel }));

interface FileMapsProps {
  /** The user's file or files, if they have maps. */
  readonly mapped: MappedFile | null;
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  readonly onByteMap: (dataset: number, candidate: number) => Promise<ByteMap>;
}

/** The map of a larger file waits for a click. */
const drawnAtOnceBytes = 200_000_000;

/** A file that a codec wraps shows nothing of its format. */
const isMapped = (row: CompletedRow, candidate: Candidate | undefined) =>
  candidate !== undefined &&
  hasMap(candidate.format) &&
  row.encodedSha256 !== null &&
  wrappingCodec(candidate) === null;

const ownKeyOf = (index: number) => `own file ${index}`;

/** The files of a set that can be chosen. */
const listedFiles = 500;

const filesOf = (ownFile: OwnFile | null): readonly { readonly name: string; readonly file: Blob }[] =>
  ownFile === null
    ? []
    : ownFile instanceof File
      ? [{ name: ownFile.name, file: ownFile }]
      : ownFile.files.slice(0, listedFiles).map(({ path, file }) => ({ name: path, file }));

/**
 * Where the bytes of the user's file are, or of a candidate's. A run doesn't keep its files, so a candidate's file is encoded again when
 * asked for.
 */
export function FileMaps({ mapped: mappedFile, rows, candidates, onByteMap }: FileMapsProps) {
  const ownFile = mappedFile?.file ?? null;
  const own = useMemo(() => filesOf(ownFile), [ownFile]);
  const mapped = rows.filter(isCompleted).filter((row) => isMapped(row, candidates[row.candidate]));
  const options = [
    ...own.map(({ name }, index) => ({ value: ownKeyOf(index), label: `${name}, as it is` })),
    ...mapped.map(({ key, names }) => ({ value: key, label: names.label })),
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  /** What the user asked to see. Another file or another run has the same keys, and nobody asked for its maps. */
  const [asked, setAsked] = useState<{ key: string; ownFile: OwnFile | null; candidates: unknown } | null>(null);
  const option = options.find(({ value }) => value === chosen) ?? options[0];
  const row = mapped.find(({ key }) => key === option?.value);
  const { dataset = 0, candidate = 0 } = row ?? {};
  const fileIndex = own.findIndex((_, index) => ownKeyOf(index) === option?.value);
  const file = own[fileIndex];
  const valueFacts = mappedFile?.valueFacts[fileIndex];
  const load = useCallback(
    () => (file !== undefined ? mapOwnFile(file.file) : onByteMap(dataset, candidate)),
    [file, onByteMap, dataset, candidate],
  );
  if (option === undefined)
    return <p>No file of these candidates has a map of its bytes. Formats such as Parquet, Arrow and HDF5 have one.</p>;
  const isAsked = asked?.key === option.value && asked.ownFile === ownFile && asked.candidates === candidates;
  const isShown = isAsked || (file !== undefined && file.file.size <= drawnAtOnceBytes);
  return (
    <section aria-labelledby="byte-map-title">
      <h3 id="byte-map-title">Where the bytes are</h3>
      {options.length > 1 || !isShown ? (
        <div className={styles.choice}>
          <SelectField label="File" value={option.value} options={options} onChange={setChosen} />
          {!isShown && (
            <Button onClick={() => setAsked({ key: option.value, ownFile, candidates })}>Draw its map</Button>
          )}
        </div>
      ) : null}
      {isShown && (
        <ErrorBoundary what="The map of the bytes" resetKey={option.value} loading={null}>
          <ByteMapPanel
            key={option.value}
            load={load}
            fileName={file?.name ?? option.label}
            {...(valueFacts === undefined ? {} : { valueFacts })}
          />
        </ErrorBoundary>
      )}
    </section>
  );
}

const mapOwnFile = (file: Blob): Promise<ByteMap> => withCoordinator((coordinator) => coordinator.byteMap(file));
