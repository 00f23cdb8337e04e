import type { ColumnType } from '../../../workers/model/dataset';
import type { OwnFileType, Plan } from '../../../workers/model/plan';
import { workloads } from '../../../workers/registry/metadata';
import type { OwnFileState } from '../../app/own-file';
import { Segmented } from '../../ui/Segmented';
import { mainDataset, withWorkload } from '../plan-edit';
import { Section } from '../Section';
import { OwnFilePanel } from './OwnFilePanel';
import { WorkloadPanel } from './WorkloadPanel';

interface DataSectionProps {
  readonly plan: Plan;
  readonly ownFile: OwnFileState;
  /** The drop zone can be open before there is a file: the plan keeps its workload until then. */
  readonly fileTab: boolean;
  readonly onFileTab: (open: boolean) => void;
  readonly onPlan: (plan: Plan, options?: { readonly replace?: boolean }) => void;
  readonly onFile: (file: File, type?: OwnFileType | null, columnTypes?: readonly ColumnType[] | null) => void;
  readonly onForgetFile: () => void;
}

type Tab = 'workload' | 'ownFile';

export function DataSection({ plan, ownFile, fileTab, onFileTab, onPlan, onFile, onForgetFile }: DataSectionProps) {
  const main = mainDataset(plan);
  const tab: Tab = fileTab ? 'ownFile' : 'workload';
  const leaveFile = () => {
    onFileTab(false);
    onForgetFile();
    const [first] = workloads.values();
    if (main.source === 'ownFile' && first !== undefined) onPlan(withWorkload(plan, first, plan.seed));
  };
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
        <OwnFilePanel
          state={ownFile}
          spec={main.source === 'ownFile' ? main : null}
          onFile={onFile}
          onForget={() => {
            onFileTab(true);
            onForgetFile();
          }}
        />
      )}
    </Section>
  );
}
