import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import { operations, type Plan, withoutFound } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { checkPlan } from '../../workers/registry/check-plan';
import { estimatePlan } from '../../workers/registry/estimate';
import { useMachine } from '../state/calibration';
import { deviceMemoryGiB } from '../state/device-memory';
import { useOwnFile } from '../state/own-file';
import { tableAtAddress } from '../state/address-state';
import { isActive, type RunState } from '../state/run-reducer';
import type { Services } from '../state/services';
import type { ResultTab, View } from '../view/view';
import { defaultResultsView, type ResultsView } from '../view/results-view';
import type { Goal, Situation } from '../view/situation';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { MovableContent, MovablePlace, useMovable } from '../ui/Movable';
import { neededOperations } from '../decide/needed-operations';
import { formatMs, plural } from '../figures/figures';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import { CandidatesSection } from './candidates/CandidatesSection';
import { DataSection } from './data/DataSection';
import { DropOverlay } from './data/DropOverlay';
import { useFileArrival } from '../ui/use-file-arrival';
import { useEncodedFiles } from './use-encoded-files';
import styles from './Explore.module.css';
import { Intro } from './Intro';
import { PageNotices } from './PageNotices';
import {
  runBlockedReason,
  minItemCount,
  fileOfPlan,
  openFileOf,
  planToRunHere,
  rejectionOf,
  searchesFirst,
  hasSameCells,
  schemaOfPlan,
  suggestsSmallest,
  viewOfData,
  withDataBytes,
  withFileName,
  withSuggestedCandidates,
} from './plan-checks';
import { neededToContinue } from './continued-run';
import { hasCandidate, mainDataset, withCandidates } from './plan-edit';
import { revealResults } from './reveal-results';
import { ResultsRegion } from './ResultsRegion';
import { RunBar } from './run/RunBar';
import { RunSection } from './run/RunSection';
import { SituationSection } from './situation/SituationSection';
import { useFileOpening } from './use-file-opening';
import { useMappedFile } from './use-mapped-file';
import { useRunKeys } from './use-run-keys';
import { ColumnSearch, FitTable, RemoteTablePanel, UnfinishedRunNotices } from './explore-parts';

interface ExploreProps {
  readonly services: Services;
  readonly view: View;
  readonly opening: boolean;
  readonly linkProblem: string | null;
  readonly runState: RunState;
}

const noNotes: readonly string[] = [];

