import { useContext, useMemo, useState } from 'react';
import type { ColumnFacts } from '../../workers/model/byte-map';
import type { SearchPlan } from '../../workers/model/column-search';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RewrittenFile } from '../../workers/model/rewrite';
import type { FoundFile } from '../../workers/model/search-choice';
import type { FileSet } from '../../workers/model/user-data';
import { bytesInFull, formatExactBytes, formatMs, formatPercent } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { withCoordinator } from '../state/coordinator';
import { beginMeasuring, useWaitingReason } from '../state/measuring-job';
import { useWorkOutsideRuns } from '../state/use-work-outside-runs';
import { Button } from '../ui/Button';
import { CopyText } from '../ui/CopyText';
import { Notice } from '../ui/Notice';
import { saveFile } from '../ui/save-file';
import { useKeptFocus } from '../ui/use-kept-focus';
import { firstCellClass, textCellClass, WideTable } from '../ui/WideTable';
import type { OwnFile } from '../state/own-file';
import styles from './ColumnSearch.module.css';
import { factsOf } from './column-facts';
import { planSentences, recipeOf } from './recipe';
import { rewriteSnippets } from './rewrite-snippets';
import { SnippetSourceContext, sourceOf } from '../decide/snippets/source-context';
import { BesideCodeContext, type SearchedData } from '../decide/beside-code';
import { settingText } from './setting-words';

interface RewriteProps {
  readonly chosen: FoundFile;
  readonly usual: FoundFile | null;
  readonly search: SearchPlan;
  readonly plan: Plan;
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly ownFile: OwnFile | null;
  /** What the user's file says that the rewritten one leaves out. */
  readonly metadataNotes: readonly string[];
  /** While a run measures, nothing is rewritten. */
  readonly isRunActive: boolean;
}

interface Rewritten {
  readonly made: RewrittenFile;
  /** The columns of the user's file, if it is a Parquet file. */
  readonly before: { readonly columns: readonly ColumnFacts[]; readonly sizeBytes: number } | null;
  /** Why the columns of the user's file are not known, if they should be. */
  readonly beforeProblem: string | null;
  /** The user's files, if they are several, which the rewritten file replaces. */
  readonly together?: FileSet;
}

type State =
  | { readonly status: 'idle' | 'running' }
  | { readonly status: 'done'; readonly rewritten: Rewritten }
  | { readonly status: 'failed'; readonly error: ErrorRecord };

/** The table, written with the settings that were found: the plan in words, then the verified file beside the former one. */
export function Rewrite({ chosen, usual, search, plan, schema, ownFile, metadataNotes, isRunActive }: RewriteProps) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const running = useWorkOutsideRuns(isRunActive);
  const section = useKeptFocus<HTMLElement>(state.status);
  const recipe = useMemo(() => recipeOf(chosen, schema), [chosen, schema]);
  const open = useContext(SnippetSourceContext);
  const beside = useContext(BesideCodeContext);
  const snippets = useMemo(
    () => rewriteSnippets(recipe, schema, chosen, sourceOf(open, schema)),
    [recipe, schema, chosen, open],
  );
  const otherWork = useWaitingReason('rewrite');
  const isSampled = plan.datasets.some((spec) => spec.source === 'ownFile' && spec.sample !== undefined);
  const waitingReason = isSampled
    ? 'Only a sample of the file was read. Read all rows, under Data, to write the whole table.'
    : otherWork;
  const start = async () => {
    const endMeasuring = beginMeasuring('rewrite');
    if (endMeasuring === null) return;
    const abort = new AbortController();
    running.current = abort;
    setState({ status: 'running' });
    try {
      const rewritten = await withCoordinator(async (coordinator) => {
        const made = await coordinator.rewriteTable({ plan, dataset: 0, ownFile, recipe }, abort.signal);
        if (ownFile !== null && !(ownFile instanceof File))
          return { made, before: null, beforeProblem: null, together: ownFile };
        if (ownFile === null || !(await isParquet(ownFile))) return { made, before: null, beforeProblem: null };
        try {
          const { columns } = await coordinator.byteMap(ownFile, abort.signal);
          return { made, before: { columns, sizeBytes: ownFile.size }, beforeProblem: null };
        } catch (thrown) {
          abort.signal.throwIfAborted();
          // The rewritten file is verified by now. A failed map of the user's file must not discard it.
          const { message } = toErrorRecord(thrown, { tag: 'internal', stage: 'import' });
          return { made, before: null, beforeProblem: message };
        }
      }, abort.signal);
      setState({ status: 'done', rewritten });
    } catch (thrown) {
      setState(
        abort.signal.aborted
          ? { status: 'idle' }
          : { status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'encode' }) },
      );
    } finally {
      endMeasuring();
    }
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.rewrite} aria-labelledby="rewrite-title">
      <h4 id="rewrite-title">Rewrite the table</h4>
      <ol className={styles.planWords}>
        {[...planSentences(chosen, recipe, schema), ...metadataNotes].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      {state.status !== 'done' && (
        <div className={styles.start}>
          <Button onClick={() => void start()} disabled={state.status === 'running' || waitingReason !== null}>
            {state.status === 'running' ? 'Writing and verifying…' : 'Write and verify the file'}
          </Button>
          {state.status === 'running' && <Button onClick={() => running.current?.abort()}>Stop</Button>}
          {waitingReason !== null && <span role="status">{waitingReason}</span>}
        </div>
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" title="The table was not rewritten." live>
          {state.error.message} {state.error.remedy}
        </Notice>
      )}
      {state.status === 'done' && (
        <Result rewritten={state.rewritten} chosen={chosen} usual={usual} columns={search.columns} />
      )}
      <details>
        <summary>Code that rewrites the table</summary>
        <div className={styles.rewrite}>
          {snippets.map(({ tool, label, code, lacks }) => (
            <div key={tool}>
              {lacks !== null && <p className={styles.words}>{lacks}</p>}
              <CopyText label={label} text={code} />
            </div>
          ))}
        </div>
      </details>
      {beside?.({ kind: 'found', schema, rewrite: recipe, found: chosen, data: dataOf(plan, search, ownFile) })}
    </section>
  );
}

