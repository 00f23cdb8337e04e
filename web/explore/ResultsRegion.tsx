import type { ByteMap } from '../../workers/model/byte-map';
import {
  memo,
  type ReactNode,
  useCallback,
  type RefObject,
  useDeferredValue,
  useMemo,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';
import type { PublishedSource } from '../../workers/model/published';
import type { ComparedRunStore } from '../state/compared-run';
import type { ProgressStore } from '../state/progress-store';
import { isActive, type RunState } from '../state/run-reducer';
import type { ResultTab, View } from '../view/view';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Notice } from '../ui/Notice';
import { TabPanel, Tabs } from '../ui/Tabs';
import type { MappedFile } from '../state/own-file';
import { publishedSources } from './published-sources';
import { resultsId } from './element-ids';
import type { PredictedOf } from '../results/AnswerTab';
import type { MeasureAll } from './measure-all';
import type { RunActions } from './run-actions';
import styles from './ResultsRegion.module.css';
import type { Addition } from './use-addition';
import type { ViewChoices } from './use-view-choices';
import { lazyPart } from '../ui/part-of-page';

/** The tabs load after the first paint, since Recharts is twice as large as the rest of the page's code. */
const AnswerTab = memo(lazyPart(() => import('../results/AnswerTab')));
const CompareTab = memo(lazyPart(() => import('../results/CompareTab')));
const BytesTab = memo(lazyPart(() => import('../results/BytesTab')));
const DetailsTab = memo(lazyPart(() => import('../results/DetailsTab')));
const PredictedOffer = lazyPart(() => import('../column-search/PredictedOffer'));
const OriginBar = lazyPart(async () => ({ default: (await import('./OriginBar')).OriginBar }));
const DatasetChoice = lazyPart(async () => ({ default: (await import('../results/DatasetChoice')).DatasetChoice }));
const FileMaps = lazyPart(async () => ({ default: (await import('../results/FileMaps')).FileMaps }));

const tabs = [
  { id: 'answer', label: 'Answer' },
  { id: 'compare', label: 'Compare' },
  { id: 'columns', label: 'Columns' },
  { id: 'bytes', label: 'Bytes' },
  { id: 'details', label: 'Details' },
] as const satisfies readonly { readonly id: ResultTab; readonly label: string }[];

interface ResultsRegionProps {
  readonly state: RunState;
  readonly opening: boolean;
  readonly view: Pick<View, 'results' | 'situation' | 'tab'>;
  readonly choices: ViewChoices;
  readonly actions: Pick<RunActions, 'onRun' | 'onRunHere' | 'onContinue' | 'onDismiss' | 'onClearStored'>;
  readonly next: NextSteps;
  readonly files: ShownFiles;
  /** What the results are compared with. */
  readonly beside: { readonly imported: readonly ImportedSet[]; readonly comparedRun: ComparedRunStore };
  /** How far the run is. */
  readonly progress: ProgressStore;
  readonly parts: {
    /** What will be done with the data. */
    readonly situation: ReactNode;
    /** Starts and stops a run, and says how far it is. */
    readonly status: ReactNode;
    /** What stands in the menu of the answer besides other candidates: sharing and saving. */
    readonly share: ReactNode;
    /** What the tab “Columns” shows. Null where there is nothing to search. */
    readonly columns: ReactNode;
  };
}

/** What the page offers to measure. */
interface NextSteps {
  /** What to measure, while nothing is shown. Null if the plan can't be run. */
  readonly text: string | null;
  /** True if the plan has changed since the run shown. */
  readonly planDiffers: boolean;
  /** Measures all of a file of which a sample was measured, with the time that it takes. Null if there is nothing more. */
  readonly measureAll: MeasureAll | null;
  /** How a candidate that was found since is added to the run shown. Null if that can't go on. */
  readonly addition: Addition | null;
}

/** The files of the cells, which are encoded again, and the user's. */
interface ShownFiles {
  readonly onEncodedFile: (dataset: number, candidate: number) => Promise<void>;
  /** The measured data of a dataset as an Arrow IPC stream. */
  readonly onArrowData: (dataset: number) => Promise<Blob>;
  readonly onByteMap: (dataset: number, candidate: number) => Promise<ByteMap>;
  /** The user's file, if it has a map of its bytes. */
  readonly mappedFile: MappedFile | null;
}

