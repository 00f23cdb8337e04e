import type { FormatlabError } from '../errors';
import { addressError } from './address';

const download = 'Or download the file, and drop it on the page.';

/**
 * A request that failed without an answer. A browser hides from the page why: the host may not be reachable, or may not allow the page to
 * read. `forbidden` if a second request, whose answer nobody reads, came through; `sentOn` if the host sends the page on to another address.
 */
export function notReached(host: string, why: 'sentOn' | 'forbidden' | 'unknown', cause: unknown): FormatlabError {
  if (why === 'sentOn')
    return addressError(
      `${host} sends the page on to another address, which could not be read. Browsers do not tell a page why: either that host can’t be reached, or it does not allow pages of other hosts to read its files (CORS).`,
      `Open the address in a tab of its own to see where it leads, and try that address. ${download}`,
      { tag: 'unsupported', cause },
    );
  if (why === 'forbidden')
    return addressError(
      `${host} answers, but does not allow pages of other hosts to read the file: it sends no header Access-Control-Allow-Origin (CORS) for this page.`,
      `Who runs the host can allow it: for files on S3 or GCS by a CORS rule of the bucket with GET, HEAD and the header Range. ${download}`,
      { tag: 'unsupported', cause },
    );
  return addressError(
    `${host} could not be read. Browsers do not tell a page why: either the host can’t be reached, or it does not allow pages of other hosts to read its files (CORS).`,
    `Open the address in a tab of its own. If the file is downloaded there, the host lacks CORS headers for this page; who runs it can add them. If not, check the address and the network. ${download}`,
    { tag: 'unsupported', cause },
  );
}

/** @throws {FormatlabError} if the status says that the body is not the file. */
export function checkStatus(status: number, host: string): void {
  if (status === 200 || status === 206) return;
  const says = `${host} answers with the status ${status}`;
  if (status === 404 || status === 410)
    throw addressError(`${says}: there is no file at this address.`, 'Check the address for a mistake.');
  if (status === 401 || status === 403)
    throw addressError(
      `${says}: the file is not public, or a signed address is no longer valid.`,
      `The page sends no cookies and no passwords. Use a public address, or sign a new one. ${download}`,
    );
  if (status === 416) throw addressError(`${says}: the file is empty, or the host can’t send parts of it.`, download);
  if (status === 429)
    throw addressError(`${says}: it refuses so many requests.`, `Wait a few minutes, then try again. ${download}`);
  if (status >= 500) throw addressError(`${says}: it has a problem of its own.`, `Try again later. ${download}`);
  throw addressError(`${says}, which is not that of a file.`, 'Check the address: it must be that of the file itself.');
}

const inBytes = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** A body that is shorter, or longer, than the host said. */
export const connectionEnded = (bytes: number, expected: number | null, cause?: unknown): FormatlabError =>
  addressError(
    expected === null
      ? `The connection ended after ${inBytes(bytes)}, in the middle of the file.`
      : `The host announced ${inBytes(expected)}, but ${inBytes(bytes)} arrived before the connection ended.`,
    `Nothing of it was used. Try again. ${download}`,
    { cause },
  );

export function tooLargeAtAddress(sizeBytes: number | null, bytes: number, limitBytes: number): FormatlabError {
  const limit = `at most ${inBytes(limitBytes)} can be fetched as a whole`;
  return addressError(
    sizeBytes === null || sizeBytes <= limitBytes
      ? `${inBytes(bytes)} have arrived, and there is no end; ${limit}.`
      : `The file has ${inBytes(sizeBytes)}; ${limit}.`,
    'Use a smaller file. Of a Parquet file, parts can be fetched if its host serves ranges of bytes.',
    { tag: 'tooLarge' },
  );
}
