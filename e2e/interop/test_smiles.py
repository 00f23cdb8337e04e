"""SMILES both ways: RDKit and CDK read what we write of generated and of awkward molecules to the same graphs, configurations included, and we what RDKit writes in any order."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdkit import Chem, rdBase

from depth import FULL_MOLECULES, QUICK_MOLECULES, counted, full
from formatlab_molecules import Molecules, molecules_from_canonical, rdkit_molecule
from java_tool import class_path, tables
from rdkit_molecules import finished, name_of
from reference_root import HERE, Tool

COUNT = FULL_MOLECULES
AWKWARD = HERE.parents[1] / "fixtures/molecules/awkward.smi"
#: Notation beyond what is in the fixture, each as RDKit has it too.
NOTATION = "C%12CC%12 C=1CC1 C1CC=1 C/1=C/CCCCCC1 C1=C/CCCCCC\\1 F/C=C/%10.Br%10 C1.C1 [CH3-] [CH2+2] [OH3+] C~C [C@@H2](F)Cl OC(=O)[C@@](C)(N)F N1[C@H](C)O1 [C@H]1(C)CO1 C12.C1C2 F\\C=C\\F C(/F)=C/F c1ccc(cc1)c2ccccc2".split()
#: What breaks the grammar, for both.
MALFORMED = "C( C) C1 C11 [C [Xx] C== =C C%1 C..C ( CX [C@TH5H](F)(Cl)Br C1C1".split()
TETRAHEDRAL, DOUBLE_BOND, ALLENAL = 1, 2, 3
KINDS = {"tetrahedral": TETRAHEDRAL, "allenal": ALLENAL, "doubleBond": DOUBLE_BOND}


@pytest.fixture(scope="module")
def tool():
    made_tool = Tool("smiles/tool.mjs")
    yield made_tool
    made_tool.close()


def lines_of(path: Path) -> list[str]:
    """The SMILES of each line, without the text after it."""
    return [line.split(" ", 1)[0] for line in path.read_text(encoding="utf-8").splitlines()]


def assert_same(found: list[str], expected: list[str]) -> None:
    different = [pair for pair in zip(found, expected, strict=True) if pair[0] != pair[1]]
    assert different == [], f"{len(different)} of {len(expected)} differ"


def named(smiles: str) -> str:
    molecule = Chem.MolFromSmiles(smiles)
    assert molecule is not None, f"RDKit refuses {smiles}"
    return name_of(molecule)


@pytest.fixture(scope="module", params=[*counted("chembl", COUNT), *counted("chebi", COUNT)])
def generated(request, tool, tmp_path_factory) -> tuple[Path, Molecules]:
    composition, count = request.param
    folder = tmp_path_factory.mktemp("smiles")
    made = tool.ask(
        "generate",
        path=str(folder / "made.smi"),
        canonicalPath=str(folder / "made.canonical"),
        seed=7,
        to=count,
        knobs={"composition": composition},
    )
    assert made == {"count": count, "sameColumns": True}
    return folder / "made.smi", molecules_from_canonical((folder / "made.canonical").read_bytes())


def test_rdkit_reads_our_smiles_to_the_molecules_of_the_dataset(generated):
    path, molecules = generated
    assert [line.split(" ", 1)[1] for line in path.read_text().splitlines()] == molecules.titles
    assert_same(
        [named(line) for line in lines_of(path)],
        [name_of(finished(rdkit_molecule(molecules, index))) for index in range(molecules.count)],
    )


def test_coordinates_stand_in_the_order_of_the_smiles(tool, tmp_path):
    made = tool.ask(
        "generate",
        path=str(tmp_path / "made.smi"),
        canonicalPath=str(tmp_path / "made.canonical"),
        seed=7,
        to=500,
        knobs={"coordinates": True},
    )
    assert made["sameColumns"]
    molecules = molecules_from_canonical((tmp_path / "made.canonical").read_bytes())
    assert molecules.coordinates is not None
    places = iter(molecules.coordinates.tolist())
    for line, title in zip((tmp_path / "made.smi").read_text().splitlines(), molecules.titles, strict=True):
        smiles, numbers, found_title = line.split(" ", 2)
        units = [int(number) for number in numbers.split(",")]
        assert len(units) == 2 * Chem.MolFromSmiles(smiles, sanitize=False).GetNumAtoms() and found_title == title
        assert [[x / 10_000, y / 10_000] for x, y in zip(units[::2], units[1::2], strict=True)] == [
            next(places) for _ in units[::2]
        ]
    assert next(places, None) is None


def rewritten(tool, folder: Path, smiles: list[str]) -> list[str]:
    (folder / "given.smi").write_text("\n".join(smiles) + "\n")
    answer = tool.ask("rewrite", path=str(folder / "given.smi"), out=str(folder / "ours.smi"), malformed="fatal")
    assert answer == {
        "count": len(smiles),
        "skipped": 0,
        "firstProblem": None,
        "difference": None,
        "sameColumns": True,
        "sameLetters": True,
    }
    return lines_of(folder / "ours.smi")


@pytest.mark.parametrize("source", ["awkward", "notation"])
def test_awkward_molecules_stay_the_same(tool, tmp_path, source):
    given = lines_of(AWKWARD) if source == "awkward" else NOTATION
    assert_same([named(smiles) for smiles in rewritten(tool, tmp_path, given)], [named(smiles) for smiles in given])


@pytest.mark.full
@pytest.mark.parametrize("way", ["canonical", "random", "kekulé", "everything told", "hydrogens as atoms"])
def test_what_rdkit_writes_is_read_and_written_to_the_same_molecule(tool, generated, tmp_path, way):
    rdBase.SeedRandomNumberGenerator(11)
    molecules = [Chem.MolFromSmiles(smiles) for smiles in [*lines_of(generated[0])[:3_000], *lines_of(AWKWARD)]]
    given = []
    for index, molecule in enumerate(molecules):
        if way == "canonical":
            given.append(Chem.MolToSmiles(molecule))
        elif way == "random":
            given.append(Chem.MolToSmiles(molecule, doRandom=True))
        elif way == "kekulé":
            copy = Chem.Mol(molecule)
            Chem.Kekulize(copy)
            given.append(Chem.MolToSmiles(copy, kekuleSmiles=True, rootedAtAtom=index % copy.GetNumAtoms()))
        elif way == "everything told":
            given.append(Chem.MolToSmiles(molecule, allBondsExplicit=True, allHsExplicit=True))
        else:
            given.append(Chem.MolToSmiles(Chem.AddHs(molecule), doRandom=True))
    found, expected = zip(
        *((named(ours), named(theirs)) for ours, theirs in zip(rewritten(tool, tmp_path, given), given, strict=True)),
        strict=True,
    )
    assert_same(list(found), list(expected))


def atoms_of(molecules: Molecules, index: int) -> list[list[int]]:
    at = slice(*molecules.atom_offsets[index : index + 2].tolist())
    return [
        list(values)
        for values in zip(
            *(
                column[at].tolist()
                for column in (
                    molecules.elements,
                    molecules.isotopes,
                    molecules.charges,
                    molecules.hydrogens,
                    molecules.aromatic_atoms,
                    molecules.maps,
                )
            ),
            strict=True,
        )
    ]


def test_atoms_are_read_as_rdkit_reads_them(tool, generated, tmp_path):
    """Reads without RDKit's chemistry, which would change hydrogens, charges, isotopes and lower-case letters."""
    smiles = [*lines_of(generated[0]), *lines_of(AWKWARD)]
    (tmp_path / "given.smi").write_text("\n".join(smiles) + "\n")
    tool.ask("read", path=str(tmp_path / "given.smi"), canonicalPath=str(tmp_path / "read.canonical"))
    molecules = molecules_from_canonical((tmp_path / "read.canonical").read_bytes())
    for index, line in enumerate(smiles):
        parameters = Chem.SmilesParserParams()
        parameters.sanitize, parameters.removeHs = False, False  # type: ignore[assignment]  # as RDKit's stubs have it
        read = Chem.MolFromSmiles(line, parameters)
        flags = [int(atom.GetIsAromatic()) for atom in read.GetAtoms()]
        Chem.SanitizeMol(read)
        expected = [
            [
                atom.GetAtomicNum(),
                atom.GetIsotope(),
                atom.GetFormalCharge(),
                atom.GetTotalNumHs(),
                flag,
                atom.GetAtomMapNum(),
            ]
            for atom, flag in zip(read.GetAtoms(), flags, strict=True)
        ]
        # Sanitizing gives the chlorine of a perchlorate a charge.
        assert atoms_of(molecules, index) == expected or "Cl(=O)(=O)=O" in line, line


