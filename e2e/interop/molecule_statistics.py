"""What molecules are like: the figures to which the workload `molecules` was fitted, of our molecules or of any file of SMILES, by RDKit.

python e2e/interop/molecule_statistics.py chembl 10000 [seed]     of the workload
python e2e/interop/molecule_statistics.py FILE.smi 10000          of the first lines of a file
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

from rdkit import Chem, rdBase
from rdkit.Chem import rdMolDescriptors

from reference_root import Tool

rdBase.DisableLog("rdApp.*")


def quantile(values: list[int], share: float) -> int:
    return sorted(values)[int(share * (len(values) - 1))]


def statistics_of(molecules: Iterable[Chem.Mol]) -> dict[str, float]:
    """Statistics of molecules. Atoms exclude hydrogen. Shares are of the molecules; those of elements and sizes are percentages of the atoms and rings."""
    atoms, rings, aromatic_rings, centres = [], [], [], []
    shares: Counter[str] = Counter()
    elements: Counter[str] = Counter()
    ring_sizes: Counter[int] = Counter()
    for molecule in molecules:
        atoms.append(molecule.GetNumHeavyAtoms())
        rings.append(molecule.GetRingInfo().NumRings())
        aromatic_rings.append(rdMolDescriptors.CalcNumAromaticRings(molecule))
        ring_sizes.update(len(ring) for ring in molecule.GetRingInfo().AtomRings())
        elements.update(atom.GetSymbol() for atom in molecule.GetAtoms())
        centres.append(sum(atom.GetChiralTag() != Chem.ChiralType.CHI_UNSPECIFIED for atom in molecule.GetAtoms()))
        double_bonds = any(bond.GetStereo() != Chem.BondStereo.STEREONONE for bond in molecule.GetBonds())
        charged = any(atom.GetFormalCharge() for atom in molecule.GetAtoms())
        salt = len(Chem.GetMolFrags(molecule)) > 1
        shares.update(
            aromatic=any(atom.GetIsAromatic() for atom in molecule.GetAtoms()),
            ringless=rings[-1] == 0,
            macrocyclic=any(len(ring) >= 12 for ring in molecule.GetRingInfo().AtomRings()),
            stereo=centres[-1] > 0 or double_bonds,
            double_bonds=double_bonds,
            charged=charged,
            salts=salt,
            charged_or_salts=charged or salt,
            isotopes=any(atom.GetIsotope() for atom in molecule.GetAtoms()),
        )
    count = len(atoms)
    return {
        "atoms_mean": fmean(atoms),
        **{f"atoms_p{round(100 * share)}": quantile(atoms, share) for share in (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)},
        "atoms_max": max(atoms),
        "rings_mean": fmean(rings),
        "aromatic_rings_mean": fmean(aromatic_rings),
        "centres_mean": fmean(centres),
        **{f"{name}_share": number / count for name, number in sorted(shares.items())},
        **{f"percent_{symbol}": 100 * number / elements.total() for symbol, number in elements.most_common(7)},
        **{
            f"percent_rings_of_{size}": 100 * number / max(1, ring_sizes.total())
            for size, number in ring_sizes.most_common(4)
        },
    }


def main() -> None:
    of, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(of)
        if of in ("chembl", "chebi"):
            path = Path(folder) / "made.smi"
            tool = Tool("molecules/tool.mjs")
            tool.ask(
                "generate",
                knobs={"composition": of},
                seed=int(sys.argv[3]) if len(sys.argv) > 3 else 1,
                to=count,
                smiles=str(path),
            )
            tool.close()
        lines = path.read_text().splitlines()[:count]
    molecules = [Chem.MolFromSmiles(line.split()[0]) for line in lines if line.split()]
    for name, value in statistics_of(molecule for molecule in molecules if molecule is not None).items():
        print(f"{name:24} {value:10.3f}")
    print(f"{'bytes_per_line':24} {sum(len(line.encode()) + 1 for line in lines) / len(lines):10.3f}")


if __name__ == "__main__":
    main()
