import type { LittleEndianWriter } from '../../bytes/byte-writer';
import { DamagedInput } from '../../../model/damaged-input';
import { FormatlabError } from '../../../model/errors';
import type { Molecules } from '../../../model/molecules/molecules';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { RdkitMoleculeReader } from './read';

/** Reads and writes files of consecutive records, each after its length (uint32, little-endian). */

const lengthBytes = 4;

/** Adds a record to a file, after its length. */
export function addRecord(file: LittleEndianWriter, record: Uint8Array): void {
  file.u32(record.length);
  file.raw(record);
}

/** The position of each record, with its number from 0. @throws `malformedInput` with the offset if a length exceeds the file */
function* rdkitRecordsIn(file: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at < file.length; ) {
    const length = at + lengthBytes <= file.length ? view.getUint32(at, true) : Number.POSITIVE_INFINITY;
    const end = at + lengthBytes + length;
    if (end > file.length) {
      throw new DamagedInput(`reaches past the end of the file, which has ${file.length.toLocaleString('en')} bytes`, {
        subject: `The record that begins at byte ${at.toLocaleString('en')}`,
        remedy: 'Copy or download the file again, and check that it has RDKit’s records, each after its length.',
      });
    }
    yield file.subarray(at + lengthBytes, end);
    at = end;
  }
}

/** The molecules of records that the pinned release of RDKit wrote. The first molecule determines whether they have coordinates. @throws `malformedInput` with the number of the molecule */
export function readRecords(
  file: Uint8Array,
  recordOf: (record: Uint8Array, molecule: number) => Uint8Array,
): Molecules {
  const reader = new RdkitMoleculeReader({ directions: false });
  let builder: MoleculesBuilder | null = null;
  let places = false;
  let molecule = 0;
  for (const given of rdkitRecordsIn(file)) {
    try {
      const record = recordOf(given, molecule);
      if (builder === null) {
        reader.read(record, new MoleculesBuilder({ coordinates: false }));
        places = reader.hadPlaces;
        builder = new MoleculesBuilder({
          coordinates: places,
          expectedMolecules: Math.ceil(file.length / (given.length + lengthBytes)),
        });
      }
      builder.endMolecule(reader.read(record, builder));
      if (reader.hadPlaces !== places)
        throw new DamagedInput(`unlike the first molecule, it has ${places ? 'no ' : ''}coordinates`, { subject: '' });
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      throw new FormatlabError(
        {
          ...thrown.record,
          message: `Molecule ${(molecule + 1).toLocaleString('en')}: ${thrown.record.message}`.slice(0, 2_000),
        },
        { cause: thrown },
      );
    }
    molecule += 1;
  }
  return (builder ?? new MoleculesBuilder({ coordinates: false })).finish();
}
