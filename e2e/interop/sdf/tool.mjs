import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { MoleculeSession } from '../molecule-session' */

/** The product's own SDF in Node, asked line by line in JSON. Used by test_sdf.py and bench/sdf.mjs. */

const sdf = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);
/** @param {string} path */
const bytesOf = (path) => new Uint8Array(readFileSync(path));

/** @param {Molecules} molecules */
async function sessionFor(molecules) {
  const context = { options: { malformed: 'fatal' }, innerCodec: null, schema: sdf.schemaOf(molecules) };
  return /** @type {MoleculeSession} */ (await sdf.format.open(context));
}

/** @type {(composition: string, seed: number, count: number) => Molecules} */
const withCoordinates = (composition, seed, count) =>
  /** @type {Molecules} */ (
    sdf.workload.generate({ parameters: { composition, coordinates: true }, seed, from: 0, to: count })
  );

/**
 * Writes the molecules as `path`, reads them again, and tells what of them the format says it loses, and where what came back differs from the rest (null: nowhere).
 * @param {Molecules} molecules
 * @param {string} path
 */
async function write(molecules, path) {
  const session = await sessionFor(molecules);
  const file = session.encode(molecules);
  writeFileSync(path, file);
  const held = /** @type {Molecules} */ (sdf.format.forget?.(molecules) ?? molecules);
  /** @type {Record<number, number>} */
  const lost = {};
  for (const kind of molecules.stereo.kinds) lost[kind] = (lost[kind] ?? 0) + 1;
  for (const kind of held.stereo.kinds) lost[kind] = (lost[kind] ?? 0) - 1;
  return {
    count: molecules.moleculeCount,
    difference: sdf.differenceOfMolecules(held, session.decode(file)),
    lostStereo: Object.fromEntries(Object.entries(sdf.stereoKinds).map(([name, kind]) => [name, lost[kind] ?? 0])),
    tetrahedral: [...molecules.stereo.kinds].filter((kind) => kind === sdf.stereoKinds.tetrahedral).length,
    doubleBonds: [...molecules.stereo.kinds].filter((kind) => kind === sdf.stereoKinds.doubleBond).length,
  };
}

const commands = {
  /**
   * Molecules of the workload with coordinates as SDF, without them as another, and as our SMILES.
   * @param {{ drawn: string, flat: string, smiles: string, composition: string, seed?: number, count: number }} request
   */
  async generate({ drawn, flat, smiles, composition, seed = 1, count }) {
    const molecules = withCoordinates(composition, seed, count);
    writeFileSync(smiles, sdf.writeSmiles(molecules));
    return { drawn: await write(molecules, drawn), flat: await write(sdf.withoutCoordinates(molecules), flat) };
  },

  /**
   * Molecules of Python in the canonical form as SDF.
   * @param {{ canonical: string, path: string }} request
   */
  write({ canonical, path }) {
    const bytes = bytesOf(canonical);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return write(/** @type {Molecules} */ (sdf.fromCanonical(buffer)), path);
  },

  /**
   * A file of SMILES as SDF.
   * @param {{ smiles: string, path: string }} request
   */
  async convert({ smiles, path }) {
    const { molecules, skipped } = sdf.readSmiles(bytesOf(smiles), { malformed: 'skip' });
    const { molecules: localized, failures } = sdf.kekuleStructures(molecules);
    return { skipped, failures, ...(await write(localized, path)) };
  },

  /**
   * What we read of an SDF file, in the canonical form and as our SMILES.
   * @param {{ path: string, canonical: string, smiles: string, malformed?: 'fatal' | 'skip' }} request
   */
  read({ path, canonical, smiles, malformed = 'fatal' }) {
    const { molecules, leftOut, problems } = sdf.readSdf(bytesOf(path), { malformed });
    writeFileSync(canonical, Buffer.concat(sdf.toCanonical(molecules).parts));
    writeFileSync(smiles, sdf.writeSmiles(molecules));
    return { count: molecules.moleculeCount, leftOut, problems };
  },

  /**
   * Milliseconds of each of `repeats` encodings and decodings of workload molecules with coordinates, and the file's size.
   * @param {{ composition: string, count: number, repeats: number }} request
   */
  async time({ composition, count, repeats }) {
    const molecules = withCoordinates(composition, 1, count);
    const session = await sessionFor(molecules);
    /** @type {{ encodeMs: number[], decodeMs: number[], sizeBytes: number }} */
    const times = { encodeMs: [], decodeMs: [], sizeBytes: 0 };
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const start = performance.now();
      const file = session.encode(molecules);
      const between = performance.now();
      session.decode(file);
      times.encodeMs.push(between - start);
      times.decodeMs.push(performance.now() - between);
      times.sizeBytes = file.length;
    }
    return times;
  },
};
await answerLines(commands);
