import { DamagedInput } from '../../../model/damaged-input';
import { plural } from '../../../model/plural';
import { BinaryDecoder } from './binary-decoder';

const magic = 'Obj\x01';
const syncBytes = 16;
const maxEntries = 10_000;
const maxSchemaBytes = 16 * 1_048_576;

/** The header of an object container file (Avro specification 1.12, “Object Container Files”). */
export interface AvroHeader {
  readonly schema: string;
  readonly codec: string;
  readonly sync: Uint8Array;
  /** The keys of the metadata that the format does not define. */
  readonly otherKeys: readonly string[];
  /** Where the first block begins. */
  readonly end: number;
}

/** One block as it is stored. */
interface AvroBlock {
  readonly rowCount: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** @throws DamagedInput if the header is not whole */
export function readHeader(bytes: Uint8Array<ArrayBuffer>): AvroHeader {
  const decoder = new BinaryDecoder(bytes);
  if (bytes.length < magic.length || String.fromCharCode(...decoder.raw(magic.length)) !== magic)
    throw new DamagedInput('does not begin as an Avro object container file');
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const entries = new Map<string, Uint8Array>();
  decoder.items(() => {
    const key = textOf(decoder.sizedBytes(), strict, 'a name of its metadata');
    if (entries.has(key)) throw new DamagedInput(`states “${key.slice(0, 60)}” twice`);
    if (entries.size === maxEntries)
      throw new DamagedInput(`has more than ${plural(maxEntries, 'entry', 'entries')} of metadata`);
    entries.set(key, decoder.sizedBytes());
  }, true);
  const schema = entries.get('avro.schema');
  if (schema === undefined) throw new DamagedInput('states no schema');
  if (schema.length > maxSchemaBytes) throw new DamagedInput(`has a schema of ${plural(schema.length, 'byte')}`);
  const codec = entries.get('avro.codec');
  const sync = decoder.raw(syncBytes);
  return {
    schema: textOf(schema, strict, 'its schema'),
    // An empty one is that of writers that state it always.
    codec: codec === undefined || codec.length === 0 ? 'null' : textOf(codec, strict, 'the name of its codec'),
    sync,
    otherKeys: [...entries.keys()].filter((key) => !key.startsWith('avro.')),
    end: decoder.at,
  };
}

function textOf(bytes: Uint8Array, strict: TextDecoder, what: string): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new DamagedInput(`is damaged: ${what} is not UTF-8 text`);
  }
}

/**
 * The blocks in order. The file does not state how many there are: one that was cut between two blocks looks whole.
 * @throws DamagedInput if a block is not whole, or not followed by the header's sync marker
 */
export function* readBlocks(bytes: Uint8Array<ArrayBuffer>, { sync, end }: AvroHeader): Generator<AvroBlock> {
  const decoder = new BinaryDecoder(bytes);
  decoder.at = end;
  while (decoder.left > 0) {
    const rowCount = decoder.long();
    if (!(rowCount >= 0 && Number.isSafeInteger(rowCount)))
      throw new DamagedInput(`claims a block of ${rowCount} rows`);
    const data = decoder.sizedBytes();
    const marker = decoder.raw(syncBytes);
    if (marker.some((byte, index) => byte !== sync[index]))
      throw new DamagedInput('has a block that does not end with the sync marker of the header');
    yield { rowCount, data };
  }
}
