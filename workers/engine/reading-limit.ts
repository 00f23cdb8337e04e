import type { Connection } from '../model/protocol/connect';
import type { DataCalls } from '../model/protocol/data';

/** A reader of some megabytes is fetched first, over what may be a slow line. */
const startLimitMs = 180_000;
/** The slowest reader (CSV, with all of its checks) takes some 100 ms for a MiB; a phone some ten times as long. */
const limitMsPerMiB = 1_000;

export const readingLimitMs = (fileBytes: number): number =>
  startLimitMs + Math.ceil((fileBytes / 1_048_576) * limitMsPerMiB);

/** Ends the worker where it has not read the file in time: a damaged file may keep a library busy for ever. Rejects with `timedOut` then. */
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
          'It may be damaged: see whether it opens in the program it came from. If it does, take a part of it, or measure its bytes as they are.',
      }),
    limitMs,
  );
  try {
    return await read();
  } finally {
    clearTimeout(timer);
  }
}
