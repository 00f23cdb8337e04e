import { DamagedInput } from '../../../model/damaged-input';
import { LittleEndianReader } from '../../bytes/byte-reader';

/** The error for damage in a record; `byte` counts from its first byte. */
export const damagedMolecule = (problem: string, byte: number): DamagedInput =>
  new DamagedInput(problem, {
    place: { byte, of: 'the record' },
    message: `RDKit’s binary form of a molecule is damaged at its byte ${byte.toLocaleString('en')}: ${problem}.`,
  });

const endsEarly = (problem: string, at: number) => damagedMolecule(`it ${problem}`, at);

export const recordReader = (record: Uint8Array): LittleEndianReader => new LittleEndianReader(record, endsEarly);

const decoder = new TextDecoder();

/** Reads the bytes of a text after its length. */
export const readTextBytes = (reader: LittleEndianReader): Uint8Array => reader.raw(reader.u32());

export const readText = (reader: LittleEndianReader): string => decoder.decode(readTextBytes(reader));
