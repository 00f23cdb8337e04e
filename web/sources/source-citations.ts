/**
 * The short citation of each built-in source, by its id. The page shows these before the sources are loaded. A test compares them with
 * `shortCitationOf`.
 */
export const sourceCitations: Readonly<Record<string, string>> = {
  '000': 'Johin 2024',
  '001': 'Nozawa et al.',
  '002': 'The developer of Tkrzw',
  '003': 'A developer of the Chemistry Development Kit, 2015',
  '004': 'Butsuri no Eki',
};