/** The situation, the status of the run, and the tabs of its results. */
export function ResultsRegion(props: ResultsRegionProps) {
  const { state, opening, choices, actions, next, files, beside, progress, parts } = props;
  const { results: view, situation, tab } = props.view;
  const { onView, onSituation } = choices;
  const { onEncodedFile, onByteMap, mappedFile } = files;
  const { life, shown } = state;
  const { sources, problem, retry } = usePublishedSources();
  const tabsRow = useRef<HTMLDivElement>(null);
  useTabInView(tab, tabsRow);
  // Redrawing the charts is slow, so it is deferred: a click on Stop is handled first. Figures of an earlier run are never shown as this run's.
  const deferred = useDeferredValue(shown);
  const drawn = deferred?.result.startedAt === shown?.result.startedAt ? deferred : shown;
  const run = drawn ?? shown;
  // A table of 64 candidates takes longer to sort and filter than a click may.
  const drawnView = useDeferredValue(view);
  const predictedOf = usePredictedOf(next.addition);
  const nothing = (
    <Nothing
      starting={life.status === 'starting' || life.status === 'searching'}
      measuresOther={life.status === 'running'}
      opening={opening}
      nextStep={isActive(life) ? null : next.text}
      onRun={actions.onRun}
    />
  );
  const contents: Record<ResultTab, ReactNode> =
    run === null
      ? {
          answer: nothing,
          compare: nothing,
          columns: parts.columns ?? nothing,
          bytes:
            mappedFile === null || isActive(life) ? (
              nothing
            ) : (
              <FileMaps mapped={mappedFile} rows={[]} candidates={[]} onByteMap={onByteMap} />
            ),
          details: nothing,
        }
      : {
          answer: (
            <AnswerTab
              shown={run}
              view={view}
              situation={situation}
              onSituation={onSituation}
              imported={beside.imported}
              progress={progress}
              more={parts.share}
              onEncodedFile={onEncodedFile}
              predictedOf={predictedOf}
              further={next.addition?.further ?? null}
            />
          ),
          compare: (
            <CompareTab
              shown={run}
              view={view}
              situation={situation}
              onSituation={onSituation}
              onView={onView}
              sources={sources}
              imported={beside.imported}
              comparedRun={beside.comparedRun}
            />
          ),
          columns: parts.columns ?? <p>{noColumns}</p>,
          bytes: run.running ? (
            <p>{noMapsYet}</p>
          ) : (
            <BytesTab shown={run} view={view} mappedFile={mappedFile} onByteMap={onByteMap} />
          ),
          details: (
            <DetailsTab
              shown={run}
              view={drawnView}
              onView={onView}
              onEncodedFile={onEncodedFile}
              sources={sources}
              onArrowData={files.onArrowData}
            />
          ),
        };
  return (
    <section
      className={`${styles.region} ${tab === 'answer' ? styles.answerFirst : ''}`}
      aria-label="Results"
      id={resultsId}
      tabIndex={-1}
    >
      <Ending state={state} onRunAgain={actions.onRun} onDismiss={actions.onDismiss} />
      {problem !== null && (
        <Notice
          tone="warning"
          title="The published results could not be loaded."
          actions={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Notice>
      )}
      <div className={styles.lines}>
        {parts.situation}
        <div className={styles.status}>
          {shown === null ? (
            <h2 className="visually-hidden">No results yet</h2>
          ) : (
            <ErrorBoundary what="The origin of the results" resetKey={shown.result.startedAt} loading={null}>
              <OriginBar
                shown={shown}
                planDiffers={next.planDiffers}
                measureAll={next.measureAll}
                active={isActive(life)}
                onRunHere={actions.onRunHere}
                onContinue={actions.onContinue}
                onClearStored={actions.onClearStored}
              />
            </ErrorBoundary>
          )}
          {parts.status}
        </div>
        {shown !== null && shown.result.plan.datasets.length > 1 && (
          <ErrorBoundary what="The choice of a dataset" resetKey={shown.result.startedAt} loading={null}>
            <DatasetChoice datasets={shown.result.plan.datasets} view={view} onView={onView} />
          </ErrorBoundary>
        )}
      </div>
      <div ref={tabsRow} className={styles.tabs}>
        <Tabs label="Results" tabs={tabs} open={tab} onOpen={choices.onTab} />
      </div>
      <div className={styles.panels}>
        {tabs.map(({ id, label }) => (
          <TabPanel key={id} id={id} open={tab === id}>
            <ErrorBoundary
              what={`The tab “${label}”`}
              resetKey={shown?.result.startedAt}
              loading={<p className={styles.loading}>Loading…</p>}
            >
              {contents[id]}
            </ErrorBoundary>
          </TabPanel>
        ))}
      </div>
    </section>
  );
}

/** On a phone, the answer stands above the row of tabs, and other tabs below it. A tab that opens comes into view. */
function useTabInView(tab: ResultTab, row: RefObject<HTMLDivElement | null>): void {
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    if (!window.matchMedia('(max-width: 640px)').matches) return;
    if (tab === 'answer') document.getElementById(resultsId)?.scrollIntoView({ block: 'start' });
    else row.current?.scrollIntoView({ block: 'start' });
  }, [tab, row]);
}

