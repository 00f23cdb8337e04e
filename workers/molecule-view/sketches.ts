import { unpackTexts } from '../model/canonical';
import { toErrorRecord } from '../model/errors';
import type { Molecules } from '../model/molecules/molecules';
import type { MoleculeSketch } from '../model/molecules/sketch';
import { buildMolecule } from '../libraries/openchemlib/build';
import { SmilesWriter } from '../formats/smiles/file/writer';

/** The drawing area in px. The drawing is then cropped to its content. */
const frame = { width: 320, height: 220 };

/**
 * Draws each molecule from its coordinates, or from computed ones, and writes its SMILES. `from` is the dataset index of the first
 * molecule.
 */
export async function sketchesOf(molecules: Molecules, from: number): Promise<MoleculeSketch[]> {
  const titles = unpackTexts(molecules.titles);
  return titles.map((title, index) => ({
    molecule: from + index,
    title,
    atomCount: (molecules.atomOffsets[index + 1] ?? 0) - (molecules.atomOffsets[index] ?? 0),
    bondCount: (molecules.bondOffsets[index + 1] ?? 0) - (molecules.bondOffsets[index] ?? 0),
    smiles: smilesOf(molecules, index),
    ...drawn(molecules, index, from + index),
  }));
}

function smilesOf(molecules: Molecules, index: number): string {
  const writer = new SmilesWriter();
  try {
    writer.write(molecules, index);
  } catch {
    // More rings are open at once than SMILES has numbers for, so there is no SMILES to show.
    return '';
  }
  return new TextDecoder().decode(writer.bytes.subarray(0, writer.length));
}

function drawn(molecules: Molecules, index: number, place: number): Pick<MoleculeSketch, 'svg' | 'drawingError'> {
  try {
    const { molecule } = buildMolecule(molecules, index, molecules.coordinates !== null);
    if (molecules.coordinates === null) molecule.inventCoordinates({ keepHydrogens: true });
    else molecule.setStereoBondsFromParity();
    const svg = molecule.toSVG(frame.width, frame.height, `molecule-${place}`, {
      autoCrop: true,
      suppressChiralText: true,
      suppressCIPParity: true,
      suppressESR: true,
      noColorOnESRAndCIP: true,
      noStereoProblem: true,
    });
    return { svg: withoutTargets(svg), drawingError: null };
  } catch (thrown) {
    return { svg: null, drawingError: toErrorRecord(thrown, { tag: 'internal', stage: 'encode' }).message };
  }
}

/** The drawing without the invisible shapes that an editor would use for mouse events. */
const withoutTargets = (svg: string) => svg.replaceAll(/\n\s*<(?:line|circle) [^>]*class="event"[^>]*\/>/g, '');
