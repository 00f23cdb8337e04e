import type { ShownRun } from '../app/shown-run';
import { browserName } from './environment-words';
import { formatDateTime } from './figures';
import styles from './Results.module.css';

/** Where the results on the page come from. */
export function OriginBanner({ shown: { origin, result, running } }: { readonly shown: ShownRun }) {
  const { environment } = result;
  const machine = environment.machineLabel ?? `${browserName(environment)}${environment.logicalCores === null ? '' : `, ${environment.logicalCores} cores`}`;
  const when = formatDateTime(result.startedAt);
  const [what, rest] = ((): [string, string] => {
    switch (origin.kind) {
      case 'example':
        return ['Example run', `taken on ${machine}, ${when}. It is not of this machine: run it here to see yours.`];
      case 'link':
        return ['From a link', `taken on ${machine}, ${when}. Nothing was run here.`];
      case 'import':
        return ['From a file', `${origin.fileName}, taken on ${machine}, ${when}. Nothing was run here.`];
      case 'stored':
        return ['Kept from before', `taken in this browser, ${when}${result.finishedAt === null ? '; the run was not finished' : ''}.`];
      case 'here':
        return running ? ['Running here', `since ${when}.`] : ['Measured here', `${when}${result.finishedAt === null ? ', stopped before its end' : ''}.`];
    }
  })();
  return (
    <p className={styles.origin} data-foreign={origin.kind === 'example' || origin.kind === 'link' || origin.kind === 'import'}>
      <strong>{what}</strong> {rest}
    </p>
  );
}
