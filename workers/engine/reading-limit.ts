import type { Connection } from '../model/protocol/connect';
import type { DataCalls } from '../model/protocol/data';

/** Time to download a reader of some megabytes over a slow connection. */
const startLimitMs = 180_000;
/** The slowest reader (CSV, with all of its checks) takes about 100 ms for a MiB; a phone about ten times as long. */
const limitMsPerMiB = 1_000;

/** The time limit in ms for reading a user's file. */
export const readingLimitMs = (fileBytes: number): number =>
  startLimitMs + Math.ceil((fileBytes / 1_048_576) * limitMsPerMiB);

/**
 * Terminates the worker if it does not read the file in time, since a damaged file may keep a library busy for ever.
 * @throws `timedOut` in that case.
 */
export async function withinReadingLimit<T>(
  connection: Pick<Connection<DataCalls>, 'terminate'>,
  fileBytes: number,
  read: () => Promise<T>,
): Promise<T> {
  const limitMs = readingLimitMs(fileBytes);
  const timer = setTimeout(
    () =>
      connection.terminate({
        tag: 'timedOut',
        stage: 'import',
        message: `It was not read within ${Math.round(limitMs / 1_000).toLocaleString('en')} seconds, so the reading was stopped.`,
        remedy:
          'It may be damaged. Check that it opens in the program it came from. If it does, use a part of it, or measure its bytes as they are.',
      }),
    limitMs,
  );
  try {
    return await read();
  } finally {
    clearTimeout(timer);
  }
}
