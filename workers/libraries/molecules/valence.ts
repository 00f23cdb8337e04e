/** Elements whose valences follow from their electrons, from boron's group to the halogens, by period; and the number of electrons of each group. */
const groups: readonly (readonly [electrons: number, elements: readonly number[]])[] = [
  [3, [5, 13, 31, 49, 81]],
  [4, [6, 14, 32, 50, 82]],
  [5, [7, 15, 33, 51, 83]],
  [6, [8, 16, 34, 52, 84]],
  [7, [9, 17, 35, 53, 85]],
];
const alkali = [1, 3, 11, 19, 37, 55, 87];
const alkalineEarth = [4, 12, 20, 38, 56, 88];

const thallium = 81;
const fluorine = 9;

/** The valences, in ascending order, that MDL's model allows for an element with this charge; empty if the model adds no hydrogens. */
function modelValences(element: number, charge: number): readonly number[] {
  if (alkali.includes(element)) return charge === 0 ? [1] : [];
  if (alkalineEarth.includes(element)) return charge === 0 ? [2] : charge === 1 ? [1] : [];
  const group = groups.find(([, elements]) => elements.includes(element));
  if (group === undefined) return [];
  const period = group[1].indexOf(element) + 2;
  switch (group[0] - charge) {
    case 1:
      return element === thallium ? [] : [1];
    case 2:
      return period < 4 ? [2] : [];
    case 3:
      return element === thallium ? [1, 3] : [3];
    case 4:
      return period < 5 ? [4] : [2, 4];
    case 5:
      return [3, 5];
    case 6:
      return period === 2 ? (element === fluorine ? [] : [2]) : [2, 4, 6];
    case 7:
      return period === 2 ? [1] : [1, 3, 5, 7];
    default:
      return [];
  }
}

const lowestCharge = -8;
const charges = 17;
/** A cache by element and charge. */
const known: (readonly number[] | undefined)[] = new Array(119 * charges).fill(undefined);

/**
 * The number of hydrogens that a reader of MDL files adds to an atom without a stated valence, if its bond orders add up to `bonded`: the difference to the lowest sufficient valence. The
 * model is the one that NextMove Software measured for MDL's programs and that Open Babel and CDK use.
 */
export function impliedHydrogens(element: number, charge: number, bonded: number): number {
  if (charge < lowestCharge || charge >= lowestCharge + charges) return 0;
  const place = element * charges + charge - lowestCharge;
  let valences = known[place];
  if (valences === undefined) {
    valences = modelValences(element, charge);
    known[place] = valences;
  }
  for (let index = 0; index < valences.length; index += 1) {
    const valence = valences[index] as number;
    if (bonded <= valence) return valence - bonded;
  }
  return 0;
}
