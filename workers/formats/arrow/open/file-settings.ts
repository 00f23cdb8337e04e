import { CompressionType, MessageReader } from 'apache-arrow';
import type { Candidate } from '../../../model/plan';
import type { DetectedWriting } from '../../../own-file/settings/file-writing';
import { countText, countWithNoun, distinctValues } from '../../../own-file/settings/words';

const magic = 'ARROW1';
/** Bytes of the magic number and its padding, before a file's first message. */
const fileStart = 8;

interface Batches {
  readonly rows: readonly number[];
  readonly dictionaries: number;
  readonly codecs: readonly BufferCodec[];
}

type BufferCodec = 'lz4' | 'zstd' | null;
const codecNames = { lz4: 'LZ4', zstd: 'Zstandard' } as const;
const codecName = (codec: BufferCodec) => (codec === null ? 'not compressed' : codecNames[codec]);

/** Reads the settings from the headers of the messages. The file has been read successfully before. */
export async function detectArrowWriting(file: Blob): Promise<DetectedWriting> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isFile = String.fromCharCode(...bytes.subarray(0, magic.length)) === magic;
  const batches = batchesOf(isFile ? bytes.subarray(fileStart) : bytes);
  const codecs = batches === null ? [] : distinctValues(batches.codecs);
  return {
    settings: {
      writer: null,
      facts: [
        { name: 'Container', value: isFile ? 'file' : 'stream' },
        ...(batches === null
          ? []
          : [
              { name: 'Buffers', value: codecs.length === 0 ? 'none' : codecs.map(codecName).join(', ') },
              { name: 'Record batches', value: batchesText(batches.rows) },
              { name: 'Dictionaries', value: batches.dictionaries === 0 ? 'none' : countText(batches.dictionaries) },
            ]),
      ],
    },
    candidate: batches === null ? null : candidateOf(isFile, batches, codecs),
  };
}

/** Reads the record batches of consecutive messages. Null if the messages are not contiguous: a file's index may list them at any positions. */
function batchesOf(messages: Uint8Array): Batches | null {
  const rows: number[] = [];
  const codecs: BufferCodec[] = [];
  let dictionaries = 0;
  try {
    const reader = new MessageReader(messages);
    for (const message of reader) {
      reader.readMessageBody(message.bodyLength);
      if (message.isDictionaryBatch()) dictionaries += 1;
      if (!message.isRecordBatch()) continue;
      const { length, compression } = message.header();
      rows.push(length);
      codecs.push(compression === null ? null : compression.type === CompressionType.ZSTD ? 'zstd' : 'lz4');
    }
  } catch {
    return null;
  }
  return { rows, dictionaries, codecs };
}

function batchesText(rows: readonly number[]): string {
  const [first] = rows;
  if (first === undefined) return 'none';
  return rows.length === 1
    ? `1 of ${countWithNoun(first, 'row')}`
    : `${countText(rows.length)} of up to ${countText(Math.max(...rows))} rows`;
}

/** The batch sizes that the format's meta.ts offers. */
const batchChoices = [8_192, 65_536, 1_048_576];

function candidateOf(isFile: boolean, { rows }: Batches, codecs: readonly BufferCodec[]): Candidate | null {
  const most = Math.max(0, ...rows);
  const batchRows = batchChoices.find((choice) => (rows.length > 1 ? choice === most : choice >= most));
  if (batchRows === undefined || codecs.length > 1) return null;
  const [codec = null] = codecs;
  return {
    format: 'arrow',
    implementation: 'apache-arrow',
    options: { container: isFile ? 'file' : 'stream', batchRows: String(batchRows) },
    codec:
      codec === null
        ? null
        : { id: codec, level: codec === 'zstd' ? 1 : null, implementation: null, granularity: 'buffer' },
  };
}
