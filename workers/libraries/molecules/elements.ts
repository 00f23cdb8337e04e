/** Element symbols by atomic number: [0] is the wildcard, [118] is oganesson. */
export const elementSymbols: readonly string[] = (
  '* H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe ' +
  'Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr ' +
  'Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'
).split(' ');

export const maxElement = 118;

const numbers: ReadonlyMap<string, number> = new Map(elementSymbols.map((symbol, element) => [symbol, element]));

/** The symbol; `*` for the wildcard and for invalid atomic numbers. */
export function symbolOf(element: number): string {
  return elementSymbols[element] ?? '*';
}

/** The atomic number of a symbol in its usual spelling (`Cl`); 0 for `*`; undefined if there is no such element. */
export function elementOf(symbol: string): number | undefined {
  return numbers.get(symbol);
}
