import type { ChosenType } from '../../../workers/model/chosen-type';
import type { ErrorTag } from '../../../workers/model/errors';
import { defaultFileSample, type FileSample, type OwnFileType } from '../../../workers/model/plan';
import { fileTypes, isMoleculeFile, labelOf } from '../../../workers/registry/file-types';
import type { ReadingOptions } from '../../../workers/model/reading-options';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import type { EffectCounts, FileChoices, OwnFile, OwnFileState } from '../../state/own-file';
import { bytesInFull, formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Notice } from '../../ui/Notice';
import { ProgressBar } from '../../ui/ProgressBar';
import { SelectField } from '../../ui/SelectField';
import { useKeptFocus } from '../../ui/use-kept-focus';
import type { OwnFileSpec } from '../plan-edit';
import { filesNotRead, onlyGroup, withoutFiles } from '../../state/differing-files';
import { BadRows } from './BadRows';
import { ColumnTable } from './ColumnTable';
import { DifferingFiles } from './DifferingFiles';
import { FilePicker } from './FilePicker';
import { MalformedChooser } from './MalformedChooser';
import { PartChooser } from './PartChooser';
import styles from './OwnFilePanel.module.css';
import { PrivacyLine } from './PrivacyLine';
import { QuickPreview } from './QuickPreview';
import { ReadingPanel } from './ReadingPanel';
import { changedReading, effectCountsText } from './reading-words';
import { RefusedColumns } from './RefusedColumns';
import { RowsTable } from './RowsTable';
import { SampleLine } from './SampleLine';
import { SetFiles, unreadFiles } from './SetFiles';

interface OwnFilePanelProps {
  readonly state: OwnFileState;
  /** The plan's dataset if it is a user's file, otherwise null. After a reload or on a link, the file itself is not open. */
  readonly spec: OwnFileSpec | null;
  readonly onFile: (file: OwnFile, choices?: FileChoices) => void;
  /** Opens files that the user has just chosen. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly onForget: () => void;
  /** Stops reading the file. */
  readonly onStop: () => void;
}

