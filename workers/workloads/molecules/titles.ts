import { philoxBlock } from '../../model/philox';
import type { Composition } from './parts';

/** Primes: a multiple of one number modulo a prime is different for each molecule below it. As far as the identifiers of ChEMBL 20 go; and beyond ChEBI's of 2015, for as many molecules as are made at most. */
const moduli: Readonly<Record<Composition, number>> = { chembl: 1_699_993, chebi: 500_009 };
const prefixes: Readonly<Record<Composition, string>> = { chembl: 'CHEMBL', chebi: 'CHEBI:' };
const factor = 1_618_033;
const purpose = 1;

/** An identifier for each molecule as the database has them, no two alike. */
export function titlesOf(composition: Composition, seed: number): (molecule: number) => string {
  const modulus = moduli[composition];
  const prefix = prefixes[composition];
  const shift = (philoxBlock([0, 0, 0, purpose], [seed, 0])[0] as number) % modulus;
  return (molecule) => `${prefix}${1 + ((molecule * factor + shift) % modulus)}`;
}
