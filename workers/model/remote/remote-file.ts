import { addressError } from './address';
import { checkStatus, connectionEnded, notReached, tooLargeAtAddress } from './remote-failures';

/** What was asked of hosts so far. `bytes` are those of the bodies that arrived. */
export interface Traffic {
  readonly requests: number;
  readonly bytes: number;
}

export const noTraffic: Traffic = { requests: 0, bytes: 0 };

/** A file at an address whose host serves parts of it. */
export interface RemotePlace {
  readonly url: string;
  readonly sizeBytes: number;
  /** The header Last-Modified. If it changes, parts would be of two files. Null if the host does not send it. */
  readonly lastModified: string | null;
}

export interface RemoteOptions {
  readonly signal: AbortSignal;
  /** Called for each request, and for each piece of a body. */
  readonly onTraffic: (traffic: Traffic) => void;
}

/** A file whose beginning was fetched. */
export interface OpenedAddress {
  readonly url: string;
  readonly head: Uint8Array<ArrayBuffer>;
  /** Null if the host does not say. */
  readonly sizeBytes: number | null;
  /** Where parts of the file can be fetched. Null if the host sends whole files only, or does not tell the size. */
  readonly place: RemotePlace | null;
  /** The whole file, from its first byte. It can be called once. `onProgress` is called with the bytes so far. */
  readonly whole: (limitBytes: number, onProgress: (bytes: number) => void) => Promise<Blob>;
  /** Ends a request that is still open. */
  readonly close: () => void;
}

/** The status by which a host says that it can't send the part that it was asked for. */
const rangeRefused = 416;

/** The bytes that are fetched first: enough to tell the kind of a file. */
const headBytes = 65_536;

/** Sends requests, and counts them. It sends no cookies, no referrer, and only headers for which browsers ask no permission first. */
export class RemoteRequests {
  readonly #options: RemoteOptions;
  #traffic = noTraffic;

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  get traffic(): Traffic {
    return this.#traffic;
  }

  #count(requests: number, bytes: number): void {
    this.#traffic = { requests: this.#traffic.requests + requests, bytes: this.#traffic.bytes + bytes };
    this.#options.onTraffic(this.#traffic);
  }

  #fetch(url: string, options: RequestInit): Promise<Response> {
    this.#count(1, 0);
    return fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...options,
      signal: this.#options.signal,
    });
  }

  /** @throws {FormatlabError} if the host can't be reached, does not allow the page to read, or answers with an error. */
  async get(url: string, range: { readonly from: number; readonly to: number } | null): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(
        url,
        range === null ? {} : { headers: { Range: `bytes=${range.from}-${range.to}` } },
      );
    } catch (thrown) {
      this.#options.signal.throwIfAborted();
      throw notReached(new URL(url).host, await this.#whyNotReached(url), thrown);
    }
    checkStatus(response.status, new URL(url).host);
    return response;
  }

  /**
   * Asks for the first bytes of a file; for all of it if no part can be had: some hosts refuse to send parts, and browsers refuse to read a part that
   * the host compressed.
   * @throws {FormatlabError} as `get`
   */
  async beginning(url: string, bytes: number): Promise<Response> {
    const response = await this.#tryFetch(url, { headers: { Range: `bytes=0-${bytes - 1}` } });
    if (response === null || response.status === rangeRefused) {
      response?.body?.cancel().catch(() => undefined);
      return this.get(url, null);
    }
    checkStatus(response.status, new URL(url).host);
    return response;
  }

  /** The answer to a request; null if there is none that the page may read. */
  async #tryFetch(url: string, options: RequestInit): Promise<Response | null> {
    try {
      return await this.#fetch(url, options);
    } catch {
      this.#options.signal.throwIfAborted();
      return null;
    }
  }

  async #whyNotReached(url: string): Promise<'sentOn' | 'forbidden' | 'unknown'> {
    // At once, since a host that can't be reached may keep each request waiting for minutes.
    const [unfollowed, unread] = await Promise.all([
      this.#tryFetch(url, { redirect: 'manual', method: 'HEAD' }),
      this.#tryFetch(url, { mode: 'no-cors', method: 'HEAD' }),
    ]);
    // The host lets the page read its answer, and sends it on to another address: that is then what can't be read.
    if (unfollowed?.type === 'opaqueredirect') return 'sentOn';
    // The host answers a request whose answer the page may not read: then it does not allow reading.
    return unread?.type === 'opaque' ? 'forbidden' : 'unknown';
  }

  /** Asks the host for the length of the file, without its content. Null if the host does not tell it. */
  async length(url: string): Promise<number | null> {
    // The header makes the browser ask for no compression. Many hosts compress texts and hide that they do, so that the length would be another.
    const response = await this.#tryFetch(url, { method: 'HEAD', headers: { Range: 'bytes=0-' } });
    return response?.ok && response.headers.get('Content-Encoding') === null
      ? countOf(response.headers.get('Content-Length'))
      : null;
  }

  /**
   * Passes on the pieces of a body.
   * @throws {FormatlabError} if the connection ends before the body does.
   */
  async *pieces(response: Response, expectedBytes: number | null): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (response.body === null) return;
    let bytes = 0;
    const reader = response.body.getReader();
    try {
      for (;;) {
        let read: ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;
        try {
          read = await reader.read();
        } catch (thrown) {
          this.#options.signal.throwIfAborted();
          throw connectionEnded(bytes, expectedBytes, thrown);
        }
        if (read.done) return;
        bytes += read.value.length;
        this.#count(0, read.value.length);
        yield read.value;
      }
    } finally {
      reader.cancel().catch(() => undefined);
    }
  }
}

/** Reads parts of a file at an address. */
export class RemoteFile {
  readonly place: RemotePlace;
  readonly #requests: RemoteRequests;