export function OwnFilePanel({ state, spec, onFile: onChosen, onFiles, onForget, onStop }: OwnFilePanelProps) {
  // Controls that act come and go with the state: a part or columns to choose, “Stop reading”, the picker.
  const kept = useKeptFocus<HTMLDivElement>(state.status);
  if (state.status === 'none') return <FilePicker spec={spec} onFiles={onFiles} kept={kept} />;
  const { file, sample } = state;
  // A file that is read again is sampled as before.
  const onFile: OwnFilePanelProps['onFile'] = (chosen, choices) => onChosen(chosen, { sample, ...choices });
  const set = file instanceof File ? null : file;
  const type =
    state.status === 'ready'
      ? state.report.type
      : state.status === 'failed'
        ? state.type
        : (state.type ?? state.previous?.type ?? null);
  const molecules = moleculeType(state, type);
  const last = state.status === 'ready' ? state.report : state.previous;
  const files = last?.found.files ?? (set === null ? null : unreadFiles(set));
  // Molecules have no previous report to show, since another component shows them.
  const report =
    last !== null && (state.status === 'ready' || (last.type === type && molecules === null)) ? last : null;
  return (
    <>
      <div ref={kept} tabIndex={-1} className={styles.file}>
        <Icon name="file" />
        <span className={styles.name}>
          {file.name}
          <span className={styles.size}>{bytesInFull(file.size)}</span>
        </span>
        <Button size="small" variant="plain" aria-label={`Change the file ${file.name}`} onClick={onForget}>
          Change
        </Button>
      </div>
      <PrivacyLine isSet={set !== null} />
      {files !== null && (
        <SetFiles
          files={files}
          arePartitionsRead={state.reading.partitionColumns === true}
          onPartitions={(areRead) => {
            const { reading } = changedReading(state.reading, { partitionColumns: areRead ? true : undefined });
            onFile(file, { type, reading });
          }}
        />
      )}
      <SelectField
        label="Read as"
        value={type ?? 'detect'}
        options={[
          ...(type === null ? [{ value: 'detect', label: 'Detected from the file', disabled: true }] : []),
          ...[...fileTypes.values()]
            .filter(({ id }) => set === null || isTableFile(id))
            .map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(value) => onFile(file, { type: fileTypes.get(value)?.id ?? null, malformed: state.malformed })}
      />
      {molecules !== null && (
        <MalformedChooser
          type={molecules}
          value={state.malformed}
          onChange={(malformed) => onFile(file, { type: molecules, malformed })}
        />
      )}
      {state.status === 'reading' && (
        <div className={styles.reading} role="status">
          <ProgressBar label={`Reading ${file.name}`} fraction={state.share} />
          <span>{state.stage}…</span>
        </div>
      )}
      {state.status === 'reading' && (
        <Button size="small" onClick={onStop}>
          Stop reading
        </Button>
      )}
      {state.status === 'reading' && state.previous === null && <QuickPreview file={firstOf(file)} />}
      {state.status === 'failed' && (
        <Notice
          tone={state.error.parts === undefined ? 'danger' : 'info'}
          title={
            state.error.tag === 'cancelled'
              ? `Reading ${file.name} was stopped.`
              : state.error.differingFiles !== undefined
                ? 'These files can’t be read as one table.'
                : state.error.parts !== undefined
                  ? `Which part of ${file.name} do you want to measure?`
                  : `${file.name} can’t be read${state.type === null ? '' : ` as ${labelOf(state.type)}`}.`
          }
          live
          actions={
            <>
              {endedEarly.has(state.error.tag) && (
                <Button size="small" onClick={() => onFile(file, { type: state.type, malformed: state.malformed })}>
                  Read it again
                </Button>
              )}
              {state.sample === null && (
                <Button
                  size="small"
                  onClick={() => onFile(file, { ...choicesOf(state), type: state.type, sample: defaultFileSample })}
                >
                  Measure a sample
                </Button>
              )}
              {mayBeBytes(state) && (
                <Button size="small" onClick={() => onFile(file, { type: 'bytes', malformed: state.malformed })}>
                  Measure its bytes
                </Button>
              )}
            </>
          }
        >
          {state.error.differingFiles !== undefined ? (
            <DifferingFiles
              files={state.error.differingFiles}
              agreeing={(set?.files ?? state.error.archiveFiles ?? []).length - state.error.differingFiles.length}
              onOpen={(group) => {
                const differing = state.error.differingFiles ?? [];
                if (set === null) {
                  const { leftOutFiles: before = [] } = state.reading;
                  const others = filesNotRead(state.error.archiveFiles ?? [], differing, group);
                  const leftOutFiles = [...before, ...others].sort((one, other) => one - other);
                  const { reading } = changedReading(state.reading, { leftOutFiles });
                  onFile(file, { type: state.type, reading });
                  return;
                }
                const chosen = group === null ? withoutFiles(set, differing) : onlyGroup(set, differing, group);
                onFile(chosen, { type: state.type, reading: state.reading });
              }}
            />
          ) : state.error.refusedColumns === undefined ? (
            <p>{state.error.message}</p>
          ) : (
            <RefusedColumns
              columns={state.error.refusedColumns}
              onLeaveOut={(indices) => {
                const leftOutColumns = [...new Set([...(state.reading.leftOutColumns ?? []), ...indices])];
                const { reading } = changedReading(state.reading, {
                  leftOutColumns: leftOutColumns.sort((one, other) => one - other),
                });
                onFile(file, { type: state.type, columnTypes: state.columnTypes, reading });
              }}
            />
          )}
          {state.error.remedy !== undefined && <p>{state.error.remedy}</p>}
          {state.error.parts !== undefined && (
            <PartChooser
              parts={state.error.parts}
              chosen={null}
              onPart={(part) => onFile(file, { type: state.type, reading: { part } })}
            />
          )}
          {report === null && (state.columnTypes !== null || Object.keys(state.reading).length > 0) && (
            <Button size="small" onClick={() => onFile(file, { type: state.type })}>
              Reset to detected settings
            </Button>
          )}
        </Notice>
      )}
      {report !== null && (
        // While the file is read again, the previous report and its controls stay, so that the user can change further options.
        <Report
          file={file}
          report={report}
          effects={state.status === 'ready' ? state.effects : 'counted'}
          isCurrent={state.status === 'ready'}
          reading={state.reading}
          columnTypes={state.columnTypes}
          asked={state.sample}
          onSample={(asked) => onFile(file, { ...choicesOf(state), type: report.type, sample: asked })}
          onTypes={(columnTypes) => onFile(file, { type: report.type, columnTypes, reading: state.reading })}
          onReading={(reading, keepsColumns) =>
            onFile(file, { type: report.type, reading, columnTypes: keepsColumns ? state.columnTypes : null })
          }
        />
      )}
    </>
  );
}

const choicesOf = ({ columnTypes, malformed, reading }: Exclude<OwnFileState, { status: 'none' }>) => ({
  columnTypes,
  malformed,
  reading,
});

const firstOf = (file: OwnFile): Blob => (file instanceof File ? file : (file.files[0]?.file ?? new Blob()));

/** True for types of which several files are read as one table. */
const isTableFile = (type: OwnFileType) => type !== 'bytes' && !isMoleculeFile(type);

/** Errors that may not occur again if the file is read again. */
const endedEarly: ReadonlySet<ErrorTag> = new Set(['cancelled', 'timedOut', 'workerCrashed', 'outOfMemory']);

/** A single file can be measured as bytes, unless it is empty or larger than the limit. */
const mayBeBytes = ({ file, type, error }: Extract<OwnFileState, { status: 'failed' }>) =>
  file instanceof File && type !== 'bytes' && file.size > 0 && error.tag !== 'tooLarge';

/** The type of the molecule file, or null if the file has no molecules. A file that could not be read may have been detected as one. */
function moleculeType(state: Exclude<OwnFileState, { status: 'none' }>, type: OwnFileType | null): OwnFileType | null {
  const known = type ?? (state.status === 'failed' ? (fileTypes.get(state.error.format ?? '')?.id ?? null) : null);
  return isMoleculeFile(known) ? known : null;
}

function Report({
  file,
  report,
  effects,
  isCurrent,
  reading,
  columnTypes,
  asked,
  onSample,
  onTypes,
  onReading,
}: {
  readonly file: OwnFile;
  readonly report: OwnFileReport;
  readonly effects: EffectCounts;
  readonly isCurrent: boolean;
  readonly reading: ReadingOptions;
  readonly columnTypes: readonly ChosenType[] | null;
  readonly asked: FileSample | null;
  readonly onSample: (sample: FileSample | null) => void;
  readonly onTypes: (types: readonly ChosenType[]) => void;
  readonly onReading: (reading: ReadingOptions, keepsColumns: boolean) => void;
}) {
  const { schema, itemCount, dataBytes, dialect, notes } = report;
  const items =
    schema.kind === 'table'
      ? `${plural(itemCount, 'row')}, ${plural(schema.columns.length, 'column')}`
      : schema.kind === 'array'
        ? `array of ${schema.shape.join(' × ')} ${schema.elementType}`
        : schema.kind === 'molecules'
          ? `${plural(itemCount, 'molecule')}, ${schema.coordinates ? 'drawn' : 'without coordinates'}`
          : `${formatCount(itemCount)} ${schema.kind === 'bytes' ? 'bytes' : 'vectors'}`;
  const isTable = schema.kind === 'table';
  const { parts } = report.found;
  return (
    <>
      {parts !== undefined && parts.parts.length > 1 && (
        <PartChooser parts={parts.parts} chosen={parts.chosen} onPart={(part) => onReading({ part }, false)} />
      )}
      {isTable && (
        <ReadingPanel
          file={file}
          report={report}
          isCounting={effects === 'counting'}
          reading={reading}
          sample={report.sample === null ? null : asked}
          onReading={onReading}
        />
      )}
      {isTable && (
        <RowsTable
          isCurrent={isCurrent}
          label={report.sample === null ? 'First ten rows' : 'First ten rows of the sample'}
          columnNames={schema.columns.map(({ name }) => name)}
          rows={report.preview.slice(0, 10)}
        />
      )}
      <SampleLine
        sample={report.sample}
        asked={asked}
        itemCount={itemCount}
        type={report.type}
        item={isTable ? 'row' : schema.kind === 'molecules' ? 'molecule' : schema.kind === 'array' ? 'element' : 'item'}
        isCurrent={isCurrent}
        onSample={onSample}
      />
      <p className={styles.facts}>
        {items} · {bytesInFull(dataBytes)} in memory
        {dialect !== null && <span className={styles.dialect}>{dialect}</span>}
      </p>
      {isTable && (
        <p className={styles.facts} role="status">
          {effectCountsText[effects]}
        </p>
      )}
      <BadRows report={report} />
      {notes.length > 0 && (
        <Notice tone="info">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      {isTable && (
        <ColumnTable
          schema={schema}
          report={report}
          isCounting={effects === 'counting'}
          reading={reading}
          columnTypes={columnTypes}
          onTypes={onTypes}
          onReading={(next) => onReading(next, true)}
        />
      )}
    </>
  );
}
