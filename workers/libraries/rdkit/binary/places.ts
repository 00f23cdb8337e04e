import type { LittleEndianReader } from '../../bytes/byte-reader';
import { damagedMolecule } from './damage';
import type { MoleculesBuilder } from '../../../model/molecules/builder';

/**
 * Reads x and y of the first conformer and returns the number of conformers. Single precision holds whole ten-thousandths below 1,024: the result is the nearest of them.
 */
export function readCoordinates2d(
  reader: LittleEndianReader,
  builder: MoleculesBuilder,
  index: () => number,
  atomCount: number,
  double: boolean,
): number {
  const count = reader.u32();
  for (let conformer = 0; conformer < count; conformer += 1) {
    reader.skip(5);
    if (index() !== atomCount)
      throw damagedMolecule('the numbers of atoms of a conformer and its molecule differ', reader.at);
    if (conformer > 0) {
      reader.skip(3 * (double ? 8 : 4) * atomCount);
      continue;
    }
    for (let atom = 0; atom < atomCount; atom += 1) {
      const x = double ? reader.f64() : roundToTenThousandths(reader.f32());
      const y = double ? reader.f64() : roundToTenThousandths(reader.f32());
      builder.setPlace(atom, x, y);
      reader.skip(double ? 8 : 4);
    }
  }
  return count;
}

const roundToTenThousandths = (place: number) => Math.round(10_000 * place) / 10_000;

/** Whether single precision gives these coordinates back. */
export function fitsSinglePrecision(places: Float64Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1)
    if (roundToTenThousandths(Math.fround(places[at] as number)) !== places[at]) return false;
  return true;
}
