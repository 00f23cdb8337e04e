import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { Dataset } from '../../model/dataset';
import type { FormatSession } from '../../model/entry';
import { differenceOfMolecules } from '../../model/molecules/difference';
import type { Molecules } from '../../model/molecules/molecules';
import { loadFormat } from '../../registry/modules';
import { withRdkitMolecule } from './calls';
import { loadRdkit } from './load';
import { graphProperties, parseAsWritten, parseSanitized, writeInOrder } from './parsing';
import { telling } from '../../model/testing/telling';

const schema = { kind: 'molecules', coordinates: false, titles: true } as const;
const bytes = (text: string) => new TextEncoder().encode(text);

async function smiles(
  options: Record<string, string | boolean> = {},
): Promise<Required<Pick<FormatSession, 'decode' | 'encode' | 'countsOf'>>> {
  const session = await (await loadFormat('smiles', 'rdkit')).open({ options, innerCodec: null, schema });
  if (session.decode === undefined || session.encode === undefined || session.countsOf === undefined)
    throw new Error('It reads or writes nothing.');
  return session as Required<Pick<FormatSession, 'decode' | 'encode' | 'countsOf'>>;
}

/** What comes of lines that are read and written again. */
async function again(text: string, options = {}): Promise<string> {
  const session = await smiles(options);
  return new TextDecoder().decode(await session.encode(await session.decode(bytes(text))));
}

describe('RDKit in the browser', () => {
  it('is the pinned release', async () => {
    expect((await loadRdkit()).rdkit.version()).toBe('2026.09.1');
  });

  const freesEvery = async (molecules: number) => {
    const library = await loadRdkit();
    const work = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const text = `CC(=O)N[C@@H](C${'C'.repeat(time % 30)})c1ccc(/C=C/Br)cc1`;
        const parse = () => library.rdkit.get_mol(text, time % 2 === 0 ? parseSanitized : parseAsWritten);
        const record = withRdkitMolecule(
          library,
          'decode',
          () => 'It',
          parse,
          (molecule) => molecule.get_as_uint8array(graphProperties),
        );
        if (time % 10 === 0) {
          withRdkitMolecule(
            library,
            'encode',
            () => 'It',
            () => library.rdkit.get_mol_from_uint8array(record),
            (molecule) => molecule.get_smiles(writeInOrder),
          );
          expect(() =>
            withRdkitMolecule(
              library,
              'decode',
              () => 'It',
              () => library.rdkit.get_mol('C1CC(', parseSanitized),
              () => null,
            ),
          ).toThrow(FormatlabError);
          expect(() =>
            withRdkitMolecule(
              library,
              'decode',
              () => 'It',
              parse,
              () => {
                throw new FormatlabError({ tag: 'internal', stage: 'decode', message: 'Given up.' });
              },
            ),
          ).toThrow('Given up.');
        }
      }
    };
    work(2_000);
    const before = library.memoryBytes();
    work(molecules);
    expect(before).toBeGreaterThan(0);
    expect(library.memoryBytes()).toBe(before);
  };
  it('frees every molecule: four thousand take no more memory than the first two, whether they were read, written or refused', () =>
    freesEvery(4_000));
  it(
    'frees every molecule: twenty thousand take no more memory than the first two, whether they were read, written or refused',
    {
      tags: ['full'],
      timeout: 300_000,
    },
    () => freesEvery(20_000),
  );

  it('names the line that it refuses, and why', async () => {
    const { decode } = await smiles();
    await expect(async () => decode(bytes('CCO one\nCN(C)(C)(C)C two\n'))).rejects.toThrow(
      telling('Line 2', 'RDKit', 'atom # 1 N, 5', '“CN(C)'),
    );
    await expect(async () => decode(bytes('C1CC\n'))).rejects.toThrow(telling('Line 1', 'ring'));
    await expect(async () => decode(bytes('c1cccc1\n'))).rejects.toThrow(/kekulize/i);
    await expect(async () => decode(Uint8Array.of(67, 32, 0xff, 10))).rejects.toThrow(telling('Line 1', 'UTF-8'));
  });

  it('reads what vendors write with more bonds than RDKit knows, and compares up to its clean-up', async () => {
    const lines = [
      'CN(=O)=O',
      'OCl(=O)(=O)=O',
      '[O-]Cl(=O)(=O)=O',
      'OBr(=O)=O',
      'CN=N#N',
      'C=N#N',
      'O=n1ccccc1',
      'O=N1=CC=CC=C1',
      'CN(C)(C)=O',
      'C#N=O',
      'C/C=N(=O)/C',
      'CC=P(=O)C',
      '[O:1]=N(=[O:2])C',
      'C[N+](=O)[O-]',
    ];
    const text = bytes(lines.map((line) => `${line}\n`).join(''));
    const [ours, theirs] = [await loadFormat('smiles', 'formatlab'), await loadFormat('smiles', 'rdkit')];
    const written = await (await ours.open({ options: { malformed: 'fatal' }, innerCodec: null, schema })).decode?.(
      text,
    );
    if (written?.kind !== 'molecules' || ours.forget === undefined) throw new Error('It reads no molecules.');
    const read = await (await smiles()).decode(text);
    const both = (dataset: Dataset, options = {}) =>
      theirs.forget?.(ours.forget?.(dataset) ?? dataset, options) as Molecules;
    expect(differenceOfMolecules(both(written), both(read))).toBeNull();
    expect(differenceOfMolecules(both(written, { sanitize: false }), both(read, { sanitize: false }))).toMatch(
      /^Molecule 1 /,
    );
    expect((await again('CN(=O)=O\n[O-]Cl(=O)(=O)=O\n')).split('\n')).toEqual([
      'C[N+]([O-])=O',
      '[O-][Cl+3]([O-])([O-])[O-]',
      '',
    ]);
  });

  it('tells what RDKit has no valence for from what is no SMILES', async () => {
    const { decode } = await smiles();
    await expect(async () => decode(bytes('CN(C)(C)(C)C\n'))).rejects.toMatchObject({ record: { tag: 'unsupported' } });
    await expect(async () => decode(bytes('C1CC\n'))).rejects.toMatchObject({ record: { tag: 'malformedInput' } });
  });

  it('leaves such lines out where it is told to, and counts them', async () => {
    const { decode, countsOf } = await smiles({ malformed: 'skip', sanitize: true });
    const text = bytes('CCO one\nCN(C)(C)(C)C two\r\nC( three\n\nO five');
    expect(await decode(text)).toMatchObject({ moleculeCount: 3 });
    expect(countsOf(text, 0)).toMatchObject({ molecules: 3, leftOut: 2 });
  });

  it('takes what it does not sanitize as it is written', async () => {
    expect(await again('CN(=O)=O\nOCl(=O)(=O)=O\nC[N](C)(C)(C)C\n', { sanitize: false })).toBe(
      'CN(=O)=O\nOCl(=O)(=O)=O\nCN(C)(C)(C)C\n',
    );
  });

  it('keeps hydrogens, free electrons, isotopes, classes, configurations and empty lines', async () => {
    const lines = [
      '[H]C([H])F',
      'CC(C)(C)N([O])C',
      '[CH2]C',
      '[13CH3:7][NH3+]',
      'F/C=C/C=C\\Br',
      'C[C@H](C)O',
      'N[C@@H](C)C(=O)O alanine',
      '[CH3][Pt@SP2]([F])([Cl])[Br]',
      '',
      '[Pb] lead',
      '*C',
    ];
    expect((await again(`${lines.join('\n')}\n`)).split('\n')).toEqual([...lines, '']);
  });
});
