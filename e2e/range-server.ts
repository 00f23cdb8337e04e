import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What is served: `read` makes the bytes of a range, so that a file of 1 GB takes no room. */
export interface ServedFile {
  readonly sizeBytes: number;
  readonly read: (from: number, to: number) => Uint8Array;
}

export const servedBytes = (bytes: Uint8Array): ServedFile => ({
  sizeBytes: bytes.length,
  read: (from, to) => bytes.subarray(from, to),
});

/**
 * How a host may behave. Each is the first part of a path: `/noCors/data.csv`.
 * `hidden` allows reading, but hides Content-Range, as hosts do that do not list it in Access-Control-Expose-Headers; it compresses, and hides
 * that too, where it is not asked for the bytes as they are. `opaque` allows pages
 * to embed, but not to read. `lying` announces twice the bytes that it sends. `endless` never ends. `otherPart` sends other bytes than it
 * was asked for. `changing` has another date for each answer. `slow` sends 64 kB every 50 ms. `noParts` answers 416 to a request for a part. `packed`
 * always compresses. `sentOn` sends on to the same server by another name, which does not allow reading.
 */
export const hostBehaviours = [
  'ranges',
  'hidden',
  'noCors',
  'opaque',
  'noRanges',
  'lying',
  'endless',
  'otherPart',
  'changing',
  'slow',
  'noParts',
  'packed',
  'sentOn',
  'forbidden',
  'broken',
] as const;
export type HostBehaviour = (typeof hostBehaviours)[number];

export interface RangeServer {
  readonly address: (behaviour: HostBehaviour, name: string) => string;
  readonly host: string;
  /** The requests since the last call, and the bytes of their bodies. */
  readonly takeTraffic: () => { requests: number; bytes: number };
  readonly close: () => Promise<void>;
}

/** Serves files as other hosts do, with or without ranges and CORS, and counts requests and bytes. */
export async function serveRanges(files: Readonly<Record<string, ServedFile>>): Promise<RangeServer> {
  let traffic = { requests: 0, bytes: 0 };
  let answers = 0;
  const send = (response: ServerResponse, bytes: Uint8Array) => {
    traffic.bytes += bytes.length;
    response.write(bytes);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    traffic.requests += 1;
    const [, behaviour = '', name = ''] = (request.url ?? '').split('/');
    const file = files[decodeURIComponent(name)];
    if (behaviour === 'opaque') response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    else if (behaviour !== 'noCors') response.setHeader('Access-Control-Allow-Origin', '*');
    if (behaviour !== 'hidden') response.setHeader('Access-Control-Expose-Headers', 'Content-Range, Accept-Ranges');
    // A browser asks so before a request with a header that it does not know; the page sends none.
    if (request.method === 'OPTIONS') {
      response.writeHead(405).end();
      return;
    }
    answers += 1;
    response.setHeader('Last-Modified', new Date(behaviour === 'changing' ? answers * 1_000 : 0).toUTCString());
    if (behaviour === 'forbidden') return void response.writeHead(403).end();
    if (behaviour === 'broken') return void response.writeHead(500).end();
    if (file === undefined) return void response.writeHead(404).end();
    if (behaviour === 'noParts' && request.headers.range !== undefined) return void response.writeHead(416).end();
    if (behaviour === 'sentOn') {
      const { port } = server.address() as AddressInfo;
      return void response.writeHead(302, { Location: `http://127.0.0.1:${port}/noCors/${name}` }).end();
    }
    if (behaviour === 'packed') {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      if (request.method !== 'HEAD') send(response, gzipSync(file.read(0, file.sizeBytes)));
      return void response.end();
    }
    if (request.method === 'HEAD') {
      const compresses = behaviour === 'hidden' && (request.headers['accept-encoding'] ?? '').includes('gzip');
      const sizeBytes = compresses ? Math.ceil(file.sizeBytes / 4) : file.sizeBytes;
      return void response.writeHead(200, { 'Content-Length': sizeBytes }).end();
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (behaviour === 'endless') {
      const piece = new Uint8Array(1_048_576).fill(0x41);
      const more = () => {
        if (response.destroyed) return;
        traffic.bytes += piece.length;
        if (response.write(piece)) setImmediate(more);
        else response.once('drain', more);
      };
      response.writeHead(200);
      more();
      return;
    }
    const sends = first !== undefined && last !== undefined && behaviour !== 'noRanges';
    const from = sends ? Number(first) : 0;
    const to = sends ? Math.min(file.sizeBytes, Number(last) + 1) : file.sizeBytes;
    const shift = behaviour === 'otherPart' && from > 0 ? 1 : 0;
    if (sends) response.setHeader('Content-Range', `bytes ${from - shift}-${to - shift - 1}/${file.sizeBytes}`);
    response.setHeader('Content-Length', behaviour === 'lying' ? 2 * (to - from) : to - from);
    response.writeHead(sends ? 206 : 200);
    const pieceBytes = behaviour === 'slow' ? 65_536 : 4 * 1_048_576;
    const next = (at: number) => {
      if (response.destroyed) return;
      if (at >= to) {
        if (behaviour === 'lying') response.destroy();
        else response.end();
        return;
      }
      const end = Math.min(to, at + pieceBytes);
      send(response, file.read(at - shift, end - shift));
      setTimeout(() => next(end), behaviour === 'slow' ? 50 : 0);
    };
    next(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `localhost:${port}`;
  return {
    host,
    address: (behaviour, name) => `http://${host}/${behaviour}/${encodeURIComponent(name)}`,
    takeTraffic: () => {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
