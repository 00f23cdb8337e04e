import { type Allocate, allocateBuffer } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import type { Molecules } from '../../../model/molecules/molecules';
import { SmilesWriter } from './writer';

/** Appends the text between SMILES and title, including its separator, to the writer. */
export type WriteTextBeforeTitle = (writer: SmilesWriter, molecule: number) => void;

/** Writes a line for each molecule: its SMILES, the output of `between`, a space and the title if it has one, and a line feed. @throws `unsupported` on titles that lines can't hold, and the errors of {@link SmilesWriter} */
export function writeSmiles(
  molecules: Molecules,
  {
    between,
    allocate = allocateBuffer,
  }: { readonly between?: WriteTextBeforeTitle; readonly allocate?: Allocate } = {},
): Uint8Array<ArrayBuffer> {
  const { offsets, data } = molecules.titles;
  const atomCount = molecules.atomOffsets[molecules.moleculeCount] as number;
  const writer = new SmilesWriter(4 * atomCount + data.length + 2 * molecules.moleculeCount + 4096);
  if (data.includes(10) || data.includes(13)) throw lineBreak(molecules);
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    writer.write(molecules, molecule);
    between?.(writer, molecule);
    const from = offsets[molecule] as number;
    const end = offsets[molecule + 1] as number;
    if (end > from) {
      writer.reserve(end - from + 2);
      writer.appendCode(32);
      writer.append(data.subarray(from, end));
    }
    writer.appendCode(10);
  }
  const file = allocate(writer.length);
  file.set(writer.bytes.subarray(0, writer.length));
  return file;
}

function lineBreak({ titles, moleculeCount }: Molecules): FormatlabError {
  let molecule = 0;
  const at = titles.data.findIndex((code) => code === 10 || code === 13);
  while (molecule < moleculeCount && (titles.offsets[molecule + 1] as number) <= at) molecule += 1;
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `The title of molecule ${(molecule + 1).toLocaleString('en')} has a line break, but each SMILES and its title must stay on one line.`,
    remedy: 'Remove the line break from the title.',
  });
}
