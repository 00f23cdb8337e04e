/** Elements whose valences follow from their electrons: boron's group to the halogens, with how many each group has, and by period. */
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

/** Valences, in ascending order, that MDL's model knows of an element with this charge; none where it adds no hydrogens. */
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
/** By element and charge, made when first asked for. */
const known: (readonly number[] | undefined)[] = new Array(119 * charges).fill(undefined);

/**
 * Hydrogens that a reader of MDL's files adds to an atom whose bonds have orders that make `bonded`, where the file doesn't say its valence: what is missing to the
 * lowest valence of the model that reaches so far. The model is the one that NextMove Software measured of MDL's programs, as Open Babel and CDK have it.
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
