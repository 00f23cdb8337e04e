import { useMemo } from 'react';
import type { OwnFileState } from '../../state/own-file';
import { CopyText } from '../../ui/CopyText';
import type { View } from '../../view/view';
import { fileOfPlan } from '../plan-checks';
import { mainDataset } from '../plan-edit';
import { commandLine } from './command-line';

/** The line that repeats on the command line what is on the screen. Nothing while the file of the plan is not open. */
export function CommandLine({ view, held }: { readonly view: View; readonly held: OwnFileState }) {
  const line = useMemo(() => {
    const file = fileOfPlan(view.plan, held);
    if (mainDataset(view.plan).source === 'workload') return commandLine(view, null);
    return file.status === 'ready' ? commandLine(view, file) : null;
  }, [view, held]);
  return line === null ? null : <CopyText label="Copy as command" text={line} />;
}