def test_both_refuse_what_breaks_the_grammar(tool):
    assert [
        line for line, problem in zip(MALFORMED, tool.ask("problems", lines=MALFORMED), strict=True) if problem is None
    ] == []
    assert [line for line in MALFORMED if Chem.MolFromSmiles(line, sanitize=False) is not None] == []


# ── CDK ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_odd(left: list[int], right: list[int]) -> bool:
    order = [right.index(carrier) for carrier in left]
    return sum(order[a] > order[b] for b in range(len(order)) for a in range(b)) % 2 == 1


def configurations(molecules: Molecules, index: int) -> dict[tuple, tuple[list[int], int]]:
    """Stereo elements by kind and centre (for a double bond, its atoms): carriers and number."""
    first = int(molecules.bond_offsets[index])
    found = {}
    for element in range(*molecules.stereo_offsets[index : index + 2].tolist()):
        kind, center = int(molecules.stereo_kinds[element]), int(molecules.stereo_centers[element])
        carriers = [int(carrier) for carrier in molecules.stereo_carriers.reshape(-1, 6)[element] if carrier != 0xFFFF]
        key = (
            (center,)
            if kind != DOUBLE_BOND
            else tuple(sorted((int(molecules.begins[first + center]), int(molecules.ends[first + center]))))
        )
        reverse = kind == DOUBLE_BOND and molecules.begins[first + center] > molecules.ends[first + center]
        found[kind, key] = (carriers[::-1] if reverse else carriers, int(molecules.stereo_configurations[element]))
    return found