const noColumns = 'The settings by column are searched for a table that is open, while no run is in progress.';
const noMapsYet = 'The maps of the files are drawn once the run has ended.';

function Ending({
  state: { life, shown },
  onRunAgain,
  onDismiss,
}: {
  readonly state: RunState;
  readonly onRunAgain: () => void;
  readonly onDismiss: () => void;
}) {
  const kept =
    shown?.origin.kind === 'here' && shown.result.cells.some(({ status }) => status === 'completed')
      ? ' The results measured so far are shown below and are kept.'
      : '';
  if (life.status === 'crashed') {
    return (
      <Notice
        tone="danger"
        title="The run ended early."
        live
        actions={
          <>
            <Button size="small" onClick={onRunAgain}>
              Run again
            </Button>
            <Button size="small" variant="plain" onClick={onDismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        {life.error.message} {life.error.remedy}
        {kept}
      </Notice>
    );
  }
  if (life.status === 'stopped') {
    return (
      <Notice
        tone="info"
        title="The run was stopped."
        live
        actions={
          <Button size="small" variant="plain" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {kept === '' ? 'Nothing was measured yet.' : kept.trim()}
      </Notice>
    );
  }
  return null;
}

function Nothing({
  starting,
  measuresOther,
  opening,
  nextStep,
  onRun,
}: {
  readonly starting: boolean;
  /** True if the run in progress is of other data than the page's, such as after Back. */
  readonly measuresOther: boolean;
  readonly opening: boolean;
  readonly nextStep: string | null;
  readonly onRun: () => void;
}) {
  return (
    <div className={styles.nothing}>
      <p role="status">
        {opening
          ? 'Opening the link’s results…'
          : starting
            ? 'The run is starting. The first results appear shortly.'
            : measuresOther
              ? 'The run in progress measures other data.'
              : `Nothing is measured yet.${nextStep === null ? '' : ` ${nextStep}`}`}
      </p>
      {!opening && !starting && nextStep !== null && (
        <Button variant="primary" size="large" onClick={onRun}>
          <Icon name="play" filled />
          Measure now
        </Button>
      )}
    </div>
  );
}

function usePublishedSources(): {
  readonly sources: readonly PublishedSource[];
  readonly problem: ErrorRecord | null;
  readonly retry: () => void;
} {
  const [sources, setSources] = useState<readonly PublishedSource[]>([]);
  const [problem, setProblem] = useState<ErrorRecord | null>(null);
  const load = useCallback(() => {
    setProblem(null);
    publishedSources().then(setSources, (thrown) =>
      setProblem(toErrorRecord(thrown, { tag: 'internal', stage: 'load' })),
    );
  }, []);
  useEffect(load, [load]);
  return { sources, problem, retry: load };
}

/** Draws what the search by column predicts for a situation. Null where no candidate can be added to the run shown. */
const usePredictedOf = (addition: Addition | null): PredictedOf | null =>
  useMemo(
    () =>
      addition === null
        ? null
        : (result, standings, situation) => (
            <ErrorBoundary what="The prediction by column" resetKey={situation} loading={null}>
              <PredictedOffer {...addition} result={result} standings={standings} situation={situation} />
            </ErrorBoundary>
          ),
    [addition],
  );
