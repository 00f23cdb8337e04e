"""Makes workers/workloads/molecules/parts.json, from which the workload puts molecules together, of parts.txt beside it, with RDKit.

Each line of parts.txt has a group, two weights and a SMILES. What the numbers on atoms mean (a hydrogen goes where something is bound):

  1  the end that is bound to what is there      3  both ends, in parts that join
  2  the end to which the next part is bound     4  as 1, where any atom may be what it is bound to (anomeric carbons)
  10 + weight: where further parts may be bound, with that weight (10 alone: never)

Ring systems have no ends: any of their places may be the one that is bound. Where no weight is told, it follows from the kind of atom (`site_weight`). RDKit gives
the Kekulé structure, the aromatic flags, the hydrogens, the configurations and a drawing with bonds of 1.5 Å.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rdkit import Chem
from rdkit.Chem import rdDepictor

FOLDER = Path(__file__).resolve().parents[2] / "workers/workloads/molecules"

#: What may be bound to what is told in site.ts.
CARBON, BESIDE_HETERO, HETERO, SULFONYL = range(4)
TETRAHEDRAL, DOUBLE_BOND = 1, 2
AROMATIC, RING = 1, 2


def site_kind(atom: Chem.Atom) -> int:
    if atom.GetAtomicNum() in (15, 16):
        return (
            SULFONYL
            if any(bond.GetBondTypeAsDouble() == 2 for bond in atom.GetBonds()) and not atom.GetIsAromatic()
            else HETERO
        )
    if atom.GetAtomicNum() in (7, 8, 9, 17, 35, 53):
        return HETERO
    beside = any(neighbour.GetAtomicNum() in (7, 8, 16) for neighbour in atom.GetNeighbors())
    saturated = not atom.GetIsAromatic() and all(bond.GetBondTypeAsDouble() == 1 for bond in atom.GetBonds())
    unsaturated = (
        any(bond.GetBondTypeAsDouble() > 1 and bond.GetOtherAtom(atom).GetAtomicNum() == 6 for bond in atom.GetBonds())
        and not atom.GetIsAromatic()
        and not atom.IsInRing()
    )
    return BESIDE_HETERO if (beside and saturated) or unsaturated else CARBON


def site_weight(atom: Chem.Atom, group: str) -> int:
    """The weight of a substituent if parts.txt gives none: highest for nitrogen in rings, as in drugs, and low for saturated carbon."""
    if atom.GetTotalNumHs() == 0 or atom.GetAtomicNum() not in (6, 7):
        return 0
    if group == "acyl":
        return 1 if atom.GetHybridization() == Chem.HybridizationType.SP3 and atom.GetTotalNumHs() == 2 else 0
    if group == "linker":
        return (
            3
            if atom.GetAtomicNum() == 6
            and atom.GetHybridization() == Chem.HybridizationType.SP3
            and atom.GetTotalNumHs() >= 2
            else 0
        )
    if group not in ("ring", "natural"):
        return 0
    if atom.GetAtomicNum() == 7:
        amide = any(
            b.GetBondTypeAsDouble() == 2
            for n in atom.GetNeighbors()
            for b in n.GetBonds()
            if b.GetOtherAtom(n).GetAtomicNum() == 8
        )
        return 8 if atom.GetIsAromatic() and atom.GetFormalCharge() == 0 else 6 if amide else 24
    if atom.GetIsAromatic():
        return 8
    return 3 if atom.GetHybridization() == Chem.HybridizationType.SP3 else 2


def part_of(group: str, weights: list[int], smiles: str) -> dict:
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = False  # type: ignore[assignment]  # RDKit's stubs take the flags for objects
    parameters.removeHs = False  # type: ignore[assignment]
    molecule = Chem.MolFromSmiles(smiles, parameters)
    if molecule is None:
        raise ValueError(f"{smiles} can't be read.")
    marks = [atom.GetAtomMapNum() for atom in molecule.GetAtoms()]
    for atom in molecule.GetAtoms():
        atom.SetAtomMapNum(0)
    Chem.SanitizeMol(molecule)
    Chem.SetBondStereoFromDirections(molecule)
    if any(atom.GetNumRadicalElectrons() for atom in molecule.GetAtoms()):
        raise ValueError(f"{smiles} has a radical.")
    kinds = [site_kind(atom) for atom in molecule.GetAtoms()]
    weighed = [
        mark - 10 if mark >= 10 else site_weight(atom, group) if mark == 0 else 0
        for mark, atom in zip(marks, molecule.GetAtoms(), strict=True)
    ]
    sites = [[atom, weight, kinds[atom]] for atom, weight in enumerate(weighed) if weight > 0]
    if group == "ring":
        heads = sites
    else:
        heads = [
            [atom, 1, CARBON if mark == 4 else kinds[atom]] for atom, mark in enumerate(marks) if mark in (1, 3, 4)
        ]
    tails = [[atom, 1, kinds[atom]] for atom, mark in enumerate(marks) if mark in (2, 3)]
    for number, *_ in [*sites, *heads, *tails]:
        if molecule.GetAtomWithIdx(number).GetTotalNumHs() < (2 if marks[number] == 3 else 1):
            raise ValueError(f"{smiles}: atom {number} has no hydrogen to give.")

    stereo = []
    for atom in molecule.GetAtoms():
        tag = atom.GetChiralTag()
        if tag == Chem.ChiralType.CHI_UNSPECIFIED:
            continue
        carriers = [bond.GetOtherAtomIdx(atom.GetIdx()) for bond in atom.GetBonds()]
        # RDKit has the hydrogen last.
        stereo.append(
            [
                TETRAHEDRAL,
                atom.GetIdx(),
                2 if tag == Chem.ChiralType.CHI_TETRAHEDRAL_CW else 1,
                *(carriers if len(carriers) == 4 else [*carriers, atom.GetIdx()]),
            ]
        )
    for bond in molecule.GetBonds():
        if bond.GetStereo() in (Chem.BondStereo.STEREOCIS, Chem.BondStereo.STEREOTRANS):
            stereo.append(
                [
                    DOUBLE_BOND,
                    bond.GetIdx(),
                    1 if bond.GetStereo() == Chem.BondStereo.STEREOTRANS else 2,
                    *bond.GetStereoAtoms(),
                ]
            )

    rdDepictor.Compute2DCoords(molecule, canonOrient=True)
    conformer = molecule.GetConformer()
    kekule = Chem.Mol(molecule)
    Chem.Kekulize(kekule)
    bonds = []
    for bond in kekule.GetBonds():
        original = molecule.GetBondWithIdx(bond.GetIdx())
        flags = (AROMATIC if original.GetIsAromatic() else 0) | (RING if original.IsInRing() else 0)
        bonds += [bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), int(bond.GetBondTypeAsDouble()), flags]
    atoms = list(molecule.GetAtoms())
    return {
        "group": group,
        "weights": weights,
        "elements": [atom.GetAtomicNum() for atom in atoms],
        "hydrogens": [atom.GetTotalNumHs() for atom in atoms],
        "charges": [atom.GetFormalCharge() for atom in atoms] if any(atom.GetFormalCharge() for atom in atoms) else [],
        "aromatic": [int(atom.GetIsAromatic()) for atom in atoms]
        if any(atom.GetIsAromatic() for atom in atoms)
        else [],
        "bonds": bonds,
        "stereo": stereo,
        "heads": heads,
        "tails": tails,
        "sites": sites,
        "places": [
            round(value * 10_000) for atom in range(len(atoms)) for value in list(conformer.GetAtomPosition(atom))[:2]
        ],
    }


def main() -> None:
    parts = []
    for number, line in enumerate((FOLDER / "parts.txt").read_text().splitlines(), 1):
        if line == "" or line.startswith("#"):
            continue
        try:
            group, first, second, smiles = line.split(" ")
            parts.append(part_of(group, [int(first), int(second)], smiles))
        except Exception as error:
            raise SystemExit(f"parts.txt, line {number}: {line}: {error}") from error
    text = "[\n" + ",\n".join(json.dumps(part, separators=(",", ":")) for part in parts) + "\n]\n"
    if "--check" in sys.argv[1:]:
        if (FOLDER / "parts.json").read_text() != text:
            raise SystemExit("parts.json is not what parts.txt makes now: run make_molecule_parts.py.")
        return
    (FOLDER / "parts.json").write_text(text)
    print(f"{len(parts)} parts, {len(text):,} bytes.")


if __name__ == "__main__":
    main()