@pytest.mark.skipif(class_path() is None, reason="there is no JDK or no Maven")
@pytest.mark.parametrize(
    "source, count", [("generated", QUICK_MOLECULES), full("generated", COUNT, id="generated"), ("awkward", None)]
)
def test_cdk_reads_our_smiles_to_the_same_molecules(tool, request, tmp_path, source, count):
    """Atoms, bonds and configurations, including allenes. CDK of 2015 supports no other classes, and rejects a few awkward molecules."""
    path = tmp_path / "ours.smi"
    if source == "generated":
        tool.ask("generate", path=str(path), canonicalPath=str(tmp_path / "made.canonical"), seed=9, to=count)
    else:
        path.write_text("\n".join(rewritten(tool, tmp_path, lines_of(AWKWARD))) + "\n")
    tool.ask("read", path=str(path), canonicalPath=str(tmp_path / "read.canonical"))
    molecules = molecules_from_canonical((tmp_path / "read.canonical").read_bytes())
    refused = []
    for index, (line, table) in enumerate(
        zip(lines_of(path), tables("smiles", path, tmp_path / "read.jsonl"), strict=True)
    ):
        # Oganesson was named after that release.
        if "error" in table or line == "[Og]":
            refused.append(line)
            continue
        assert [atom[:6] for atom in table["atoms"]] == atoms_of(molecules, index), line
        bonds = slice(*molecules.bond_offsets[index : index + 2].tolist())
        ours = sorted(
            (min(pair), max(pair))
            for pair in zip(molecules.begins[bonds].tolist(), molecules.ends[bonds].tolist(), strict=True)
        )
        assert sorted((min(bond[:2]), max(bond[:2])) for bond in table["bonds"]) == ours, line
        own = configurations(molecules, index)
        seen = 0
        for kind, center, carriers, told in (element for element in table["stereo"] if element[0] in KINDS):
            seen += 1
            atoms = tuple(sorted(table["bonds"][center][:2])) if kind == "doubleBond" else (center,)
            expected, number = own[KINDS[kind], atoms]
            if kind == "doubleBond":
                ordered = carriers if table["bonds"][center][0] == atoms[0] else carriers[::-1]
                turned = sum(a != b for a, b in zip(ordered, expected, strict=True))
                assert (told == "together") == ((number == 2) == (turned % 2 == 0)), (line, atoms)
            else:
                assert (told == "@") == ((number == 1) != is_odd(carriers, expected)), (line, atoms)
        # CDK takes no pyramidal nitrogen for a centre.
        assert seen == sum(
            kind in KINDS.values() and not (kind == TETRAHEDRAL and table["atoms"][center[0]][0] == 7)
            for kind, center in own
        ), line
    assert len(refused) <= (0 if source == "generated" else 12), refused
