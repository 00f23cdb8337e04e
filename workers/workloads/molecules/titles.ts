import { philoxBlock } from '../../model/philox';
import type { Composition } from './parts';

/**
 * Primes. The multiples of a number modulo a prime are distinct, so each molecule gets its own identifier. They are as large as the
 * identifiers of ChEMBL 20; for ChEBI, larger than those of 2015, to allow the maximum number of molecules.
 */
const moduli: Readonly<Record<Composition, number>> = { chembl: 1_699_993, chebi: 500_009 };
/** As long as “CHEMBL” and “CHEBI:”, but not a real database's prefix: a real identifier would belong to another molecule. */
const prefix = 'MADEUP';
const factor = 1_618_033;
const purpose = 1;

/** A function that returns the identifier of each molecule. Identifiers are distinct and as long as the database's. */
export function titlesOf(composition: Composition, seed: number): (molecule: number) => string {
  const modulus = moduli[composition];
  const shift = (philoxBlock([0, 0, 0, purpose], [seed, 0])[0] as number) % modulus;
  return (molecule) => `${prefix}${1 + ((molecule * factor + shift) % modulus)}`;
}
