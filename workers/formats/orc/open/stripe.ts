import { DamagedInput } from '../../../model/damaged-input';
import { plural } from '../../../model/plural';
import { ProtobufMessage } from './protobuf';
import type { OrcTail, StripeInformation } from './tail';

/** The kinds of streams that hold values, by their numbers (ORC specification v1, “Stripe Footer”). */
const streamKinds = { present: 0, data: 1, length: 2, dictionary: 3, secondary: 5 } as const;
type StreamKind = keyof typeof streamKinds;
const streamNames: Readonly<Record<StreamKind, string>> = {
  present: 'nulls',
  data: 'values',
  length: 'lengths',
  dictionary: 'dictionary',
  secondary: 'second part of the values',
};

interface ColumnEncoding {
  readonly version: 1 | 2;
  readonly isDictionary: boolean;
  readonly dictionarySize: number;
}

const footerFields = { streams: 1, columns: 2, timeZone: 3, encryption: 4 } as const;
const streamFields = { kind: 1, column: 2, length: 3 } as const;
const encodingFields = { kind: 1, dictionarySize: 2 } as const;
/** Direct, dictionary, and both with version 2 of the integers. */
const encodingKinds = 4;
const maxFooterBytes = 64 * 1_048_576;

/** One stripe: the streams of its columns. */
export class Stripe {
  readonly #data: Uint8Array<ArrayBuffer>;
  readonly #unpack: OrcTail['unpack'];
  /** The places of the streams by column and kind. */
  readonly #places = new Map<string, { readonly from: number; readonly sizeBytes: number }>();
  readonly #encodings: readonly Uint8Array<ArrayBuffer>[];
  /** The zone in which timestamps were written; null if it is not stated. */
  readonly timeZone: string | null;

  /** @throws DamagedInput if the stripe's footer is not whole, or does not fit the stripe */
  constructor(file: Uint8Array<ArrayBuffer>, { unpack }: OrcTail, place: StripeInformation) {
    const { offset, indexBytes, dataBytes, footerBytes } = place;
    const end = offset + indexBytes + dataBytes;
    this.#data = file.subarray(offset, end);
    this.#unpack = unpack;
    const content = unpack(file.subarray(end, end + footerBytes), 'the footer of a stripe');
    if (content.length > maxFooterBytes)
      throw new DamagedInput(`has a stripe with a footer of ${plural(content.length, 'byte')}`);
    const footer = new ProtobufMessage(content, 'the footer of a stripe');
    let from = 0;
    for (const part of footer.parts(footerFields.streams)) {
      const message = new ProtobufMessage(part, 'the footer of a stripe');
      const sizeBytes = message.size(streamFields.length);
      const key = keyOf(message.size(streamFields.column), message.number(streamFields.kind) ?? 0);
      if (this.#places.has(key)) throw new DamagedInput('names a stream of a column twice');
      if (from + sizeBytes > this.#data.length) throw new DamagedInput('claims a stream beyond the end of its stripe');
      this.#places.set(key, { from, sizeBytes });
      from += sizeBytes;
    }
    this.#encodings = footer.parts(footerFields.columns);
    const timeZone = footer.texts(footerFields.timeZone)[0] ?? '';
    this.timeZone = timeZone === '' ? null : timeZone;
  }

  /** The unpacked stream; null if the column has none of the kind. */
  optionalStream(column: number, kind: StreamKind, what: string): Uint8Array<ArrayBuffer> | null {
    const place = this.#places.get(keyOf(column, streamKinds[kind]));
    return place === undefined
      ? null
      : this.#unpack(
          this.#data.subarray(place.from, place.from + place.sizeBytes),
          `the ${streamNames[kind]} of ${what}`,
        );
  }

  /** The unpacked stream, which may be absent only if the column has no values in this stripe. */
  stream(column: number, kind: StreamKind, count: number, what: string): Uint8Array<ArrayBuffer> {
    const stream = this.optionalStream(column, kind, what);
    if (stream === null && count > 0) throw new DamagedInput(`lacks the ${streamNames[kind]} of ${what}`);
    return stream ?? new Uint8Array(0);
  }

  encoding(column: number, what: string): ColumnEncoding {
    const part = this.#encodings[column];
    if (part === undefined) throw new DamagedInput(`does not say how ${what} is encoded`);
    const message = new ProtobufMessage(part, 'the encodings of a stripe');
    const kind = message.number(encodingFields.kind) ?? 0;
    if (kind >= encodingKinds) throw new DamagedInput(`has an unknown encoding, number ${kind}, of ${what}`);
    return {
      version: kind >= 2 ? 2 : 1,
      isDictionary: kind % 2 === 1,
      dictionarySize: message.size(encodingFields.dictionarySize),
    };
  }
}

const keyOf = (column: number, kind: number) => `${column} ${kind}`;
