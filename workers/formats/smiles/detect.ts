import type { ContentLooks } from '../../own-file/content-look';

export const looks: ContentLooks = {
  text: [{ type: 'smiles', order: 60, finds: ({ lines }) => (looksLikeSmiles(lines) ? 'likely' : null) }],
};

const smilesLines = 3;
const smilesCharacters = 5;
const smilesSymbols = /^(Cl|Br|[BCNOPSFIbcnops*]|\[[^\]\s]+\]|[-=#$:~./\\()]|%\d\d|\d)+$/u;

/** Several lines start with what could be a SMILES, long enough not to be words. */
function looksLikeSmiles(lines: readonly string[]): boolean {
  const first = lines.slice(0, 20).map((line) => line.trim().split(/\s/u, 1)[0] ?? '');
  return (
    first.length >= smilesLines &&
    first.every((word) => smilesSymbols.test(word)) &&
    first.reduce((sum, word) => sum + word.length, 0) >= smilesCharacters * first.length
  );
}
