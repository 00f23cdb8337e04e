import { FormatlabError } from '../model/errors';
import type { Handlers } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { CoordinatorCalls } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import { withinReadingLimit } from './reading-limit';

/** WASM memory does not shrink, so a worker that read a larger file is not kept. */
const reusedUpToBytes = 32 * 1_048_576;

/**
 * Reads users' files, one at a time. The worker stays for the next file, since compiling its libraries takes a second. A worker in which a
 * library refused a file is not used again, since the library may be left in any state.
 */
export function createFileReader(spawn: () => Connection<DataCalls>): {
  readonly inspect: Handlers<CoordinatorCalls>['inspectFile'];
  /** Ends the idle worker. */
  readonly end: () => void;
} {
  let idle: Connection<DataCalls> | null = null;
  return {
    async inspect(request, { signal, onProgress }) {
      const connection = idle ?? spawn();
      idle = null;
      const end = () => connection.terminate();
      // The first stage looks at the head of the file, without any library.
      let stages = 0;
      signal.addEventListener('abort', end, { once: true });
      try {
        if (signal.aborted) end();
        const inspected = await withinReadingLimit(connection, request.file.size, () =>
          connection.remote.inspect(request, {
            onProgress: (progress) => {
              if ('stage' in progress) stages += 1;
              onProgress(progress);
            },
          }),
        );
        // A small compressed file may hold much data.
        const largestBytes = Math.max(request.file.size, inspected.report.dataBytes);
        if (largestBytes <= reusedUpToBytes && !signal.aborted) idle = connection;
        return inspected;
      } catch (thrown) {
        const isRefusal = thrown instanceof FormatlabError && thrown.record.tag === 'malformedInput';
        if (isRefusal && stages <= 1 && !signal.aborted) idle = connection;
        throw thrown;
      } finally {
        signal.removeEventListener('abort', end);
        if (idle !== connection) end();
      }
    },
    end: () => {
      idle?.terminate();
      idle = null;
    },
  };
}
