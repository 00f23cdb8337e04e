import type { AddressState } from '../state/address-state';
import type { Arrival } from '../state/arrival';
import type { ChosenFiles } from '../state/file-set';
import type { FileChoices, OwnFile } from '../state/own-file';
import type { Services } from '../state/services';
import { Drawer } from '../ui/Drawer';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import type { View } from '../view/view';
import styles from './Explore.module.css';
import { CandidatesSection, DataSection, RunSection, SituationFields } from './explore-parts';
import type { PlanChanges } from './plan-changes';
import { minItemCount, suggestsSmallest } from './plan-checks';
import type { useDrawers } from './use-drawers';
import type { PlannedRun } from './use-planned-run';

interface ExplorePanelsProps {
  readonly services: Services;
  readonly view: View;
  readonly drawers: ReturnType<typeof useDrawers>;
  readonly planned: PlannedRun;
  readonly changes: PlanChanges;
  readonly address: AddressState;
  /** True while a run goes on. */
  readonly active: boolean;
  readonly onFileTab: (opened: boolean) => void;
  readonly onFile: (file: OwnFile, choices?: FileChoices) => void;
  /** Lets go of the user's file. A run of it ends. */
  readonly onForgetFile: () => void;
  readonly onFiles: (files: ChosenFiles) => void;
  readonly onArrival: (arrival: Arrival | null) => void;
}

/** The panels over the page: the data, the figures of the situation, and what is measured. */
export function ExplorePanels({
  services,
  view,
  drawers,
  planned,
  changes,
  address,
  active,
  onFileTab,
  onFile,
  onForgetFile,
  onFiles,
  onArrival,
}: ExplorePanelsProps) {
  const { ownFile, schema } = planned;
  const { ownFile: files, imported, view: views } = services;
  const { plan, situation } = view;
  return (
    <>
      <Drawer title="The data, and how it is read" open={drawers.open === 'data'} onClose={drawers.close}>
        <div data-plan-of="data" className={styles.panel}>
          <ErrorBoundary what="The choice of data" resetKey={plan.datasets} loading={loadingPanel}>
            <DataSection
              plan={plan}
              ownFile={ownFile}
              fileTab={planned.isOfFile}
              onFileTab={onFileTab}
              onPlan={changes.onData}
              onFile={onFile}
              onFiles={onFiles}
              onForgetFile={onForgetFile}
              onStopFile={files.stop}
              address={{
                state: address,
                onFetch: (text) => {
                  drawers.openData();
                  void services.address.fetch(text).then(onArrival);
                },
                onStop: services.address.stop,
                onForget: services.address.forget,
                onSet: (set) => {
                  imported.put(set);
                  services.address.forget();
                  views.set({ ...views.get().view, page: 'published', source: null, drawer: null });
                },
              }}
              idle={!active}
            />
          </ErrorBoundary>
        </div>
      </Drawer>
      <Drawer title="The figures of the situation" open={drawers.open === 'situation'} onClose={drawers.close}>
        <div className={styles.panel}>
          <ErrorBoundary what="The figures of the situation" loading={loadingPanel}>
            <SituationFields situation={situation} onSituation={changes.onSituation} />
          </ErrorBoundary>
        </div>
      </Drawer>
      <Drawer title="What is measured, and how" open={drawers.open === 'plan'} onClose={drawers.close}>
        <div data-plan-of="plan" inert={active} className={styles.panel}>
          <ErrorBoundary what="The choice of candidates" resetKey={plan.candidates} loading={loadingPanel}>
            <CandidatesSection
              plan={plan}
              schema={schema}
              rejection={planned.rejection}
              userFileCandidate={ownFile.status === 'ready' ? ownFile.report.candidate : null}
              suggestsSmallest={schema !== null && suggestsSmallest(plan, schema, planned.suggesting(situation.goal))}
              onPlan={changes.onPlan}
            />
            <RunSection
              plan={plan}
              schema={schema}
              itemCount={minItemCount(plan, ownFile)}
              estimate={planned.estimate}
              onPlan={changes.onPlan}
            />
          </ErrorBoundary>
        </div>
      </Drawer>
    </>
  );
}

const loadingPanel = <p className={styles.loading}>Loading…</p>;
