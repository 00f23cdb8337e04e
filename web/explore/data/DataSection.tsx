import type { DatasetSpec, Plan } from '../../../workers/model/plan';
import { workloads } from '../../../workers/registry/metadata';
import type { FileChoices, OwnFile, OwnFileState } from '../../state/own-file';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { Segmented } from '../../ui/Segmented';
import { mainDataset, withWorkload } from '../plan-edit';
import type { AddressPanelProps } from '../address/AddressPanel';
import { Section } from '../Section';
import { WorkloadPanel } from './WorkloadPanel';
import { lazyPart } from '../../ui/part-of-page';

const OwnFilePanel = lazyPart(async () => ({ default: (await import('./OwnFilePanel')).OwnFilePanel }));
const AddressPanel = lazyPart(async () => ({ default: (await import('../address/AddressPanel')).AddressPanel }));
const MoleculePanel = lazyPart(async () => ({ default: (await import('./molecules/MoleculePanel')).MoleculePanel }));

interface DataSectionProps {
  readonly plan: Plan;
  readonly ownFile: OwnFileState;
  /** True if the tab “Your file” is open. The plan keeps its workload until the user has chosen a file. */
  readonly fileTab: boolean;
  readonly onFileTab: (open: boolean) => void;
  readonly onPlan: (plan: Plan, options?: { readonly replace?: boolean }) => void;
  readonly onFile: (file: OwnFile, choices?: FileChoices) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onForgetFile: () => void;
  readonly onStopFile: () => void;
  readonly address: AddressPanelProps;
  /** False during a run. Other work would disturb the measurement. */
  readonly idle: boolean;
}

/** The number of molecules in the dataset. Null if it has none, or if its file is not open. */
function moleculeCount(spec: DatasetSpec, ownFile: OwnFileState): number | null {
  if (spec.source === 'workload') return workloads.get(spec.workload)?.kind === 'molecules' ? spec.size : null;
  return ownFile.status === 'ready' && ownFile.report.schema.kind === 'molecules' ? ownFile.report.itemCount : null;
}

type Tab = 'workload' | 'ownFile';

export function DataSection({
  plan,
  ownFile,
  fileTab,
  onFileTab,
  onPlan,
  onFile,
  onFiles,
  onForgetFile,
  onStopFile,
  address,
  idle,
}: DataSectionProps) {
  const main = mainDataset(plan);
  const tab: Tab = fileTab ? 'ownFile' : 'workload';
  const leaveFile = () => {
    onFileTab(false);
    onForgetFile();
    address.onForget();
    const [first] = workloads.values();
    if (main.source === 'ownFile' && first !== undefined) onPlan(withWorkload(plan, first, plan.seed));
  };
  const molecules = moleculeCount(main, ownFile);
  return (
    <Section title="Data">
      <Segmented
        label="Where the data comes from"
        value={tab}
        options={[
          { value: 'workload', label: 'Generated' },
          { value: 'ownFile', label: 'Your file' },
        ]}
        onChange={(next) => (next === 'ownFile' ? onFileTab(true) : leaveFile())}
      />
      {tab === 'workload' && main.source === 'workload' ? (
        <WorkloadPanel plan={plan} spec={main} onPlan={onPlan} />
      ) : (
        <ErrorBoundary what="The choice of a file" loading={null}>
          <OwnFilePanel
            state={ownFile}
            spec={main.source === 'ownFile' ? main : null}
            onFile={onFile}
            onFiles={onFiles}
            onStop={onStopFile}
            onForget={() => {
              onFileTab(true);
              onForgetFile();
            }}
          />
          {(ownFile.status === 'none' || address.state.status !== 'none') && <AddressPanel {...address} />}
        </ErrorBoundary>
      )}
      {molecules !== null && (
        <ErrorBoundary what="The molecules" resetKey={main} loading={null}>
          <MoleculePanel
            spec={main}
            itemCount={molecules}
            ownFile={ownFile.status === 'ready' && ownFile.file instanceof File ? ownFile.file : null}
            candidates={plan.candidates}
            idle={idle}
          />
        </ErrorBoundary>
      )}
    </Section>
  );
}
