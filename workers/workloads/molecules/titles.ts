import { philoxBlock } from '../../model/philox';
import type { Composition } from './parts';

/** Primes: a multiple of one number modulo a prime is different for each molecule below it. As far as the identifiers of ChEMBL 20 go; and beyond ChEBI's of 2015, for as many molecules as are made at most. */
const moduli: Readonly<Record<Composition, number>> = { chembl: 1_699_993, chebi: 500_009 };
/** As long as “CHEMBL” and “CHEBI:”, and like no database's: an identifier of theirs would belong to another molecule. */
const prefix = 'MADEUP';
const factor = 1_618_033;
const purpose = 1;

/** An identifier for each molecule as long as the database's, no two alike. */
export function titlesOf(composition: Composition, seed: number): (molecule: number) => string {
  const modulus = moduli[composition];
  const shift = (philoxBlock([0, 0, 0, purpose], [seed, 0])[0] as number) % modulus;
  return (molecule) => `${prefix}${1 + ((molecule * factor + shift) % modulus)}`;
}
