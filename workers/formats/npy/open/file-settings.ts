import { parseNpyHeader } from './npy-header';
import type { DetectedWriting } from '../../../own-file/settings/file-writing';
import { countWithNoun } from '../../../own-file/settings/words';

/** Enough for a header, which has a multiple of 64 bytes and grows only with the number of fields. */
const headBytes = 1_048_576;

export async function detectNpyWriting(file: Blob): Promise<DetectedWriting> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const { dtype, fortranOrder, shape, dataStart } = parseNpyHeader(head);
  const text = new TextDecoder('windows-1252').decode(head.subarray(0, dataStart));
  const descr = /'descr':\s*'(?<descr>[^']{1,40})'/u.exec(text)?.groups?.descr;
  const dtypeText =
    descr ?? (dtype.kind === 'structured' ? `structured, ${countWithNoun(dtype.fields.length, 'field')}` : '');
  const asHere = dtype.kind === 'number' && dtype.littleEndian && !dtype.bool;
  return {
    settings: {
      writer: null,
      facts: [
        { name: 'Version', value: `${head[6]}.${head[7]}` },
        ...(dtypeText === '' ? [] : [{ name: 'dtype', value: dtypeText }]),
        ...(shape.length < 2 ? [] : [{ name: 'Order', value: fortranOrder ? 'Fortran' : 'C' }]),
      ],
    },
    candidate:
      asHere && (!fortranOrder || shape.length < 2)
        ? { format: 'npy', implementation: 'formatlab', options: {}, codec: null }
        : null,
  };
}