/** The Explore page: the user makes a plan, runs it, and sees its results. */
export function Explore({ services, view, opening, linkProblem, runState }: ExploreProps) {
  const { run, ownFile: files, view: views, progress, runStore, unfinished, notice, imported } = services;
  const held = useOwnFile(files);
  const address = useSyncExternalStore(services.address.subscribe, services.address.get);
  const remoteTable = tableAtAddress(address);
  const importedSets = useSyncExternalStore(imported.subscribe, imported.get);
  /** Why “Run this here” can't repeat the run shown. Null if it can. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [fileTabOpened, setFileTabOpened] = useState(false);
  const steps = useRef<HTMLDivElement>(null);
  const { plan } = view;
  const { life, shown } = runState;
  const active = isActive(life);
  const ownFile = useMemo(() => fileOfPlan(plan, held), [plan, held]);

  const machine = useMachine(active || held.status === 'reading');
  const schema = schemaOfPlan(plan, ownFile);
  const estimateOf = useCallback(
    (wanted: Plan) =>
      estimatePlan(
        withDataBytes(wanted, ownFile.status === 'ready' ? ownFile.report.dataBytes : null),
        deviceMemoryGiB(),
        { machine, schema: ownFile.status === 'ready' ? ownFile.report.schema : null, leads: true },
      ),
    [ownFile, machine],
  );
  const estimate = useMemo(() => estimateOf(plan), [plan, estimateOf]);
  const suggesting = (goal: Goal) => ({ goal, takesMs: (wanted: Plan) => estimateOf(wanted).timeMs });
  const rejection = useMemo(() => rejectionOf(plan), [plan]);
  const isAddressAsked = address.status === 'none' ? address.fromLink !== null : true;
  const fileTab =
    fileTabOpened || isAddressAsked || ownFile.status !== 'none' || mainDataset(plan).source === 'ownFile';
  const openFile = openFileOf(plan, held);
  const isFetching = address.status === 'fetching';
  const blocked = runBlockedReason(plan, { fileTab, ownFile, isFetching, rejection, estimate, schema });

  const setPlan = (next: Plan, options?: { readonly replace?: boolean }) =>
    views.set({ ...views.get().view, plan: next }, options);
  const setDataPlan = (next: Plan, options?: { readonly replace?: boolean }) =>
    views.set(
      viewOfData(views.get().view, next, schema, schemaOfPlan(next, ownFile), (wanted) => estimateOf(wanted).timeMs),
      options,
    );
  /**
   * A situation that reads single columns or looks up rows has these operations measured, if a candidate supports them. One whose goal is a small file
   * has candidates suggested for it.
   */
  const onPlannedSituation = (situation: Situation, options?: { readonly replace?: boolean }) => {
    const wanted = neededOperations(situation).filter(
      (operation) =>
        !plan.operations.includes(operation) && whyOperationUnsupported(operation, plan.candidates, schema) === null,
    );
    const chosen = operations.filter((each) => plan.operations.includes(each) || wanted.some((one) => one === each));
    const next = wanted.length === 0 ? plan : { ...plan, operations: chosen };
    const { goal } = situation;
    const suggested =
      goal === view.situation.goal ? next : withSuggestedCandidates(next, schema, schema, suggesting(goal));
    views.set({ ...views.get().view, situation, plan: suggested }, options);
  };
  const { onChosenFile, onChosenFiles, takeArrival } = useFileOpening(services, schema, () => setFileTabOpened(false));
  const start = (planToRun: Plan, before?: RunResult) => {
    const file = openFileOf(planToRun, held);
    const planned = before?.plan ?? withFileName(checkPlan(planToRun), file?.name ?? null);
    run.start(planned, file, {
      ...(before === undefined && searchesFirst(planned, schemaOfPlan(planned, ownFile))
        ? {
            prepare: async (coordinator, signal) => {
              const { searchForRun } = await import('../column-search/search-for-run');
              return searchForRun(
                { plan: planned, ownFile: file, situation: views.get().view.situation },
                coordinator,
                signal,
              );
            },
          }
        : {}),
      leaders: async (result) => {
        const { leadersOf } = await import('../decide/leaders');
        return leadersOf(result, views.get().view.situation);
      },
      ...(before === undefined ? {} : { before }),
    });
    // A plan that only reads one column or looks up rows shows these operations first.
    const { view: current } = views.get();
    const isUsualMeasured = planToRun.operations.includes(defaultResultsView.operation);
    const firstShown = (['project', 'lookup'] as const).find((operation) => planToRun.operations.includes(operation));
    if (!isUsualMeasured && firstShown !== undefined && current.results.operation === defaultResultsView.operation)
      views.set({ ...current, results: { ...current.results, operation: firstShown } }, { replace: true });
    revealResults();
  };
  const onRun = () => {
    if (blocked !== null || active) return;
    // A text field applies what was typed when it loses the focus. If the file is then read again, there is nothing to run yet.
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && steps.current?.contains(focused)) focused.blur();
    if (files.get().status === 'reading') return;
    // An invalid field keeps its last valid value in the plan. Running that would not measure what the user typed.
    const invalidField = steps.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalidField) {
      invalidField.closest('details')?.setAttribute('open', '');
      invalidField.focus();
    } else start(withoutFound(plan));
  };
  const onRunHere = () => {
    if (shown === null) return;
    const wanted = withFileName(planToRunHere(shown), null);
    const rejected = rejectionOf(wanted);
    const needsFile = mainDataset(wanted).source === 'ownFile' && openFileOf(wanted, held) === null;
    if (rejected === null) setPlan(wanted);
    if (mainDataset(wanted).source === 'workload') {
      setFileTabOpened(false);
      files.forget();
      services.address.forget();
    }
    setRefusal(
      rejected !== null
        ? `This version of Formatlab can’t repeat this run: ${rejected.message}`
        : needsFile
          ? 'The link does not contain the measured file. Choose that file or another one, then press Run.'
          : null,
    );
    if (rejected === null && !needsFile) start(wanted);
  };
  const onContinue = (before: RunResult) => {
    const needed = neededToContinue(before, openFileOf(before.plan, held));
    setRefusal(needed);
    if (needed !== null) {
      setFileTabOpened(true);
      return;
    }
    setPlan(withFileName(before.plan, null));
    start(before.plan, before);
  };
  const clearStored = () => {
    runStore.clear().then(
      () => {
        unfinished.forget();
        run.forget();
      },
      (thrown) => notice.say(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' })),
    );
  };
  const { onEncodedFile, onByteMap } = useEncodedFiles(shown?.result.plan ?? null, files);
  const mappedFile = useMappedFile(ownFile);
  const onView = useCallback(
    (results: ResultsView, options?: { readonly replace?: boolean }) =>
      views.set({ ...views.get().view, results }, options),
    [views],
  );

  const onTab = useCallback((tab: ResultTab) => views.set({ ...views.get().view, tab }), [views]);
  const onSituation = useCallback(
    (situation: Situation, options?: { readonly replace?: boolean }) =>
      views.set({ ...views.get().view, situation }, options),
    [views],
  );

  const hovering = useFileArrival(onChosenFile, onChosenFiles);
  useRunKeys({ active, onRun, onStop: run.stop });
  // It keeps what it has found while its tab is closed, and when a run begins.
  // With the file's name, after which a rewritten file is named.
  const searchedPlan = useMemo(() => withFileName(plan, openFile?.name ?? null), [plan, openFile]);
  const columnSearch = useMovable();
  const hasColumnSearch = schema?.kind === 'table' && (mainDataset(plan).source === 'workload' || openFile !== null);
  const columnSearchPlace = useMemo(
    () => (hasColumnSearch && !active ? <MovablePlace host={columnSearch} /> : null),
    [columnSearch, hasColumnSearch, active],
  );

  return (
    <div className={styles.explore}>
      {hovering && !active && <DropOverlay />}
      <Intro
        visible={!active && !fileTab && (shown === null || shown.origin.kind === 'example')}
        onFiles={onChosenFiles}
        onExample={() => setFileTabOpened(false)}
      />
      <section className={styles.plan} aria-label="Plan">
        <div ref={steps} className={styles.steps} inert={active} data-active={active}>
          <ErrorBoundary what="The choice of data" resetKey={plan.datasets}>
            <DataSection
              plan={plan}
              ownFile={ownFile}
              fileTab={fileTab}
              onFileTab={setFileTabOpened}
              onPlan={setDataPlan}
              onFile={onChosenFile}
              onFiles={onChosenFiles}
              onForgetFile={files.forget}
              onStopFile={files.stop}
              address={{
                state: address,
                onFetch: (text) => void services.address.fetch(text).then(takeArrival),
                onStop: services.address.stop,
                onForget: services.address.forget,
                onSet: (set) => {
                  imported.put(set);
                  services.address.forget();
                  views.set({ ...views.get().view, page: 'published', source: null });
                },
              }}
              idle={!active}
            />
          </ErrorBoundary>
          <ErrorBoundary what="The choice of candidates" resetKey={plan.candidates}>
            <CandidatesSection
              plan={plan}
              schema={schema}
              rejection={rejection}
              userFileCandidate={ownFile.status === 'ready' ? ownFile.report.candidate : null}
              suggestsSmallest={schema !== null && suggestsSmallest(plan, schema, suggesting(view.situation.goal))}
              onPlan={setPlan}
            />
          </ErrorBoundary>
          <RunSection
            plan={plan}
            schema={schema}
            itemCount={minItemCount(plan, ownFile)}
            estimate={estimate}
            onPlan={setPlan}
          />
        </div>
        <RunBar
          life={life}
          progress={progress}
          plan={plan}
          estimate={estimate}
          blocked={blocked}
          onRun={onRun}
          onStop={run.stop}
          onRegardless={run.startRegardless}
        />
      </section>
      <div className={styles.results}>
        <PageNotices
          notice={notice}
          linkProblem={linkProblem}
          onDismissLinkProblem={views.dismissProblem}
          refusal={refusal}
          onDismissRefusal={() => setRefusal(null)}
        />
        {!active && (
          <ErrorBoundary what="The offer of unfinished runs" resetKey={unfinished} loading={null}>
            <UnfinishedRunNotices
              unfinished={unfinished}
              onShow={(result) => run.show({ origin: { kind: 'stored' }, result, running: false })}
              onContinue={onContinue}
            />
          </ErrorBoundary>
        )}
        {remoteTable !== null && (
          <ErrorBoundary what="The file at the address" resetKey={remoteTable.table} loading={null}>
            <RemoteTablePanel
              key={remoteTable.table.place.url}
              shown={remoteTable}
              openFile={openFile}
              isRunActive={active}
              onRows={(part) => void services.address.fetchRows(part).then(takeArrival)}
            />
          </ErrorBoundary>
        )}
        <SituationSection situation={view.situation} onSituation={onPlannedSituation} />
        <ResultsRegion
          state={runState}
          opening={opening}
          view={view.results}
          situation={view.situation}
          onSituation={onSituation}
          imported={importedSets}
          comparedRun={services.comparedRun}
          planDiffers={shown !== null && !hasSameCells(shown.result.plan, plan)}
          nextStep={blocked === null ? nextStepText(plan, estimate.timeMs) : null}
          onRun={onRun}
          onView={onView}
          onEncodedFile={onEncodedFile}
          onByteMap={onByteMap}
          mappedFile={mappedFile}
          onRunHere={onRunHere}
          onContinue={onContinue}
          onRunAgain={onRun}
          onDismiss={run.dismiss}
          onClearStored={clearStored}
          tab={view.tab}
          onTab={onTab}
          columns={columnSearchPlace}
        />
        <MovableContent host={columnSearch}>
          {hasColumnSearch && (
            <ErrorBoundary what="The search by column" resetKey={plan.datasets} loading={null}>
              <ColumnSearch
                key={JSON.stringify(mainDataset(plan))}
                plan={searchedPlan}
                schema={schema}
                ownFile={openFile}
                notes={ownFile.status === 'ready' ? ownFile.report.notes : noNotes}
                isRunActive={active}
                situation={view.situation}
                hasCandidate={(candidate) =>
                  hasCandidate(plan, candidate) ||
                  (shown !== null &&
                    hasSameCells(shown.result.plan, plan) &&
                    hasCandidate(shown.result.plan, candidate))
                }
                onCandidate={(candidate) => setPlan(withCandidates(plan, [candidate]))}
              />
              {openFile !== null && (
                <FitTable
                  key={`fit ${JSON.stringify(mainDataset(plan))}`}
                  view={view}
                  ownFile={openFile}
                  isRunActive={active}
                />
              )}
            </ErrorBoundary>
          )}
        </MovableContent>
      </div>
    </div>
  );
}

const nextStepText = ({ candidates }: Plan, timeMs: number) =>
  `${plural(candidates.length, 'candidate')} can be measured in about ${formatMs(timeMs, 2)}.`;
