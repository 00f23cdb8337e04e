import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { toErrorRecord } from '../../workers/model/errors';
import { type Plan, withoutFound } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { estimatePlan } from '../../workers/registry/estimate';
import { useMachine } from '../state/calibration';
import { deviceMemoryGiB } from '../state/device-memory';
import { useOwnFile } from '../state/own-file';
import { tableAtAddress } from '../state/address-state';
import { isActive, type RunState } from '../state/run-reducer';
import type { Services } from '../state/services';
import type { ResultTab, View } from '../view/view';
import type { ResultsView } from '../view/results-view';
import type { Goal, Situation } from '../view/situation';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { MovableContent, MovablePlace, useMovable } from '../ui/Movable';
import type { ChosenFiles } from '../state/file-set';
import { DataLine } from './lines/DataLine';
import { DropOverlay } from './data/DropOverlay';
import { useFileArrival } from '../ui/use-file-arrival';
import { useEncodedFiles } from './use-encoded-files';
import styles from './Explore.module.css';
import { Intro } from './Intro';
import { PageNotices } from './PageNotices';
import {
  runBlockedReason,
  fileOfPlan,
  openFileOf,
  planToRunHere,
  rejectionOf,
  hasSameCells,
  isOfOtherData,
  schemaOfPlan,
  schemaOfRun,
  suggestsSmallest,
  viewOfData,
  withDataBytes,
  withFileName,
} from './plan-checks';
import { neededToContinue } from './continued-run';
import { planForSituation } from './plan-for-situation';
import { hasCandidate, mainDataset, withCandidates, withWorkload } from './plan-edit';
import { ResultsRegion } from './ResultsRegion';
import { nextStepText } from './run/expected-time';
import { RunBar } from './run/RunBar';
import { SituationLine } from './situation/SituationLine';
import { applyTypedText, useDrawers } from './use-drawers';
import { startOpened, startRun } from './start-run';
import { whyNotByItself } from './starts-by-itself';
import { workloads } from '../../workers/registry/metadata';
import { useFileOpening } from './use-file-opening';
import { useMappedFile } from './use-mapped-file';
import { hasSameData } from '../links/same-data';
import { useRunOfChangedData } from './run-of-changed-data';
import { useRunKeys } from './use-run-keys';
import {
  ColumnSearch,
  FitTable,
  LastRun,
  RemoteTablePanel,
  SharePanel,
  StartExample,
  UnfinishedRunNotices,
} from './explore-parts';
import { ExplorePanels } from './ExplorePanels';
import { measureAllOf } from './measure-all';

interface ExploreProps {
  readonly services: Services;
  readonly view: View;
  readonly opening: boolean;
  /** True if nothing is opened: then the page has the place for files, and the example’s answer. */
  readonly atStart: boolean;
  readonly linkProblem: string | null;
  readonly runState: RunState;
}

const noNotes: readonly string[] = [];