  constructor(place: RemotePlace, requests: RemoteRequests) {
    this.place = place;
    this.#requests = requests;
  }

  /**
   * Fetches `bytes` bytes from `offset` in one request.
   * @throws {FormatlabError} if the host sends something else than these bytes.
   */
  async read(offset: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
    if (bytes === 0) return new Uint8Array(0);
    const { url, sizeBytes, lastModified } = this.place;
    const response = await this.#requests.get(url, { from: offset, to: offset + bytes - 1 });
    const range = readContentRange(response);
    const isPart =
      response.status === 206 && (range === null || (range.from === offset && range.to === offset + bytes - 1));
    if (!isPart || response.headers.get('Last-Modified') !== lastModified || (range?.size ?? sizeBytes) !== sizeBytes) {
      response.body?.cancel().catch(() => undefined);
      throw isPart
        ? addressError('The file changed on its host while it was read.', 'Fetch it again from the beginning.')
        : otherPart(bytes, offset);
    }
    const into = new Uint8Array(bytes);
    let at = 0;
    for await (const piece of this.#requests.pieces(
      response,
      countOf(response.headers.get('Content-Length')) ?? bytes,
    )) {
      if (at + piece.length > bytes) throw otherPart(bytes, offset);
      into.set(piece, at);
      at += piece.length;
    }
    if (at !== bytes) throw connectionEnded(at, bytes);
    return into;
  }
}

const otherPart = (bytes: number, offset: number) =>
  addressError(
    `The host was asked for ${bytes.toLocaleString('en')} bytes from byte ${offset.toLocaleString('en')} on, and sent other bytes.`,
    'Its answers can’t be trusted. Download the file, and drop it on the page.',
  );

/**
 * Fetches the beginning of a file, in one request for a part of it; and one for its size if the host hides the size in the first answer.
 * @throws {FormatlabError} if there is no file, or the page may not read it.
 */
export async function openAddress(url: string, requests: RemoteRequests): Promise<OpenedAddress> {
  const response = await requests.beginning(url, headBytes);
  const finalUrl = response.url === '' ? url : response.url;
  const isPart = response.status === 206;
  const range = readContentRange(response);
  if (isPart && range !== null && range.from !== 0) {
    response.body?.cancel().catch(() => undefined);
    throw otherPart(headBytes, 0);
  }
  const isEncoded = response.headers.get('Content-Encoding') !== null;
  const told = isEncoded ? null : countOf(response.headers.get('Content-Length'));
  const pieces = requests.pieces(response, told);
  const head = await readHead(pieces);
  let sizeBytes = isPart ? (range?.size ?? null) : told;
  if (isPart && sizeBytes === null)
    sizeBytes = head.ended && head.bytes < headBytes ? head.bytes : await requests.length(finalUrl);
  const place =
    isPart && sizeBytes !== null
      ? { url: finalUrl, sizeBytes, lastModified: response.headers.get('Last-Modified') }
      : null;
  const first = joined(head.pieces, Math.min(head.bytes, headBytes));
  const close = () => void pieces.return(undefined);
  return {
    url: finalUrl,
    head: first,
    sizeBytes,
    place,
    close,
    async whole(limitBytes, onProgress) {
      const parts: Uint8Array<ArrayBuffer>[] = [...head.pieces];
      let bytes = head.bytes;
      const check = () => {
        if (bytes > limitBytes) {
          close();
          throw tooLargeAtAddress(sizeBytes, bytes, limitBytes);
        }
      };
      if (sizeBytes !== null && sizeBytes > limitBytes) {
        close();
        throw tooLargeAtAddress(sizeBytes, bytes, limitBytes);
      }
      let rest: AsyncGenerator<Uint8Array<ArrayBuffer>> = pieces;
      if (isPart) {
        close();
        if (place !== null && bytes >= place.sizeBytes) rest = noPieces();
        else if (place === null) {
          // The host hides the size, so that the end of the file is known only from a request for all of it.
          parts.length = 0;
          bytes = 0;
          const all = await requests.get(finalUrl, null);
          rest = requests.pieces(all, countOf(all.headers.get('Content-Length')));
        } else {
          const file = new RemoteFile(place, requests);
          rest = restOf(file, bytes);
        }
      }
      for await (const piece of rest) {
        parts.push(piece);
        bytes += piece.length;
        check();
        onProgress(bytes);
      }
      check();
      const expected = place?.sizeBytes ?? (isPart ? null : told);
      if (expected !== null && bytes !== expected) throw connectionEnded(bytes, expected);
      return new Blob(parts);
    },
  };
}

/** The rest of a file in pieces, one request each, so that one that fails does not cost what came before. */
const pieceBytes = 8 * 1_048_576;

async function* restOf(file: RemoteFile, from: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < file.place.sizeBytes; at += pieceBytes)
    yield await file.read(at, Math.min(pieceBytes, file.place.sizeBytes - at));
}

async function* noPieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {}

async function readHead(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
  const read: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  while (bytes < headBytes) {
    const { value, done } = await pieces.next();
    if (done) return { pieces: read, bytes, ended: true };
    read.push(value);
    bytes += value.length;
  }
  return { pieces: read, bytes, ended: false };
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const into = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, bytes - at);
    into.set(part, at);
    at += part.length;
  }
  return into;
}

/** A count in a header. Null if it is none. */
function countOf(text: string | null): number | null {
  const value = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** The header Content-Range. Null if the host does not allow the page to read it. */
function readContentRange(response: Response): { from: number; to: number; size: number | null } | null {
  const [, from, to, size] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
  if (from === undefined || to === undefined || size === undefined) return null;
  return { from: Number(from), to: Number(to), size: countOf(size) };
}
