import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import { formatBytes, plural } from '../figures/figures';
import { type NetworkRead, networkRead, type Requests } from '../figures/network-reads';
import { type CompletedRow, isCompleted, type ResultRow } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
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
    <details>
      <summary>Requests and bytes over a network</summary>
      <p>
        What a reader asks for that knows only the address, and caches nothing. The column is the first one, and the row
        is the middle one with all of its columns. The answer above counts these requests.
      </p>
      <ul>
        <li>
          Parquet: the last 64 KiB, the rest of the footer if that is longer, then the column chunks, or the pages that
          the offset index names. Parts with at most 64 KiB between them are one request.
        </li>
        <li>Arrow: as pyarrow reads a file. It reads the whole batch that holds a row, and a stream whole.</li>
        <li>HDF5: the reads of libhdf5, as h5py passes them on, each in a request of its own.</li>
        <li>
          ROOT and RNTuple: as uproot reads. Baskets of ROOT with at most 32 KiB between them are one request; each page
          of an RNTuple is a request of its own. For a row of an RNTuple it reads the whole cluster that holds it.
        </li>
        <li>HashDBM and TreeDBM: as Tkrzw reads. The key is one in the middle of the file.</li>
        <li>npy: as numpy reads the header, and then the row.</li>
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