/** The Explore page: the user makes a plan, runs it, and sees its results. */
export function Explore({ services, view, opening, atStart, linkProblem, runState }: ExploreProps) {
  const { run, ownFile: files, view: views, progress, runStore, unfinished, notice, imported } = services;
  const held = useOwnFile(files);
  const address = useSyncExternalStore(services.address.subscribe, services.address.get);
  const remoteTable = tableAtAddress(address);
  const importedSets = useSyncExternalStore(imported.subscribe, imported.get);
  /** Why “Run this here” can't repeat the run shown. Null if it can. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [fileTabOpened, setFileTabOpened] = useState(false);
  const { plan } = view;
  const { life, shown } = runState;
  const active = isActive(life);
  const ownFile = useMemo(() => fileOfPlan(plan, held), [plan, held]);
  const shownBeside = isOfOtherData(shown, plan, ownFile) ? { life, shown: null } : runState;

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
  const timeOf = (wanted: Plan) => estimateOf(wanted).timeMs;
  const suggesting = (goal: Goal) => ({ goal, takesMs: timeOf });
  const rejection = useMemo(() => rejectionOf(plan), [plan]);
  const isAddressAsked = address.status === 'none' ? address.fromLink !== null : true;
  const fileTab =
    fileTabOpened || isAddressAsked || ownFile.status !== 'none' || mainDataset(plan).source === 'ownFile';
  const openFile = openFileOf(plan, held);
  const isFetching = address.status === 'fetching';
  const blocked = runBlockedReason(plan, { fileTab, ownFile, isFetching, rejection, estimate, schema });

  const setPlan = (next: Plan, options?: { readonly replace?: boolean }) =>
    views.set({ ...views.get().view, plan: next }, options);
  const runOfChangedData = useRunOfChangedData(services);
  const setDataPlan = (next: Plan, options?: { readonly replace?: boolean }) => {
    if (active && !hasSameData(next, plan)) void runOfChangedData.leave().then(runOfChangedData.startSoon);
    views.set(viewOfData(views.get().view, next, schema, schemaOfPlan(next, ownFile), timeOf), options);
  };
  const onPlannedSituation = (situation: Situation, options?: { readonly replace?: boolean }) =>
    views.set({ ...views.get().view, situation, plan: planForSituation(view, situation, schema, suggesting) }, options);
  const opened = useFileOpening(services, schema, runOfChangedData, () => setFileTabOpened(false));
  const { onChosenFile, takeArrival } = opened;
  /** The page shows how far the reading is. A file that can't be read opens the panel with the reason. */
  const onChosenFiles = (chosen: ChosenFiles) => {
    views.closeDrawer({ byUser: false });
    opened.onChosenFiles(chosen);
  };
  const drawers = useDrawers(services, view.drawer, {
    needsPanel: ownFile.status === 'failed' ? ownFile : null,
    onClosed: () => {
      if (held.status === 'none') setFileTabOpened(false);
    },
  });
  const start = (planToRun: Plan, before?: RunResult) => startRun(services, planToRun, { held, ownFile, before });
  const onRun = () => {
    if (blocked !== null || active || atStart) return;
    applyTypedText();
    // If the file is then read again, there is nothing to run yet.
    if (files.get().status === 'reading') return;
    if (!drawers.showInvalidField()) start(withoutFound(views.get().view.plan));
  };
  /** Opens generated data as their workload has them, without the answer of other data beside them, and measures them. */
  const onExample = (id: string) => {
    const workload = workloads.get(id);
    if (workload === undefined || active) return;
    run.forget();
    setDataPlan(withWorkload(plan, workload, plan.seed));
    startOpened(services);
  };
  /** Shows a run that this browser keeps, with its own plan. */
  const showStored = (result: RunResult) => {
    const next = viewOfData(views.get().view, result.plan, schema, schemaOfRun(result), timeOf);
    views.set({ ...next, plan: result.plan });
    run.show({ origin: { kind: 'stored' }, result, running: false });
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
  const { onEncodedFile, onByteMap, onArrowData } = useEncodedFiles(shown?.result.plan ?? null, files);
  const mappedFile = useMappedFile(ownFile);
  const share = useMemo(
    () => (
      <ErrorBoundary what="Sharing and saving" loading={null}>
        <SharePanel shown={shown} view={view} ownFile={openFile} onImport={null} />
      </ErrorBoundary>
    ),
    [shown, view, openFile],
  );
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
        visible={atStart}
        onFiles={onChosenFiles}
        onAddress={() => {
          setFileTabOpened(true);
          drawers.openData();
        }}
        onExample={onExample}
      >
        <ErrorBoundary what="The last run" loading={null}>
          <LastRun services={services} onShow={showStored} />
        </ErrorBoundary>
      </Intro>
      <PageNotices
        notice={notice}
        linkProblem={linkProblem}
        onDismissLinkProblem={views.dismissProblem}
        refusal={refusal}
        onDismissRefusal={() => setRefusal(null)}
      />
      {!active && (
        <ErrorBoundary what="The offer of unfinished runs" resetKey={unfinished} loading={null}>
          <UnfinishedRunNotices unfinished={unfinished} onShow={showStored} onContinue={onContinue} />
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
      {atStart ? (
        shown !== null && (
          <ErrorBoundary what="The example" loading={null}>
            <StartExample
              shown={shown}
              view={view.results}
              situation={view.situation}
              onSituation={onSituation}
              onWhole={() => views.set(views.get().view)}
            />
          </ErrorBoundary>
        )
      ) : (
        <>
          <DataLine
            plan={plan}
            ownFile={ownFile}
            dataBytes={estimate.dataBytes}
            onChange={drawers.openData}
            onStop={files.stop}
          />
          <ResultsRegion
            situationLine={
              <SituationLine
                situation={view.situation}
                onSituation={onPlannedSituation}
                onEdit={drawers.openSituation}
              />
            }
            status={
              <RunBar
                life={life}
                progress={progress}
                plan={plan}
                estimate={estimate}
                blocked={blocked}
                notByItself={ownFile.status === 'ready' && shown === null ? whyNotByItself() : null}
                isAnswered={shownBeside.shown !== null}
                onRun={onRun}
                onStop={run.stop}
                onRegardless={run.startRegardless}
                onPlan={drawers.openPlan}
              />
            }
            state={shownBeside}
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
            onArrowData={onArrowData}
            onByteMap={onByteMap}
            mappedFile={mappedFile}
            progress={progress}
            share={share}
            measureAll={measureAllOf(plan, ownFile, machine, opened.onMeasureAll)}
            onRunHere={onRunHere}
            onContinue={onContinue}
            onRunAgain={onRun}
            onDismiss={run.dismiss}
            onClearStored={clearStored}
            tab={view.tab}
            onTab={onTab}
            columns={columnSearchPlace}
          />
        </>
      )}
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
                (shown !== null && hasSameCells(shown.result.plan, plan) && hasCandidate(shown.result.plan, candidate))
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
      <ExplorePanels
        services={services}
        view={view}
        drawers={drawers}
        ownFile={ownFile}
        address={address}
        fileTab={fileTab}
        active={active}
        schema={schema}
        rejection={rejection}
        estimate={estimate}
        suggestsSmallest={schema !== null && suggestsSmallest(plan, schema, suggesting(view.situation.goal))}
        onFileTab={setFileTabOpened}
        onPlan={setPlan}
        onDataPlan={setDataPlan}
        onSituation={onPlannedSituation}
        onFile={onChosenFile}
        onForgetFile={() => void runOfChangedData.leave().then(files.forget)}
        onFiles={onChosenFiles}
        onArrival={takeArrival}
      />
    </div>
  );
}
