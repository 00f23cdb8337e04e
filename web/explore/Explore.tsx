import { useMemo, useState, useSyncExternalStore } from 'react';
import { useOwnFile } from '../state/own-file';
import { tableAtAddress } from '../state/address-state';
import { isActive, type RunState } from '../state/run-reducer';
import type { Services } from '../state/services';
import type { View } from '../view/view';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { MovableContent, MovablePlace, useMovable } from '../ui/Movable';
import { useFileArrival } from '../ui/use-file-arrival';
import type { ChosenFiles } from '../state/file-set';
import { ColumnsPart, hasColumns } from './ColumnsPart';
import { DropOverlay } from './data/DropOverlay';
import styles from './Explore.module.css';
import {
  CommandLine,
  LastRun,
  RemoteTablePanel,
  SharePanel,
  StartExample,
  UnfinishedRunNotices,
} from './explore-parts';
import { ExplorePanels } from './ExplorePanels';
import { Intro } from './Intro';
import { DataLine } from './lines/DataLine';
import { PageNotices } from './PageNotices';
import { hasSameCells, isOfOtherData } from './plan-checks';
import { planChanges } from './plan-changes';
import { ResultsRegion } from './ResultsRegion';
import { runActions } from './run-actions';
import { useRunOfChangedData } from './run-of-changed-data';
import { nextStepText } from './run/expected-time';
import { RunBar } from './run/RunBar';
import { SituationLine } from './situation/SituationLine';
import { whyNotByItself } from './starts-by-itself';
import { useDrawers } from './use-drawers';
import { useEncodedFiles } from './use-encoded-files';
import { useAddition } from './use-addition';
import { useFileOpening } from './use-file-opening';
import { useMappedFile } from './use-mapped-file';
import { usePlannedRun } from './use-planned-run';
import { useRunKeys } from './use-run-keys';
import { useViewChoices } from './use-view-choices';

interface ExploreProps {
  readonly services: Services;
  readonly view: View;
  readonly opening: boolean;
  /** True if nothing is opened: then the page has the place for files, and the example’s answer. */
  readonly atStart: boolean;
  readonly linkProblem: string | null;
  readonly runState: RunState;
}

/** The Explore page: the user makes a plan, runs it, and sees its results. */
export function Explore({ services, view, opening, atStart, linkProblem, runState }: ExploreProps) {
  const { run, ownFile: files, view: views, progress, unfinished, notice, imported } = services;
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
  const planned = usePlannedRun(plan, { held, address, active, fileTabOpened });
  const { ownFile, openFile, schema, estimate, blocked } = planned;
  const shownBeside = isOfOtherData(shown, plan, ownFile) ? { life, shown: null } : runState;

  const runOfChangedData = useRunOfChangedData(services);
  const changes = planChanges(services, view, planned, { active, runOfChangedData });
  const choices = useViewChoices(views);
  const opened = useFileOpening(services, schema, runOfChangedData, () => setFileTabOpened(false));
  /** The page shows how far the reading is. A file that can't be read opens the panel with the reason. */
  const onFiles = (chosen: ChosenFiles) => {
    views.closeDrawer({ byUser: false });
    opened.onChosenFiles(chosen);
  };
  const drawers = useDrawers(services, view.drawer, {
    needsPanel: ownFile.status === 'failed' ? ownFile : null,
    onClosed: () => {
      if (held.status === 'none') setFileTabOpened(false);
    },
  });
  const actions = runActions(services, {
    planned,
    changes,
    runOfChangedData,
    runState,
    atStart,
    showInvalidField: drawers.showInvalidField,
    onRefusal: setRefusal,
    onFileTab: setFileTabOpened,
  });
  const addition = useAddition(services, shown, planned.machine, active);
  const encodedFiles = useEncodedFiles(shown?.result.plan ?? null, files);
  const mappedFile = useMappedFile(ownFile);
  const share = useMemo(
    () => (
      <ErrorBoundary what="Sharing and saving" loading={null}>
        <SharePanel shown={shown} view={view} ownFile={openFile} onImport={null} />
        <CommandLine view={view} held={held} />
      </ErrorBoundary>
    ),
    [shown, view, openFile, held],
  );
  const hovering = useFileArrival(opened.onChosenFile, onFiles);
  useRunKeys({ active, onRun: actions.onRun, onStop: run.stop });
  // It keeps what it has found while its tab is closed, and when a run begins.
  const columns = useMovable();
  const isSearchable = hasColumns(planned);
  const columnsPlace = useMemo(
    () => (isSearchable && !active ? <MovablePlace host={columns} /> : null),
    [columns, isSearchable, active],
  );

  return (
    <div className={styles.explore}>
      {hovering && <DropOverlay />}
      <Intro
        visible={atStart}
        onFiles={onFiles}
        onChoosing={files.prepare}
        onAddress={() => {
          setFileTabOpened(true);
          drawers.openData();
        }}
        onExample={actions.onExample}
      >
        <ErrorBoundary what="The last run" loading={null}>
          <LastRun services={services} onShow={actions.onStored} />
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
          <UnfinishedRunNotices unfinished={unfinished} onShow={actions.onStored} onContinue={actions.onContinue} />
        </ErrorBoundary>
      )}
      {remoteTable !== null && (
        <ErrorBoundary what="The file at the address" resetKey={remoteTable.table} loading={null}>
          <RemoteTablePanel
            key={remoteTable.table.place.url}
            shown={remoteTable}
            openFile={openFile}
            isRunActive={active}
            onRows={(part) => void services.address.fetchRows(part).then(opened.takeArrival)}
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
              onSituation={choices.onSituation}
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
            state={shownBeside}
            opening={opening}
            view={view}
            choices={choices}
            actions={actions}
            next={{
              text: blocked === null ? nextStepText(plan, estimate.timeMs) : null,
              planDiffers: shown !== null && !hasSameCells(shown.result.plan, plan),
              measureAll: planned.measureAll(opened.onMeasureAll),
              addition,
            }}
            files={{ ...encodedFiles, mappedFile }}
            beside={{ imported: importedSets, comparedRun: services.comparedRun }}
            progress={progress}
            parts={{
              situation: (
                <SituationLine
                  situation={view.situation}
                  onSituation={changes.onSituation}
                  onEdit={drawers.openSituation}
                />
              ),
              status: (
                <RunBar
                  life={life}
                  progress={progress}
                  plan={plan}
                  estimate={estimate}
                  blocked={blocked}
                  notByItself={ownFile.status === 'ready' && shown === null ? whyNotByItself() : null}
                  isMain={shownBeside.shown === null && (view.tab === 'columns' || view.tab === 'bytes')}
                  onRun={actions.onRun}
                  onStop={run.stop}
                  onRegardless={run.startRegardless}
                  onPlan={drawers.openPlan}
                />
              ),
              share,
              columns: columnsPlace,
            }}
          />
        </>
      )}
      <MovableContent host={columns}>
        <ColumnsPart planned={planned} view={view} shown={shown} active={active} onPlan={changes.onPlan} />
      </MovableContent>
      <ExplorePanels
        services={services}
        view={view}
        drawers={drawers}
        planned={planned}
        changes={changes}
        address={address}
        active={active}
        onFileTab={setFileTabOpened}
        onFile={opened.onChosenFile}
        onFiles={onFiles}
        onForgetFile={() => void runOfChangedData.leave().then(files.forget)}
        onArrival={opened.takeArrival}
      />
    </div>
  );
}