/** What the search measured, as the recipe tells it. */
function dataOf({ datasets: [spec] }: Plan, { rows }: SearchPlan, ownFile: OwnFile | null): SearchedData {
  const own = spec?.source === 'ownFile' ? spec : null;
  return {
    name: own?.fileName ?? (ownFile instanceof File ? ownFile.name : null),
    rows,
    measuredRows: rows,
    fileBytes: own?.fileSizeBytes ?? null,
    sha256: own?.sha256 ?? null,
  };
}

interface ResultProps {
  readonly rewritten: Rewritten;
  readonly chosen: FoundFile;
  readonly usual: FoundFile | null;
  readonly columns: readonly string[];
}

function Result({ rewritten: { made, before, beforeProblem, together }, chosen, usual, columns }: ResultProps) {
  const beforeBytes = before?.sizeBytes ?? usual?.sizeBytes ?? null;
  const beforeText = before === null ? 'with dictionary, zstd 1' : 'your file';
  return (
    <>
      <p className={styles.words} role="status">
        <strong>{bytesInFull(made.sizeBytes)}</strong>, {bytesInFull(chosen.sizeBytes)} expected.
        {beforeBytes !== null &&
          ` ${before === null ? 'Dictionaries and zstd 1 in all columns would take' : 'Your file has'} ${bytesInFull(beforeBytes)}: this one is ${formatPercent(Math.abs(1 - made.sizeBytes / beforeBytes))} ${made.sizeBytes <= beforeBytes ? 'smaller' : 'larger'}.`}
        {` It was decoded, and each value equals the data${chosen.variant.order.length > 0 ? ', once the order of rows is undone' : ''}. ${chosen.variant.order.length > 0 ? `Sort ${formatMs(made.sortMs)}, encode` : 'Encode'} ${formatMs(made.encodeMs)}, decode ${formatMs(made.decodeMs)}, one call each.`}
      </p>
      {together !== undefined && (
        <p className={styles.words}>
          {`It holds the rows of all ${plural(together.files.length, 'file')}, which have ${bytesInFull(together.size)} together: it is ${formatPercent(Math.abs(1 - made.sizeBytes / together.size))} ${made.sizeBytes <= together.size ? 'smaller' : 'larger'} than they are. Their columns are not compared one by one.`}
        </p>
      )}
      {beforeProblem !== null && (
        <p className={styles.words}>The columns of your file can’t be shown beside it: {beforeProblem}</p>
      )}
      <div className={styles.start}>
        <Button variant="primary" onClick={() => saveFile(made.fileName, made.file)}>
          Download the rewritten file
        </Button>
      </div>
      <WideTable
        caption="Before and after, by column"
        heads={[
          { text: 'Column' },
          { text: `before: ${beforeText}`, isText: true },
          { text: 'bytes before' },
          { text: 'after', isText: true },
          { text: 'bytes after' },
          { text: 'saved' },
        ]}
      >
        {columns.map((name) => {
          const own = before === null ? null : factsOf(before.columns, name, columns);
          const usualTrial = usual?.trials.get(name);
          const bytes = before === null ? usualTrial?.sizeBytes : own?.bytes;
          const after = factsOf(made.columns, name, columns);
          const setting = chosen.trials.get(name)?.setting;
          return (
            <tr key={name}>
              <th scope="row" className={firstCellClass}>
                {name}
              </th>
              <td className={textCellClass}>
                {own?.text ?? (usualTrial === undefined ? '–' : settingText(usualTrial.setting))}
              </td>
              <td>{bytes === undefined ? '–' : formatExactBytes(bytes)}</td>
              <td className={textCellClass}>{setting === undefined ? after.text : settingText(setting)}</td>
              <td>{formatExactBytes(after.bytes)}</td>
              <td>{bytes === undefined || bytes === 0 ? '–' : formatPercent(1 - after.bytes / bytes)}</td>
            </tr>
          );
        })}
      </WideTable>
    </>
  );
}

/** Whether the file itself is a Parquet file: not one inside another. */
const isParquet = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === 'PAR1';
