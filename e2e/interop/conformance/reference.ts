/** Talks with reference_server.py: the message is a header as JSON, its length before it (uint32, little-endian), and bytes behind it. */

export interface ReferenceCodec {
  readonly name: string;
  readonly upstream: string;
  /** Those that the reference's own files are made at. */
  readonly levels: readonly (number | null)[];
  /** By how many bytes what it writes may be larger than what upstream writes in one call, and why. */
  readonly surplus: { readonly bytes: number; readonly reason: string } | null;
}

export interface ReferenceAbout {
  readonly codecs: Readonly<Record<string, ReferenceCodec>>;
  readonly corpus: readonly { readonly name: string; readonly sizeBytes: number }[];
}

export interface WrittenFile {
  readonly source: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The reference's own size at this level is asked for too, where it is given. */
  readonly compareLevel?: number | null;
}

export interface Verdict {
  /** Null where the reference read exactly the source. */
  readonly message: string | null;
  readonly referenceBytes: number | null;
}

async function ok(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`The reference server failed: ${await response.text()}`);
  return response;
}

function message(items: readonly object[], payloads: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const header = new TextEncoder().encode(JSON.stringify({ items }));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, header.length, true);
  return new Blob([length, header, ...payloads]);
}

export class ReferenceServer {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async about(): Promise<ReferenceAbout> {
    return (await ok(await fetch(new URL('about', this.#url)))).json();
  }

  async source(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(
      await (await ok(await fetch(new URL(`source?key=${encodeURIComponent(key)}`, this.#url)))).arrayBuffer(),
    );
  }

  /** Does the reference read what was written? In the order of `written`. */
  async check(codec: string, written: readonly WrittenFile[]): Promise<readonly Verdict[]> {
    const items = written.map(({ source, bytes, compareLevel }) => ({
      source,
      lengthBytes: bytes.length,
      ...(compareLevel === undefined ? {} : { compareLevel }),
    }));
    return (
      await this.#post<Verdict>(
        'check',
        codec,
        message(
          items,
          written.map(({ bytes }) => bytes),
        ),
      )
    ).items;
  }

  /** The same for data that only the page has: it travels along. */
  async checkBlocks(
    codec: string,
    blocks: readonly { readonly data: Uint8Array<ArrayBuffer>; readonly bytes: Uint8Array<ArrayBuffer> }[],
  ): Promise<readonly { readonly message: string | null }[]> {
    const items = blocks.map(({ data, bytes }) => ({ sizeBytes: data.length, lengthBytes: bytes.length }));
    return (
      await this.#post<{ message: string | null }>(
        'blocks',
        codec,
        message(
          items,
          blocks.flatMap(({ data, bytes }) => [bytes, data]),
        ),
      )
    ).items;
  }

  /** What the reference writes. */
  async encode(
    codec: string,
    wanted: readonly { readonly source: string; readonly level: number | null }[],
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const { items, payload } = await this.#post<{ lengthBytes: number }>('encode', codec, message(wanted, []));
    let at = 0;
    return items.map(({ lengthBytes }) => {
      const bytes = payload.slice(at, at + lengthBytes);
      at += lengthBytes;
      return bytes;
    });
  }

  async #post<I>(
    path: string,
    codec: string,
    body: Blob,
  ): Promise<{ items: readonly I[]; payload: Uint8Array<ArrayBuffer> }> {
    const answer = await (
      await ok(await fetch(new URL(`${path}?codec=${codec}`, this.#url), { method: 'POST', body }))
    ).arrayBuffer();
    const headerEnd = 4 + new DataView(answer).getUint32(0, true);
    const { items } = JSON.parse(new TextDecoder().decode(new Uint8Array(answer, 4, headerEnd - 4)));
    return { items, payload: new Uint8Array(answer, headerEnd) };
  }
}
