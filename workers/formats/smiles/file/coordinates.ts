import { FormatlabError } from '../../../model/errors';
import type { Molecules } from '../../../model/molecules/molecules';
import { damagedLine, type ReadTextBeforeTitle } from './read-lines';
import type { WriteTextBeforeTitle } from './write-lines';

/** Writes and reads coordinates after a SMILES, as in the second listing of the CDK developer's article (2015, 003): x and y of each atom, in ten-thousandths of an ångström, with commas. */

/** Units per ångström. */
const unitsPerAngstrom = 10_000;
const maxUnits = 2 ** 31 - 1;

/** Rounds to ten-thousandths. */
export function withRoundedCoordinates(molecules: Molecules): Molecules {
  const { coordinates } = molecules;
  if (coordinates === null) return molecules;
  // Adding 0 turns negative zero into positive zero, which is how it is read.
  return {
    ...molecules,
    coordinates: coordinates.map((value) => Math.round(value * unitsPerAngstrom) / unitsPerAngstrom + 0),
  };
}

/** @throws `unsupported` if a coordinate is not finite or too large */
export function coordinatesWriter(molecules: Molecules): WriteTextBeforeTitle {
  const { coordinates } = molecules;
  if (coordinates === null)
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      message: 'These molecules have no coordinates to write after their SMILES.',
    });
  return (writer, molecule) => {
    const first = molecules.atomOffsets[molecule] as number;
    const atomCount = (molecules.atomOffsets[molecule + 1] as number) - first;
    // The size of two commas, two signs and twice ten digits.
    writer.reserve(24 * atomCount + 1);
    writer.appendCode(32);
    const { order } = writer.traversal;
    for (let place = 0; place < atomCount; place += 1) {
      const at = 2 * (first + (order[place] as number));
      if (place > 0) writer.putCode(44);
      writer.putNumber(units(coordinates[at] as number, molecule));
      writer.putCode(44);
      writer.putNumber(units(coordinates[at + 1] as number, molecule));
    }
  };
}

function units(angstrom: number, molecule: number): number {
  const whole = Math.round(angstrom * unitsPerAngstrom);
  if (whole >= -maxUnits && whole <= maxUnits) return whole;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `Molecule ${(molecule + 1).toLocaleString('en')} has the coordinate ${angstrom}; coordinates must lie within ${Math.floor(maxUnits / unitsPerAngstrom).toLocaleString('en')} Å of the origin.`,
  });
}

/** Reads what {@link coordinatesWriter} writes. */
export const readCoordinates: ReadTextBeforeTitle = (builder, text, from, end) => {
  const { atomCount } = builder;
  if (from >= end) throw damagedLine('the coordinates after the SMILES are missing', from);
  let at = from + 1;
  let x = 0;
  for (let index = 0; index < 2 * atomCount; index += 1) {
    if (index > 0) {
      if (at >= end || text[at] !== 44)
        throw damagedLine(
          `the atoms need ${2 * atomCount} coordinates, separated by commas, but only ${index} are here`,
          at,
        );
      at += 1;
    }
    const negative = at < end && text[at] === 45;
    if (negative) at += 1;
    const start = at;
    let whole = 0;
    for (; at < end; at += 1) {
      const digit = (text[at] as number) - 48;
      if (digit < 0 || digit > 9) break;
      whole = 10 * whole + digit;
      if (whole > maxUnits) throw damagedLine(`a coordinate can be at most ${maxUnits.toLocaleString('en')}`, start);
    }
    if (at === start) throw damagedLine('a coordinate must be a whole number of ten-thousandths of an ångström', at);
    const value = (negative && whole !== 0 ? -whole : whole) / unitsPerAngstrom;
    if ((index & 1) === 0) x = value;
    else builder.setPlace(index >> 1, x, value);
  }
  if (at < end && (text[at] as number) > 32)
    throw damagedLine(`the atoms have ${2 * atomCount} coordinates, but more are here`, at);
  return at + 1;
};
