import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { networkSentencesOf } from '../../workers/registry/network-sentences';
import { formatBytes } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { type NetworkRead, networkRead, type Requests } from '../figures/network-reads';
import { type CompletedRow, isCompleted, type ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import styles from './NetworkReads.module.css';
import { fromSampleText } from './summary-flags';
import { firstCellClass, textCellClass, WideTable } from '../ui/WideTable';

interface NetworkReadsProps {
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  readonly schema: DatasetSchema | null;
}

const heads = [
  { text: 'Candidate' },
  { text: 'everything', isText: true },
  { text: 'one column', isText: true },
  { text: 'one row or key', isText: true },
];

/** For each candidate, the requests and bytes that a reader needs whose file lies on another host. */
export function NetworkReads({ rows, candidates, schema }: NetworkReadsProps) {
  const completed = rows.filter(isCompleted);
  if (completed.length === 0) return null;
  return (
    <details className={styles.fold}>
      <summary>Requests and bytes over a network</summary>
      <p>
        A reader that caches nothing and knows only the address. The column is the first one, the row the middle one.
      </p>
      <ul>
        {networkSentencesOf(candidates.map(({ format }) => format)).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <WideTable caption="Requests and bytes over a network" heads={heads}>
        {completed.map((row) => {
          const candidate = candidates[row.candidate];
          return candidate === undefined ? null : (
            <Reads key={row.key} row={row} candidate={candidate} schema={schema} />
          );
        })}
      </WideTable>
    </details>
  );
}

function Reads({
  row,
  candidate,
  schema,
}: {
  readonly row: CompletedRow;
  readonly candidate: Candidate;
  readonly schema: DatasetSchema | null;
}) {
  const scaled = row.sample === null ? '' : `, ${fromSampleText(row, row.sample)}`;
  return (
    <tr>
      <th scope="row" className={firstCellClass}>
        {row.names.label}
      </th>
      {(['decode', 'project', 'lookup'] as const).map((operation) => (
        <td key={operation} className={textCellClass}>
          {readText(networkRead(row, operation, candidate, reasonFor(schema)), operation !== 'decode', scaled)}
        </td>
      ))}
    </tr>
  );
}

/** `5 requests in 2 steps`. */
const requestsText = ({ requests, steps }: Requests) =>
  `${plural(requests, 'request')}${steps === requests ? '' : ` in ${plural(steps, 'step')}`}`;

const reasonFor = (schema: DatasetSchema | null) => (candidate: Candidate, operation: 'project' | 'lookup') =>
  whyOperationUnsupported(operation, [candidate], schema);

/** @param scaled what follows the size of the whole file if that is scaled from a sample */
const readText = (read: NetworkRead, isPart: boolean, scaled: string): string =>
  'unsupported' in read
    ? `unsupported: ${read.unsupported}`
    : `${requestsText(read)}, ${formatBytes(read.bytes)}${isPart && read.isWhole ? ': the whole file' : ''}${read.isWhole ? scaled : ''}${read.whyWhole === undefined ? '' : `. ${read.whyWhole}`}`;
