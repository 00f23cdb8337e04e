"""The references themselves, held to committed files alone: neither the browser nor Java, Julia or Tkrzw is needed. Mutation testing runs these (scripts/mutation)."""

from __future__ import annotations

import bz2
import hashlib
import json
import lzma
import pickle
import random
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import brotli
import lz4.block
import lz4.frame
import numpy as np
import pytest
import zstandard
from rdkit import Chem

import atom_container_stream
import destination_format
import fsst_reference
import reference_codecs
import reference_readers
import tkrzw_reference
from destination_julia_layout import read_julia
from formatlab_data import (
    Column,
    Dataset,
    as_numpy,
    as_python,
    canonical_sha256,
    events,
    from_canonical,
    philox,
    to_canonical,
)
from formatlab_dictionary import Draws, dictionary, distinct, per_mille_of, sizes, zipf_picks
from formatlab_molecules import DOUBLE_BOND, NO_CARRIER, TETRAHEDRAL, is_even, molecules_from_canonical, rdkit_molecule
from formatlab_scalars import array, scalar_list
from formatlab_scalars import dictionary as scalar_dictionary
from formatlab_streams import logs, sensors
from formatlab_table import table as generated_table
from formatlab_vectors import keyed_vectors
from rdkit_molecules import finished, name_of
from reference_codecs import Refused
from references import FORMATS, REFERENCES
from telling import telling
from typed_objects import column_from

pytestmark = pytest.mark.pinned

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
GOLDEN = FIXTURES / "golden"
ENTRIES = json.loads((GOLDEN / "manifest.json").read_text(encoding="utf-8"))
SLICES = json.loads((FIXTURES / "dictionary/slices.json").read_text())
#: The unit tests hold workers/workloads/table/ to the same hashes.
TABLE_SLICES = json.loads((FIXTURES / "table/slices.json").read_text())
STREAM_SLICES = json.loads((FIXTURES / "streams/slices.json").read_text())
VECTOR_SLICES = json.loads((FIXTURES / "vectors/slices.json").read_text())


def entries(*formats: str) -> list[dict]:
    return [entry for entry in ENTRIES if entry["format"] in formats]


def recorded_hash(entry: dict) -> str:
    return (GOLDEN / (entry["file"] + ".sha256")).read_text().strip()


def files(*formats: str):
    return pytest.mark.parametrize("entry", entries(*formats), ids=lambda entry: entry["file"])


# ── Datasets out of Python's own objects, without the code under test ────────────────────────────────────────────────


def column_of(value, name: str, kind: str, nullable: bool) -> Column:
    if isinstance(value, list):
        texts = [b"" if item is None else item if isinstance(item, bytes) else item.encode() for item in value]
        return Column(name, kind, np.array([item is not None for item in value]) if nullable else None, texts)
    validity = ~np.ma.getmaskarray(value) if nullable else None
    numbers = np.ma.getdata(value)
    if kind == "bool":
        numbers = numbers.astype(np.uint8)
    elif kind == "date":
        numbers = numbers.astype("M8[D]").astype(np.int64).astype(np.int32)
    elif kind == "timestamp":
        numbers = numbers.astype("M8[us]").astype(np.int64)
    return Column(name, kind, validity, numbers)


def typed_column(value, schema: dict) -> Column:
    """A category of numbers becomes an array of its values."""
    if schema["type"] == "category" and isinstance(value, np.ndarray):
        value = value.tolist()
    return column_from(schema, value)


def dataset_of(value, schema: dict) -> Dataset:
    kind = schema["kind"]
    if kind == "table":
        plain = {"name", "type", "nullable"}
        columns = [
            column_of(value[c["name"]], c["name"], c["type"], c["nullable"])
            if c.keys() == plain and c["type"] != "float16"
            else typed_column(value[c["name"]], c)
            for c in schema["columns"]
        ]
        return Dataset("table", len(columns[0].rows()), columns=columns)
    if kind == "keyedVectors":
        matrix = np.array(list(value.values()), schema["elementType"]).reshape(-1, schema["dimension"])
        return Dataset(
            kind,
            len(value),
            element_type=schema["elementType"],
            dimension=schema["dimension"],
            ids=list(value),
            values=matrix,
        )
    if kind == "array":
        return Dataset(
            kind, value.size, element_type=schema["elementType"], shape=value.shape, values=value.reshape(-1)
        )
    if kind == "stringArray":
        return Dataset(kind, len(value), values=list(map(str, value)))
    if kind == "list":
        return Dataset(kind, len(value), element_type=schema["elementType"], values=list(value))
    if kind == "bytes":
        return Dataset(kind, len(value), bytes=value)
    return Dataset(
        kind,
        len(value),
        key_type=schema.get("keyType", ""),
        element_type=schema.get("valueType", ""),
        keys=list(value),
        values=list(value.values()),
    )


def sample(name: str) -> Dataset:
    """A sample dataset, read from what Python wrote for it."""
    entry = next(entry for entry in ENTRIES if entry["file"] == f"pickle/{name}.protocol5.pkl")
    return dataset_of(pickle.loads((GOLDEN / entry["file"]).read_bytes()), entry["schema"])


def of_entry(entry: dict) -> Dataset:
    """The dataset of a golden file: the pickle whose canonical form has the same hash, or the columns of it that the schema names."""
    dataset = sample(Path(entry["file"]).name.split(".")[0])
    if dataset.kind != "table":
        return dataset
    wanted = {column["name"] for column in entry["schema"]["columns"]}
    return Dataset("table", dataset.item_count, columns=[c for c in dataset.columns if c.name in wanted])


# ── formatlab_data.py ────────────────────────────────────────────────────────────────────────────────────────────────


@files("pickle")
def test_a_pickle_has_the_canonical_form_on_record(entry):
    value = pickle.loads((GOLDEN / entry["file"]).read_bytes())
    dataset = dataset_of(value, entry["schema"])
    assert dataset.schema() == entry["schema"]
    assert canonical_sha256(dataset) == recorded_hash(entry)


@files("pickle")
def test_a_dataset_out_of_its_canonical_form_pickles_to_the_same_bytes(entry):
    data = (GOLDEN / entry["file"]).read_bytes()
    again = from_canonical(to_canonical(dataset_of(pickle.loads(data), entry["schema"])))
    assert pickle.dumps(as_python(again), int(entry["options"]["protocol"])) == data
    assert hashlib.sha256(to_canonical(again)).hexdigest() == recorded_hash(entry)


def test_the_canonical_form_is_a_line_of_json_and_buffers_at_multiples_of_eight():
    data = to_canonical(Dataset("dict", 2, key_type="utf8", element_type="int64", keys=["é", "b"], values=[1, -2]))
    line, _, rest = data.partition(b"\n")
    assert json.loads(line) == {
        "schema": {"kind": "dict", "keyType": "utf8", "valueType": "int64"},
        "itemCount": 2,
        "buffers": [12, 3, 16],
    }
    assert len(line) % 8 == 7
    assert rest == struct.pack("<iii4x", 0, 2, 3) + "éb".encode() + bytes(5) + struct.pack("<qq", 1, -2)


def test_the_header_is_compact_and_keeps_characters_as_they_are():
    data = to_canonical(Dataset("table", 1, columns=[Column("名", "int8", None, np.array([7], np.int8))]))
    assert data.startswith(
        '{"schema":{"kind":"table","columns":[{"name":"名","type":"int8","nullable":false}]},"itemCount":1,"buffers":[1]}'.encode()
    )


def test_a_canonical_form_that_ends_early_is_refused():
    with pytest.raises(AssertionError, match="^the canonical form ends"):
        from_canonical(to_canonical(Dataset("bytes", 9, bytes=b"123456789"))[:-8])


def test_molecules_are_their_canonical_form():
    data = molecules_form()
    assert from_canonical(data) == Dataset("molecules", 3, bytes=data)
    assert to_canonical(from_canonical(data)) == data


def test_rows_are_none_where_null():
    assert Column("a", "int8", np.array([True, False]), np.array([5, 6], np.int8)).rows() == [5, None]
    assert Column("a", "utf8", None, [b"x", b""]).rows() == [b"x", b""]


def test_dates_and_times_become_numpys():
    date = as_numpy(Column("d", "date", None, np.array([-1, 18_993], np.int32)))
    assert date.dtype == np.dtype("M8[D]") and date.astype(str).tolist() == ["1969-12-31", "2022-01-01"]
    time = as_numpy(Column("t", "timestamp", np.array([True, False]), np.array([1_500_000, 0])))
    assert time.dtype == np.dtype("M8[us]") and str(time[0]) == "1970-01-01T00:00:01.500000"
    assert isinstance(time, np.ma.MaskedArray) and np.ma.getmaskarray(time).tolist() == [False, True]


def test_as_numpy_is_a_copy():
    column = Column("n", "int32", None, np.array([1, 2], np.int32))
    as_numpy(column)[0] = 9
    assert column.values.tolist() == [1, 2]


def test_arrays_and_vectors_are_copies():
    dataset = sample("array-3d")
    as_python(dataset)[...] = 0
    assert dataset.values.any()
    vectors = sample("vectors")
    as_python(vectors)[vectors.ids[0]][...] = 0
    assert vectors.values[0].any()


def test_philox_gives_the_known_answers():
    """Compares with the test vectors of Random123: zeros, all ones, and digits of pi, for ten rounds."""
    assert philox(0, 0, 0, 0, (0, 0)).tolist() == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    ones = 0xFFFFFFFF
    assert philox(ones, ones, ones, ones, (ones, ones)).tolist() == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    assert philox(0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, (0xA4093822, 0x299F31D0)).tolist() == [
        0xD16CFE09,
        0x94FDCCEB,
        0x5001E420,
        0x24126EA1,
    ]


@pytest.mark.parametrize(
    "entry", [e for e in entries("hdf5") if e["file"].split(".")[1] == "bulk"], ids=lambda e: e["file"]
)
def test_the_vectors_of_the_golden_files_are_made_again(entry):
    kind = entry["schema"]["elementType"]
    assert canonical_sha256(keyed_vectors(42, 40, dimension=24, elementType=kind, decimals="3")) == recorded_hash(entry)


#: SHA-256 of the canonical form that the page's own generators (workers/workloads) give: workload, knobs, seed, first item, the one behind the last.
GENERATED = [
    (keyed_vectors, {}, 42, 0, 25, "d914c50e2603f301afeec6a149bafa81a0bd52ca7677a20ff44cfca0a4c62a8c"),
    (
        keyed_vectors,
        {
            "dimension": 11,
            "zeroShare": 0.2,
            "duplicateShare": 0.5,
            "distinctValues": 5,
            "decimals": "2",
            "elementType": "float32",
        },
        7,
        1000,
        1040,
        "cde8a3b9b11cb16a0a32516a84520d6b0a61857bf31d241d32641010017ffe6b",
    ),
    (
        keyed_vectors,
        {"dimension": 9, "zeroShare": 0.3},
        8,
        3,
        33,
        "9bba5eb8572de5b5dfcdb332b6ff4871d1fc180499f0004b7d94ba962ae027f7",
    ),
    (
        keyed_vectors,
        {"dimension": 10, "duplicateShare": 0.4},
        9,
        0,
        30,
        "a4867cba318f31cd914af30a90cc2fdecb4af1d6161de3759d615771634177e6",
    ),
    (events, {}, 42, 0, 25, "511344f83e32daaae6c50644e96b5acc63bb8f5f03c2927a89141607fc6a784b"),
    (
        events,
        {"zeroShare": 0.25, "duplicateShare": 0.5, "distinctValues": 9},
        5,
        7,
        60,
        "4a8ec82496db53cdca3f1ed94193fb70ee3bd86737cbea64cf45b22a49cb589b",
    ),
    (events, {"zeroShare": 0.5}, 5, 8, 61, "60ba822d6476b4f890b4c7c04734c0a2fbf3bd040e7af0bf03cb8d7bb6d68c95"),
    (array, {}, 42, 0, 25, "6fd0b05ee6f0b351d85a685319a1b5df3a9d6ca1305db3a61d85e3eef511958f"),
    (array, {"elementType": "int64"}, 3, 5, 30, "26aaf2d89801bf1e54fb0a30579c23cf8cc361dd6d2cd6c55054fd136334b489"),
    (
        array,
        {"elementType": "utf8", "characters": "mixed"},
        42,
        0,
        25,
        "20dd09b0ac27e997502f0ffad5dacf38213adfb231ad25cfd112dcc676dc690b",
    ),
    (scalar_list, {}, 42, 3, 28, "43f9ce0c93d6b89c5e9a3d4b8a453b0e804dd7a46dc434bb6cdb5192a25fe799"),
    (
        scalar_list,
        {"elementType": "utf8", "characters": "beyond", "textLength": 20, "lengths": "equal"},
        42,
        0,
        25,
        "700132e36f690bce414d11d53227461c3f8c274e1d39cf756f41f6ebb545b304",
    ),
    (
        scalar_list,
        {"elementType": "int64"},
        11,
        0,
        9,
        "2e9313337d713be4097ec6ec744107caf2f76963c61f802ed9a58d0e21e172b4",
    ),
    (scalar_dictionary, {}, 42, 0, 25, "5c0d2c50f279797a727dc5c4b03309b56e503ce13497bd9a95c27a268722ce21"),
    (
        scalar_dictionary,
        {"keyType": "int64", "valueType": "int64"},
        42,
        6,
        31,
        "ab6ae8520acab4d55587fdeb014d8f9b6b9cc64c1e3151d9d88914536131a817",
    ),
    (
        scalar_dictionary,
        {"valueType": "utf8", "characters": "mixed", "keyLength": 9},
        42,
        1,
        26,
        "2e20a7ffb5db49ad16af6476462ad6b39819495ddb96f4bd9d2516dc3ed0e4f1",
    ),
    (
        scalar_dictionary,
        {"valueType": "utf8", "characters": "latin1", "textLength": 30, "keyLength": 30},
        2,
        99,
        120,
        "07126f601db38411ac6bfda009cd2a0c626f191ce7fbf1fab1848ecb2f197e0a",
    ),
]


@pytest.mark.parametrize("make, knobs, seed, start, end, sha256", GENERATED)
def test_the_python_generators_make_what_the_page_makes(make, knobs, seed, start, end, sha256):
    assert canonical_sha256(make(seed, end - start, **knobs, start=start)) == sha256


# ── formatlab_table.py ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("piece", TABLE_SLICES, ids=lambda piece: f"{piece['seed']}-{piece['from']}")
def test_the_table_makes_the_slices_on_record(piece):
    made = generated_table(piece["seed"], piece["to"] - piece["from"], **piece["knobs"], start=piece["from"])
    assert canonical_sha256(made) == piece["sha256"]


# ── formatlab_streams.py ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "piece", STREAM_SLICES, ids=lambda piece: f"{piece['workload']}-{piece['seed']}-{piece['from']}"
)
def test_readings_and_lines_are_the_slices_on_record(piece):
    generators: dict[str, Callable[..., Dataset]] = {"sensors": sensors, "logs": logs}
    make = generators[piece["workload"]]
    made = make(piece["seed"], piece["to"] - piece["from"], **piece["knobs"], start=piece["from"])
    assert canonical_sha256(made) == piece["sha256"]


# ── formatlab_vectors.py ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("piece", VECTOR_SLICES, ids=lambda piece: f"{piece['seed']}-{piece['from']}")
def test_the_vectors_are_the_slices_on_record(piece):
    made = keyed_vectors(piece["seed"], piece["to"] - piece["from"], **piece["knobs"], start=piece["from"])
    assert canonical_sha256(made) == piece["sha256"]


# ── formatlab_dictionary.py ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("piece", SLICES, ids=lambda piece: f"{piece['seed']}-{piece['from']}")
def test_the_dictionary_makes_the_slices_on_record(piece):
    made = dictionary(piece["seed"], piece["to"] - piece["from"], piece["from"])
    assert made.kind == "records" and made.item_count == piece["to"] - piece["from"]
    assert canonical_sha256(made) == piece["sha256"]


def test_draws_are_words_of_philox_by_blocks():
    draws = Draws(5, 6, 7)
    wanted = [word for block in range(65) for word in philox(block, 6, 0, 7, (5, 0)).tolist()]
    assert [draws.word() for _ in range(260)] == wanted


def test_a_draw_below_a_bound_is_the_word_scaled():
    draws, words = Draws(1, 2, 3), Draws(1, 2, 3)
    assert [draws.below(1000) for _ in range(20)] == [words.word() * 1000 // 2**32 for _ in range(20)]


def test_strata_cover_the_bound_in_order():
    draws = Draws(1, 2, 3)
    assert [draws.stratum(index, 4, 10) for index in range(4)] == pytest.approx([1, 3.5, 6, 8.5], abs=1.5)


def test_zipf_picks_fill_all_65536_and_fall():
    picks = zipf_picks(3, 1)
    # 1, 1/2 and 1/3 of 11/6, cut at 6/11 and 9/11 of 65,536, rounded down.
    assert [picks.count(rank) for rank in range(3)] == [35_746, 53_620 - 35_746, 65_536 - 53_620]
    assert picks == sorted(picks)


def test_per_mille_reads_the_low_half_of_a_word():
    assert [per_mille_of(word) for word in (0, 0x8000, 0xFFFF, 0xABCD0000)] == [0, 500, 999, 0]


def test_distinct_words_keep_those_taken_and_skip_repeats():
    made = iter(["a", "b", "b", "c"])
    assert distinct(3, ["a"], lambda rank: next(made)) == ["a", "b", "c"]


def test_sizes_are_4096_and_rise():
    assert len(sizes()) == 4096
    assert sizes() == sorted(sizes())


# ── formatlab_molecules.py and atom_container_stream.py ──────────────────────────────────────────────────────────────

#: 1,2-difluoroethene, its sides apart; a centre with four halogens; ammonium with an isotope, a label and a charge.
MOLECULES = [
    atom_container_stream.Molecule(
        "trans é".encode(),
        [
            (9, 0, 0, 0, 0, 0, -1.5, 0.25),
            (6, 0, 0, 1, 0, 0, 0.0, 0.5),
            (6, 0, 0, 1, 0, 0, 1.0, 0.5),
            (9, 0, 0, 0, 0, 0, 2.0, -3.0),
        ],
        [(0, 1, 1, 0), (1, 2, 2, 1), (2, 3, 1, 0)],
        [(2, 1, 1, (0, 3))],
    ),
    atom_container_stream.Molecule(
        b"",
        [
            (6, 0, 0, 0, 1, 0, 0.0, 0.0),
            (9, 0, 0, 0, 0, 0, 1.0, 0.0),
            (17, 0, 0, 0, 0, 0, 0.0, 1.0),
            (35, 0, 0, 0, 0, 0, -1.0, 0.0),
            (53, 0, 0, 0, 0, 0, 0.0, -1.0),
        ],
        [(0, 1, 1, 0), (0, 2, 1, 0), (0, 3, 1, 0), (0, 4, 1, 0)],
        [(1, 0, 1, (1, 2, 3, 4))],
    ),
    atom_container_stream.Molecule(b"ion", [(7, 15, 1, 4, 0, 300, 0.5, 0.75)], [], []),
]


def molecules_form(molecules=MOLECULES, coordinates=True) -> bytes:
    """An independent writer of the canonical form of workers/model/canonical.ts."""

    def offsets(lists) -> bytes:
        return struct.pack(f"<{len(lists) + 1}i", *np.cumsum([0, *map(len, lists)]).tolist())

    atoms = [atom for molecule in molecules for atom in molecule.atoms]
    bonds = [bond for molecule in molecules for bond in molecule.bonds]
    stereo = [element for molecule in molecules for element in molecule.stereo]
    buffers = [offsets([getattr(molecule, name) for molecule in molecules]) for name in ("atoms", "bonds", "stereo")]
    buffers += [struct.pack(f"<{len(atoms)}{kind}", *(atom[at] for atom in atoms)) for at, kind in enumerate("BHbBBH")]
    buffers += [struct.pack(f"<{len(bonds)}{kind}", *(bond[at] for bond in bonds)) for at, kind in enumerate("HHBB")]
    buffers.append(bytes(kind for kind, *_ in stereo))
    buffers.append(struct.pack(f"<{len(stereo)}H", *(centre for _, centre, _, _ in stereo)))
    carriers = [[*own, *[0xFFFF] * (6 - len(own))] for *_, own in stereo]
    buffers.append(struct.pack(f"<{6 * len(stereo)}H", *(carrier for own in carriers for carrier in own)))
    buffers.append(bytes(configuration for _, _, configuration, _ in stereo))
    if coordinates:
        buffers.append(struct.pack(f"<{2 * len(atoms)}d", *(place for atom in atoms for place in atom[6:])))
    buffers += [offsets([molecule.title for molecule in molecules]), b"".join(molecule.title for molecule in molecules)]
    header = {
        "schema": {"kind": "molecules", "coordinates": coordinates},
        "itemCount": len(molecules),
        "buffers": [len(buffer) for buffer in buffers],
    }
    line = json.dumps(header, separators=(",", ":")).encode()
    line += b" " * (-(len(line) + 1) % 8) + b"\n"
    return line + b"".join(buffer + bytes(-len(buffer) % 8) for buffer in buffers)


def placeless(molecule: atom_container_stream.Molecule) -> atom_container_stream.Molecule:
    return replace(molecule, atoms=[(*atom[:6], None, None) for atom in molecule.atoms])


def test_molecules_come_out_of_the_canonical_form():
    found = molecules_from_canonical(molecules_form())
    assert (found.count, found.titles) == (3, ["trans é", "", "ion"])
    assert found.atom_offsets.tolist() == [0, 4, 9, 10]
    assert found.elements.tolist() == [9, 6, 6, 9, 6, 9, 17, 35, 53, 7]
    assert (found.isotopes[-1], found.charges[-1], found.hydrogens[-1], found.maps[-1]) == (15, 1, 4, 300)
    assert found.stereo_carriers.tolist() == [0, 3, *[NO_CARRIER] * 4, 1, 2, 3, 4, NO_CARRIER, NO_CARRIER]
    assert found.coordinates is not None and found.coordinates[3].tolist() == [2.0, -3.0]
    assert molecules_from_canonical(molecules_form(coordinates=False)).coordinates is None


def test_molecules_have_no_other_attributes():
    with pytest.raises(AttributeError, match="^nothing$"):
        _ = molecules_from_canonical(molecules_form()).nothing


def test_another_dataset_is_no_molecules():
    with pytest.raises(AssertionError, match="bytes"):
        molecules_from_canonical(to_canonical(Dataset("bytes", 1, bytes=b"a")))


def smiles_of(index: int, form: bytes | None = None) -> str:
    return name_of(finished(rdkit_molecule(molecules_from_canonical(form or molecules_form()), index)))


def test_rdkit_makes_the_molecules():
    assert smiles_of(0) == "F/C=C/F"
    assert smiles_of(2) == "[15NH4+]"
    molecule = rdkit_molecule(molecules_from_canonical(molecules_form()), 2)
    atom = molecule.GetAtomWithIdx(0)
    assert (atom.GetIsotope(), atom.GetFormalCharge(), atom.GetNumExplicitHs(), atom.GetNoImplicit()) == (
        15,
        1,
        4,
        True,
    )


def test_a_double_bonds_configuration_tells_the_sides():
    together = [replace(MOLECULES[0], stereo=[(2, 1, 2, (0, 3))])]
    assert smiles_of(0, molecules_form(together)) == "F/C=C\\F"


def test_a_centres_configuration_and_the_order_of_its_carriers_tell_its_hand():
    def hand(configuration: int, carriers: tuple) -> str:
        return smiles_of(0, molecules_form([replace(MOLECULES[1], stereo=[(1, 0, configuration, carriers)])]))

    # From the first carrier the others lie anticlockwise: @ of SMILES.
    assert hand(1, (1, 2, 3, 4)) == Chem.CanonSmiles("F[C@](Cl)(Br)I")
    assert hand(2, (1, 2, 3, 4)) == hand(1, (2, 1, 3, 4)) == Chem.CanonSmiles("F[C@@](Cl)(Br)I")


def test_a_centre_with_a_hydrogen_that_is_no_atom():
    bare = replace(
        MOLECULES[1],
        atoms=[(6, 0, 0, 1, 0, 0, 0.0, 0.0), *MOLECULES[1].atoms[1:4]],
        bonds=MOLECULES[1].bonds[:3],
        stereo=[(1, 0, 1, (1, 2, 3, 0))],
    )
    # Behind the neighbours: seen from F, then Cl, Br, H anticlockwise.
    assert smiles_of(0, molecules_form([bare])) == Chem.CanonSmiles("F[C@](Cl)(Br)[H]")


def test_other_configurations_are_refused():
    other = replace(MOLECULES[1], stereo=[(4, 0, 1, (1, 2, 3, 4))])
    with pytest.raises(ValueError, match=telling(0, 4, "RDKit")):
        rdkit_molecule(molecules_from_canonical(molecules_form([other])), 0)


def test_carriers_are_the_neighbours():
    other = replace(MOLECULES[1], stereo=[(1, 0, 1, (1, 2, 3, 3))])
    with pytest.raises(AssertionError, match=r"\(0, 0, \[1, 2, 3, 4\], \[1, 2, 3, 3"):
        rdkit_molecule(molecules_from_canonical(molecules_form([other])), 0)


def test_is_even_counts_inversions():
    assert [is_even(list(order)) for order in ((0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0))] == [
        True,
        False,
        True,
        False,
    ]
    assert (TETRAHEDRAL, DOUBLE_BOND) == (1, 2)


@pytest.mark.parametrize("coordinates", [True, False])
def test_molecules_go_through_the_stream(coordinates):
    wanted = (coordinates, MOLECULES if coordinates else [placeless(molecule) for molecule in MOLECULES])
    assert atom_container_stream.from_canonical(molecules_form(coordinates=coordinates)) == wanted
    assert atom_container_stream.read(atom_container_stream.write(*wanted)) == wanted


def test_the_streams_bytes():
    """A stream written by hand from docs/atom-container-format.md."""
    assert atom_container_stream.write(False, [placeless(MOLECULES[2]), atom_container_stream.Molecule()]) == (
        b"ACS\x01\x00"
        b"\x02\x01\x00\x00\x00\x03ion"  # a short title, one atom
        b"\x07\xe4\x01\x00\x0f\x01\x2c"  # nitrogen; 4 hydrogens, charge, isotope and label follow
        b"\x00\x00\x00\x00"  # nothing at all
        b"\xff\x00\x00\x00\x02"
    )
    bonds = replace(placeless(MOLECULES[0]), title=b"")
    assert atom_container_stream.write(False, [bonds]) == (
        b"ACS\x01\x00"
        b"\x00\x04\x03\x01"
        b"\x09\x00\x06\x01\x06\x01\x09\x00"
        b"\x00\x01\x01\x02\x02\x03"
        b"\x1a\x10"  # orders 1, 2 and aromatic, 1
        b"\x41\x01\x00\x03"
        b"\xff\x00\x00\x00\x01"
    )


def wide_molecule() -> atom_container_stream.Molecule:
    """A molecule with more atoms than a byte can count, and every field in its long form."""
    return atom_container_stream.Molecule(
        b"t" * 65_536,
        [
            (at % 119, at * 257 % 65_536, at % 256 - 128, at % 256, at % 2, at * 31 % 65_536, None, None)
            for at in range(400)
        ],
        [(at, at - 1, at % 6, at % 2) for at in range(1, 400)],
        [
            (6, 399, 30, (0, 1, 2, 300, 4, 298)),
            (5, 1, 3, (1, 2, 3, 4, 5)),
            (4, 2, 1, (1, 2, 3, 4)),
            (3, 2, 1, (1, 2, 3, 4)),
        ],
    )


def test_wide_molecules_go_through_the_stream():
    data = atom_container_stream.write(False, [wide_molecule()])
    assert data[5:22] == b"\x05" + struct.pack(">iiii", 400, 399, 4, 65_536)
    assert atom_container_stream.read(data) == (False, [wide_molecule()])


def test_the_widths_change_behind_255_and_the_titles_behind_65535():
    def first(atoms: int, title: int) -> int:
        atom = (6, 0, 0, 0, 0, 0, None, None)
        return atom_container_stream.write(False, [atom_container_stream.Molecule(b"t" * title, [atom] * atoms)])[5]

    assert [first(255, 0), first(256, 0), first(1, 65_535), first(1, 65_536)] == [0, 1, 2, 4]


def test_hydrogens_behind_14_take_a_byte_of_their_own():
    def body(hydrogens: int) -> bytes:
        atom = (6, 0, 0, hydrogens, 0, 0, None, None)
        return atom_container_stream.write(False, [atom_container_stream.Molecule(b"", [atom])])[9:-5]

    assert [body(14), body(15)] == [b"\x06\x0e", b"\x06\x0f\x0f"]


@pytest.mark.parametrize("at, byte", [(0, 0x42), (4, 2), (5, 6), (-1, 3)], ids=["magic", "places", "flags", "count"])
def test_damaged_streams_are_refused(at, byte):
    data = bytearray(atom_container_stream.write(False, [placeless(MOLECULES[2])]))
    data[at] = byte
    with pytest.raises(AssertionError):
        atom_container_stream.read(bytes(data))


def test_what_fills_the_last_half_byte_is_zero():
    data = bytearray(atom_container_stream.write(False, [replace(placeless(MOLECULES[0]), title=b"", stereo=[])]))
    data[-6] |= 1
    with pytest.raises(AssertionError):
        atom_container_stream.read(bytes(data))


# ── destination_format.py and destination_julia_layout.py ────────────────────────────────────────────────────────────


def destination_bytes(entry: dict) -> bytes:
    return (GOLDEN / entry["file"]).read_bytes()


FOR_PYTHON = [entry for entry in entries("destination") if entry["options"]["destination"] == "Python"]
FOR_JULIA = [entry for entry in entries("destination") if entry["options"]["destination"] == "Julia"]


@pytest.mark.parametrize("entry", FOR_PYTHON, ids=lambda entry: entry["file"])
def test_files_for_python_are_read_and_written_again(entry):
    data = destination_bytes(entry)
    found = destination_format.decode(data)
    assert canonical_sha256(dataset_of(found, entry["schema"])) == recorded_hash(entry)
    schema = entry["schema"]
    types = (schema.get("keyType"), schema.get("valueType") or schema.get("elementType"))
    assert destination_format.encode(found, "Python", *types) == data


@pytest.mark.parametrize("entry", FOR_JULIA, ids=lambda entry: entry["file"])
def test_files_for_julia_are_read_and_written_again(entry):
    data, schema = destination_bytes(entry), entry["schema"]
    structure, element_type, found = read_julia(data)
    assert structure == {"stringArray": "array"}.get(schema["kind"], schema["kind"])
    assert element_type == (schema.get("valueType") or schema.get("elementType") or "utf8")
    value = found if structure == "dict" else np.array(found, str if element_type == "utf8" else element_type)
    assert canonical_sha256(dataset_of(value, schema)) == recorded_hash(entry)
    assert destination_format.encode(value, "Julia", schema.get("keyType"), schema.get("valueType")) == data
    with pytest.raises(destination_format.FormatError, match=telling("Julia")):
        destination_format.decode(data)


def packed(**changes) -> bytes:
    """The header of an empty list of float64 for Python, with other fields."""
    fields = {
        "magic": destination_format.MAGIC,
        "version": 1,
        "size": 64,
        "structure": 2,
        "destination": 1,
        "element": 2,
        "key": 0,
        "length": 0,
        "bytes": 0,
        "values": 0,
        "unused": bytes(24),
    }
    return struct.pack("<8sHHBBBBQQQ24s", *{**fields, **changes}.values())


@pytest.mark.parametrize(
    "changes, offset",
    [
        ({"magic": b"12345678"}, 0),
        ({"version": 2}, 8),
        ({"size": 65}, 10),
        ({"structure": 0}, 12),
        ({"structure": 4}, 12),
        ({"destination": 0}, 13),
        ({"destination": 3}, 13),
        ({"destination": 2}, 13),
        ({"element": 0}, 14),
        ({"element": 4}, 14),
        ({"key": 1}, 15),
        ({"structure": 3, "key": 0, "values": 64}, 15),
        ({"structure": 3, "key": 4, "values": 64}, 15),
        ({"bytes": 1}, 24),
        ({"values": 64}, 32),
        ({"structure": 3, "key": 1, "values": 63}, 32),
        ({"structure": 3, "key": 1, "values": 56}, 32),
        ({"structure": 3, "key": 1, "values": 72}, 32),
        ({"unused": b"x" + bytes(23)}, 40),
    ],
)
def test_wrong_headers_are_refused_where_they_are_wrong(changes, offset):
    with pytest.raises(destination_format.FormatError, match=telling("header", offset)):
        destination_format.decode(packed(**changes))


def test_a_values_offset_between_multiples_of_eight_is_wrong():
    header = packed(structure=3, key=3, element=3, bytes=8, values=68)
    with pytest.raises(destination_format.FormatError, match=telling("header", 32)):
        destination_format.decode(header + bytes(8))


def test_the_smallest_and_largest_codes_of_a_header_are_read():
    assert destination_format.read_header(packed()) == ("list", "Python", "float64", None, 0, 0)
    assert destination_format.read_header(packed(structure=1, destination=2, element=1)) == (
        "array",
        "Julia",
        "int64",
        None,
        0,
        0,
    )
    assert destination_format.read_header(packed(structure=3, element=3, key=3, values=64)) == (
        "dict",
        "Python",
        "utf8",
        "utf8",
        0,
        64,
    )
    assert destination_format.read_header(packed(structure=3, element=1, key=1, values=64))[3] == "int64"


def test_a_file_that_ends_in_its_header_is_refused():
    with pytest.raises(destination_format.FormatError, match=telling("header", 63)):
        destination_format.decode(packed()[:63])
    assert destination_format.decode(packed()) == []


def text(encoding: int, length: int, body: bytes = b"") -> bytes:
    return struct.pack("<QQ", encoding, length) + body


@pytest.mark.parametrize(
    "header, body, words",
    [
        ({"length": 2}, bytes(8), "2 of float64 don't lie in bytes 64 to 72"),
        ({"length": 1}, bytes(16), "the list ends at byte 72 of 80"),
        ({"element": 3, "length": 2}, text(0, 0), "2 of utf8 don't lie in bytes 64 to 80"),
        (
            {"element": 3, "length": 2},
            text(0, 13, b"a" * 13) + bytes(3),
            "a text at byte 96 goes beyond byte 96",
        ),
        ({"element": 3, "length": 1}, text(3, 0), "no encoding at byte 64"),
        ({"element": 3, "length": 1}, text(0, 5, b"abcd"), "a text at byte 80 goes beyond byte 84"),
        ({"element": 3, "length": 1}, text(0, 1, b"\xe9\0\0\0"), "no characters at byte 80: .*ordinal not in range"),
        ({"element": 3, "length": 1}, text(2, 2, b"\x3d\xd8\x00\xde"), "surrogates in UCS-2 at byte 80"),
        ({"structure": 1, "element": 3, "length": 0}, bytes(7), "there is no size of an item at byte 64"),
        ({"structure": 1, "element": 3, "length": 0}, struct.pack("<Q", 6), "items of 6 bytes at byte 64"),
        ({"structure": 1, "element": 3, "length": 0}, struct.pack("<Q", 0), "items of 0 bytes at byte 64"),
        ({"structure": 1, "element": 3, "length": 0}, struct.pack("<Q", 2**31), f"items of {2**31} bytes at byte 64"),
        ({"structure": 1, "length": 2}, bytes(8), "2 items of 8 bytes are not 8 bytes"),
        (
            {"structure": 3, "element": 1, "key": 1, "values": 72, "length": 2},
            bytes(24),
            "2 of int64 don't lie in bytes 64 to 72",
        ),
        (
            {"structure": 3, "element": 1, "key": 1, "values": 80, "length": 1},
            bytes(24),
            "keys end at byte 72 and values at 88, of 80 and 88",
        ),
        (
            {"structure": 3, "element": 1, "key": 1, "values": 72, "length": 1},
            bytes(24),
            "keys end at byte 72 and values at 80, of 72 and 88",
        ),
        ({"structure": 3, "element": 1, "key": 1, "values": 80, "length": 2}, bytes(32), "a key is repeated"),
    ],
)
def test_damaged_files_are_refused_in_these_words(header, body, words):
    with pytest.raises(destination_format.FormatError, match=f"^{words}"):
        destination_format.decode(packed(**header, bytes=len(body)) + body)


def test_texts_take_the_narrowest_encoding():
    texts = ["", "a\x7f", "\x80ÿ", "Ā\uffff", "\U00010000"]
    data = destination_format.encode(texts)
    at, encodings = 64, []
    for value in texts:
        encoding, length = struct.unpack_from("<QQ", data, at)
        assert length == len(value)
        encodings.append(encoding)
        at += 16 + -(-length * max(encoding, 1) // 4) * 4
    assert encodings == [0, 0, 1, 2, 4] and at == len(data)
    assert destination_format.decode(data) == texts


def test_the_types_are_seen_by_the_values():
    assert [destination_format.type_of(values) for values in ([1.5], [1], ["a"], [])] == [
        "float64",
        "int64",
        "utf8",
        "float64",
    ]
    with pytest.raises(TypeError, match="^values of several types: "):
        destination_format.type_of([1, 1.0])


def test_types_are_told_where_nothing_shows_them():
    assert destination_format.encode([], "Python", None, "utf8")[14] == 3
    assert destination_format.encode({}, "Python", "utf8", "int64")[14:16] == bytes([1, 3])
    assert destination_format.encode({}, "Python")[14:16] == bytes([2, 2])


@pytest.mark.parametrize(
    "value, words",
    [
        (np.zeros((2, 2)), r"float64 of shape \(2, 2\)"),
        (np.zeros(2, np.int32), r"int32 of shape \(2,\)"),
        (np.zeros(2, bool), r"bool of shape \(2,\)"),
    ],
)
def test_other_arrays_are_refused(value, words):
    with pytest.raises(TypeError, match=f"^{words}$"):
        destination_format.encode(value)


def test_lists_have_no_julia_side():
    with pytest.raises(TypeError, match=telling("Julia")):
        destination_format.encode([1], "Julia")


def test_an_array_is_a_view_and_what_is_done_to_a_mapped_one_stays_out_of_the_file(tmp_path):
    path = tmp_path / "array.dsf"
    path.write_bytes(destination_format.encode(np.arange(3.0)))
    mapped = destination_format.map_file(path)
    found = destination_format.decode(mapped)
    assert np.shares_memory(found, np.frombuffer(mapped, np.uint8))
    found[0] = 9
    assert destination_format.decode(path.read_bytes()).tolist() == [0, 1, 2]


def test_arrays_of_the_other_byte_order_are_written_alike():
    for values in (np.arange(4), np.arange(4.0), np.array(["a", "€"])):
        assert destination_format.encode(values.astype(values.dtype.newbyteorder(">"))) == destination_format.encode(
            values
        )


@pytest.mark.parametrize(
    "at, byte", [(0, 0), (8, 2), (10, 65), (12, 2), (13, 1), (14, 4), (15, 1), (16, 1), (24, 1), (32, 1), (40, 1)]
)
def test_damaged_files_for_julia_are_refused(at, byte):
    data = bytearray(destination_format.encode(np.array([1.5, 2.5]), "Julia"))
    data[at] = byte
    with pytest.raises((AssertionError, KeyError)):
        read_julia(bytes(data))


def test_julias_dictionaries_have_each_key_once_and_zeros_behind_the_keys():
    data = bytearray(destination_format.encode({"ab": 1, "cd": 2}, "Julia"))
    assert read_julia(bytes(data)) == ("dict", "int64", {"ab": 1, "cd": 2})
    repeated = data.replace(b"cd", b"ab")
    with pytest.raises(AssertionError):
        read_julia(bytes(repeated))
    data[64 + 20] = 1
    with pytest.raises(AssertionError):
        read_julia(bytes(data))
    cut = packed(structure=1, destination=2, element=3, length=1, bytes=10) + struct.pack("<Q", 9) + b"ab"
    with pytest.raises(AssertionError, match=telling(74, 9, 72)):
        read_julia(cut)


# ── fsst_reference.py ────────────────────────────────────────────────────────────────────────────────────────────────

REPETITIVE = b"the cat sat on the mat; " * 50 + bytes(range(256))


@pytest.mark.parametrize("symbol_bytes", range(9))
@pytest.mark.parametrize("data", [b"", b"a", b"\xff\xff\xff", REPETITIVE], ids=["none", "one", "escapes", "many"])
def test_fsst_goes_both_ways(data, symbol_bytes):
    assert fsst_reference.decode(fsst_reference.encode(data, symbol_bytes)) == data


def test_fssts_bytes():
    # One symbol of two bytes and one of one; the second of the pair is escaped.
    file = b"FSST\x01\x00" + b"\x06" + bytes([1, 0, 0, 0, 0, 0, 0, 1]) + b"ab" + b"c" + bytes([0, 0, 1, 255, 0xFF])
    assert fsst_reference.decode(file) == b"ababc\xff"
    assert fsst_reference.encode(b"abababcabab", 2) == (
        b"FSST\x01\x00"
        + b"\x0b"
        + bytes([3, 0, 0, 0, 0, 0, 0, 3])
        + b"abbaca"
        + b"abc"
        # ab ab ab ca ba b: stretches at multiples of two, and the byte that is left.
        + bytes([0, 0, 0, 2, 1, 4])
    )


def test_fsst_escapes_all_without_symbols():
    assert fsst_reference.encode(b"hi" * 100, 0) == b"FSST\x01\x00" + b"\xc8\x01" + bytes(8) + b"\xffh\xffi" * 100


@pytest.mark.parametrize(
    "file, words",
    [
        (b"FSSU\x01\x00\x00" + bytes(8), "it does not begin as such a file with its own table does"),
        (b"FSST\x02\x00\x00" + bytes(8), "it does not begin as such a file with its own table does"),
        (b"FSST\x01\x00\x00" + bytes(8) + b"\xff", "it ends between an escape and its byte"),
        (b"FSST\x01\x00\x01" + bytes(8) + b"\x00", "a code stands for nothing"),
        (b"FSST\x01\x00\x02" + bytes(7) + b"\x01a\x00", "1 bytes come out where it declares 2"),
        (b"FSST\x01\x00\x02" + bytes(8), "0 bytes come out where it declares 2"),
    ],
)
def test_damaged_fsst_is_refused(file, words):
    with pytest.raises(ValueError, match=f"^{words}$"):
        fsst_reference.decode(file)


def test_the_most_frequent_come_first_and_ties_by_value():
    keys = np.array([5, 3, 5, 9, 3, 7], np.uint64)
    assert fsst_reference.most_frequent(keys, 3).tolist() == [3, 5, 7]


def test_only_the_first_65536_are_counted():
    keys = np.concatenate([np.zeros(65_536, np.uint64), np.ones(70_000, np.uint64)])
    assert fsst_reference.most_frequent(keys, 9).tolist() == [0]


# ── reference_codecs.py ──────────────────────────────────────────────────────────────────────────────────────────────

NUMBERS = struct.pack("<500q", *(random.Random(3).getrandbits(20) for _ in range(500)))
#: By the libraries themselves, at the level that a reference takes where none is named.
BY_DEFAULT = {
    "gzip": lambda data: zlib.compressobj(6, zlib.DEFLATED, 31),
    "deflate": lambda data: zlib.compressobj(6, zlib.DEFLATED, 15),
    "deflate-raw": lambda data: zlib.compressobj(6, zlib.DEFLATED, -15),
}
ONE_CALL = {
    "zstd": lambda data, level: zstandard.ZstdCompressor(level=level).compress(data),
    "lz4": lambda data, level: lz4.frame.compress(data, compression_level=level),
    "brotli": lambda data, level: brotli.compress(data, quality=level),
    "xz": lambda data, level: lzma.compress(data, format=lzma.FORMAT_XZ, preset=level),
    "lzma": lambda data, level: lzma.compress(data, format=lzma.FORMAT_ALONE, preset=level),
    "bzip2": lambda data, level: bz2.compress(data, level),
}
USUAL = {"zstd": 3, "lz4": 0, "brotli": 11, "xz": 6, "lzma": 6, "bzip2": 9}


@pytest.mark.parametrize("codec", REFERENCES)
def test_each_codec_goes_both_ways_at_every_level(codec):
    reference = REFERENCES[codec]
    for data in (NUMBERS, b"") if codec not in ("pco", "snappy") else (NUMBERS,):
        for level in (*reference.levels, None):
            assert reference.decode(reference.encode(data, level), len(data)) == data, (codec, level)


@pytest.mark.parametrize("codec", BY_DEFAULT)
def test_deflate_without_a_level_is_at_6(codec):
    by_hand = BY_DEFAULT[codec](NUMBERS)
    wanted = by_hand.compress(NUMBERS) + by_hand.flush()
    assert REFERENCES[codec].encode(NUMBERS, None) == REFERENCES[codec].encode(NUMBERS, 6) == wanted


@pytest.mark.parametrize("codec", ONE_CALL)
def test_a_reference_gives_what_the_library_gives(codec):
    encode = REFERENCES[codec].encode
    assert encode(NUMBERS, 1) == ONE_CALL[codec](NUMBERS, 1)
    assert encode(NUMBERS, None) == ONE_CALL[codec](NUMBERS, USUAL[codec])


def test_lz4_blocks_are_fast_below_level_3_and_hc_from_there():
    encode = REFERENCES["lz4-block"].encode
    data = REPETITIVE * 3

    def fast(acceleration: int) -> bytes:
        return lz4.block.compress(data, mode="fast", acceleration=acceleration, store_size=False)

    def high(level: int) -> bytes:
        return lz4.block.compress(data, mode="high_compression", compression=level, store_size=False)

    assert encode(data, None) == encode(data, 0) == encode(data, 2) == fast(1)
    assert encode(data, -50) == fast(50) != fast(1)
    assert encode(data, 3) == high(3) and encode(data, 12) == high(12) != high(3)


@pytest.mark.parametrize("codec", ["gzip", "deflate", "deflate-raw", "zstd", "xz", "bzip2"])
def test_what_follows_a_stream_or_is_missing_of_it_is_refused(codec):
    reference = REFERENCES[codec]
    data = reference.encode(NUMBERS, None)
    with pytest.raises(Refused, match="^2 bytes follow the stream$"):
        reference.decode(data + b"xx", len(NUMBERS))
    with pytest.raises(Refused, match=telling(len(data) - 1)):
        reference.decode(data[:-1], len(NUMBERS))


def test_what_follows_an_lz4_frame_is_refused():
    data = REFERENCES["lz4"].encode(NUMBERS, None)
    with pytest.raises(Refused, match="^3 bytes follow the frame$"):
        REFERENCES["lz4"].decode(data + b"xxx", len(NUMBERS))


def test_snappys_own_size_is_compared():
    data = REFERENCES["snappy"].encode(NUMBERS, None)
    assert REFERENCES["snappy"].decode(data, 4000) == NUMBERS
    with pytest.raises(Refused, match="^its header says 4000 bytes$"):
        REFERENCES["snappy"].decode(data, 3999)


def test_a_file_without_numbers_gives_no_bytes():
    assert REFERENCES["pco"].decode(REFERENCES["pco"].encode(b"", None), 0) == b""


def test_references_name_their_upstream_and_their_way():
    assert telling("zlib", zlib.ZLIB_RUNTIME_VERSION).search(REFERENCES["deflate"].name)
    assert REFERENCES["zstd"].through == f"Python zstandard {zstandard.__version__}"
    assert [REFERENCES[codec].levels for codec in ("deflate", "zstd", "lz4")] == [
        (0, 6, 9),
        (-131_072, 3, 22),
        (-65_537, 0, 12),
    ]


def test_a_loaded_library_tells_its_version():
    name, _, version = reference_codecs.LZMA.partition(" ")
    assert name == "liblzma" and re.fullmatch(r"\d+\.\d+\.\d+|of this Python", version)
    assert reference_codecs.loaded_version("libbz2", "BZ2_bzlibVersion") in (
        "of this Python",
        reference_codecs.BZIP2[6:],
    )
    assert reference_codecs.loaded_version("no-such-library", "none") == "of this Python"
    assert reference_codecs.loaded_version("libbz2", "no_such_function") == "of this Python"


# ── reference_readers.py ─────────────────────────────────────────────────────────────────────────────────────────────

OPTIONS = {"pickle": {"numpy": "2"}}


def read_golden(entry: dict, expected: Dataset, tmp_path: Path) -> None:
    """Reads a copy of the file, so that a reader that writes beside the file does not write beside the committed one."""
    path = tmp_path / Path(entry["file"]).name
    path.write_bytes((GOLDEN / entry["file"]).read_bytes())
    options = {**OPTIONS.get(entry["format"], {}), **entry["options"]}
    FORMATS[entry["format"]](path, {**entry, "options": options}, expected)


READABLE = ("pickle", "npz", "messagepack", "parquet", "arrow", "destination")


def expected_of(entry: dict) -> Dataset | None:
    """The dataset of a golden file; None if no pickle holds it."""
    name = Path(entry["file"]).name.split(".")[0]
    if not (GOLDEN / f"pickle/{name}.protocol5.pkl").exists():
        return None
    dataset = of_entry(entry)
    return dataset if canonical_sha256(dataset) == recorded_hash(entry) else None


# Julia keeps no order: its dictionaries are other datasets than the pickle's.
GOLDEN_READ = [(entry, expected_of(entry)) for entry in entries(*READABLE)]
GOLDEN_READ = [(entry, expected) for entry, expected in GOLDEN_READ if expected is not None]


def test_most_golden_files_have_a_dataset_to_hold_them_to():
    assert {entry["format"] for entry, _ in GOLDEN_READ} >= {
        "pickle",
        "npz",
        "messagepack",
        "parquet",
        "arrow",
        "destination",
    }
    assert len(GOLDEN_READ) > 90


@pytest.mark.parametrize(
    "entry, expected", GOLDEN_READ, ids=lambda value: value["file"] if isinstance(value, dict) else ""
)
def test_readers_take_the_golden_files(entry, expected, tmp_path):
    read_golden(entry, expected, tmp_path)


def other_column(column: Column) -> Column:
    """Changes one value that is not null."""
    if column.type in ("list", "category"):
        [part] = column.parts
        return replace(column, parts=[other_column(part)])
    if column.type == "struct":
        return replace(column, parts=[other_column(column.parts[0]), *column.parts[1:]])
    at = len(column.values) - 1 if column.validity is None else int(np.flatnonzero(column.validity)[-1])
    values = list(column.values) if isinstance(column.values, list) else column.values.copy()
    values[at] = (
        values[at] + b"1" if isinstance(values, list) else 1 - values[at] if column.type == "bool" else values[at] + 1
    )
    return replace(column, values=values)


def others(dataset: Dataset) -> list[Dataset]:
    """Datasets that differ slightly."""
    if dataset.item_count == 0:
        return []
    if dataset.kind == "table":
        found = []
        for number, column in enumerate(dataset.columns):
            changed = list(dataset.columns)
            if not (column.type in ("float32", "float64") and not np.isfinite(column.values[-1])):
                changed[number] = other_column(column)
                found.append(replace(dataset, columns=changed))
        return found
    if dataset.kind in ("keyedVectors", "array"):
        values = dataset.values.copy()
        values[-1] = values[-1] - 1 if np.all(values[-1] > 0) else values[-1] + 1
        found = [replace(dataset, values=values)]
        if dataset.kind == "keyedVectors":
            found.append(replace(dataset, ids=[*dataset.ids[:-1], "other"]))
        return found
    if dataset.kind == "bytes":
        return [replace(dataset, bytes=dataset.bytes + b"1")]
    last = dataset.values[-1]
    found = [replace(dataset, values=[*dataset.values[:-1], last + "1" if isinstance(last, str) else last + 1])]
    if dataset.kind in ("dict", "records"):
        key = dataset.keys[-1]
        found.append(replace(dataset, keys=[*dataset.keys[:-1], key + "1" if isinstance(key, str) else key + 1]))
    return found


WITH_OTHERS = [
    (entry, expected)
    for entry, expected in GOLDEN_READ
    if entry["format"] != "parquet" or entry["file"] in ("parquet/rich.zstd.v2.parquet", "parquet/long.none.v2.parquet")
]


@pytest.mark.parametrize(
    "entry, expected", WITH_OTHERS, ids=lambda value: value["file"] if isinstance(value, dict) else ""
)
def test_readers_refuse_a_file_of_other_data(entry, expected, tmp_path):
    for other in others(expected)[:: 1 if expected.kind != "table" else 5]:
        if canonical_sha256(other) == canonical_sha256(expected):
            continue
        # The words for an array without dimensions fail themselves, which refuses it as well.
        with pytest.raises((AssertionError, IndexError)):
            read_golden(entry, other, tmp_path)


@files("npy")
def test_npy_files_are_read(entry, tmp_path):
    value = np.load(GOLDEN / entry["file"])
    expected = (
        of_entry(entry)
        if entry["schema"]["kind"] == "stringArray" and "strings." in entry["file"]
        else dataset_of(value, entry["schema"])
    )
    read_golden(entry, expected, tmp_path)
    for other in others(expected):
        with pytest.raises(AssertionError):
            read_golden(entry, other, tmp_path)


@files("hdf5")
def test_hdf5_files_are_read(entry, tmp_path):
    if entry["schema"]["kind"] == "table":
        pytest.skip("Its table is read where the golden tables are.")
    dimension = entry["schema"]["dimension"]
    count = 40 if dimension == 24 else 1_500
    expected = keyed_vectors(42, count, dimension=dimension, elementType=entry["schema"]["elementType"], decimals="3")
    read_golden(entry, expected, tmp_path)
    for other in others(expected):
        with pytest.raises((AssertionError, KeyError)):
            read_golden(entry, other, tmp_path)
    if entry["options"]["layout"] == "bulk" and entry["innerCodec"] is None:
        with pytest.raises(AssertionError):
            read_golden({**entry, "innerCodec": "gzip"}, expected, tmp_path)


def test_files_labelled_with_another_codec_are_refused(tmp_path):
    entry = next(entry for entry, _ in GOLDEN_READ if entry["file"] == "parquet/rich.zstd.v2.parquet")
    with pytest.raises(AssertionError, match="^labelled SNAPPY"):
        read_golden({**entry, "innerCodec": "snappy"}, of_entry(entry), tmp_path)


def numbers(values, kind="float64") -> np.ndarray:
    return np.array(values, kind)


@pytest.mark.parametrize(
    "found, expected, words",
    [
        (numbers([1], "int32"), numbers([1], "int64"), "here: int32 where int64 was written"),
        (numbers([1, 2]), numbers([1]), r"here: \(2,\) where \(1,\) was written"),
        (numbers([1, 2.5]), numbers([1, 3.5]), r"here: \[2.5\] where \[3.5\] was written"),
        (numbers([0.0]), numbers([-0.0]), r"here: \[0.\] where \[-0.\] was written"),
        (numbers([np.nan]), numbers([0]), r"here: \[nan\] where \[0.\] was written"),
    ],
)
def test_other_arrays_are_told_apart(found, expected, words):
    with pytest.raises(AssertionError, match=f"^{words}"):
        reference_readers.assert_same_array(found, expected, "here")


def test_every_nan_is_the_same():
    quiet = struct.pack("<QQ", 0x7FF8_0000_0000_0001, 0xFFF8_0000_0000_0000)
    reference_readers.assert_same_array(np.frombuffer(quiet), numbers([np.nan, np.nan]), "here")


def test_only_the_first_five_of_what_differs_is_told():
    with pytest.raises(AssertionError, match=r"^here: \[1 1 1 1 1\] where \[0 0 0 0 0\] was written"):
        reference_readers.assert_same_array(np.ones(9, np.int8), np.zeros(9, np.int8), "here")


@pytest.mark.parametrize(
    "found, expected, same",
    [
        (1.0, 1.0, True),
        (1, 1.0, False),
        (float("nan"), float("nan"), True),
        (float("nan"), 1.0, False),
        (1.0, float("nan"), False),
        (0.0, -0.0, False),
        (-0.0, -0.0, True),
        (1.0, 2.0, False),
        (True, 1, False),
        ("a", "a", True),
        ("a", "b", False),
        (-1.0, 1.0, False),
    ],
)
def test_scalars_are_the_same_by_type_and_bits(found, expected, same):
    assert reference_readers.same_scalar(found, expected) is same


@pytest.mark.parametrize(
    "found, expected, words",
    [
        ((1,), [1], "x is a tuple"),
        ([1], [1, 2], "x: 1 where 2 were written"),
        ([1, 2], [1, 3], "x, 1: 2 where 3 was written"),
        ({"a": 1}, {"b": 1}, "x, keys, 0: 'a' where 'b' was written"),
        ({"b": 1, "a": 2}, {"a": 2, "b": 1}, "x, keys, 0: 'b' where 'a' was written"),
        ({"a": 1}, {"a": 2}, "x, 0: 1 where 2 was written"),
    ],
)
def test_other_scalars_are_told_apart(found, expected, words):
    with pytest.raises(AssertionError, match=f"^{words}"):
        reference_readers.assert_same_scalars(found, expected, "x")


def table(*columns: Column) -> Dataset:
    return Dataset("table", len(columns[0].values), columns=list(columns))


INTEGER = Column("a", "int32", None, numbers([1, 2], "int32"))


@pytest.mark.parametrize(
    "found, expected, words",
    [
        (replace(INTEGER, name="b"), INTEGER, "column a is b: int32"),
        (replace(INTEGER, type="int8"), INTEGER, "column a is a: int8"),
        (replace(INTEGER, validity=np.array([True, False])), INTEGER, "column a: other nulls"),
        (INTEGER, replace(INTEGER, validity=np.array([True, False])), "column a: other nulls"),
        (replace(INTEGER, values=numbers([1, 3], "int32")), INTEGER, r"column a: \[3\] where \[2\] was written"),
        (Column("t", "utf8", None, [b"x"]), Column("t", "utf8", None, [b"y"]), "column t"),
    ],
)
def test_other_columns_are_told_apart(found, expected, words):
    with pytest.raises(AssertionError, match=f"^{words}"):
        reference_readers.assert_same_column(found, expected)


def test_what_lies_under_a_null_does_not_matter():
    validity = np.array([True, False])
    reference_readers.assert_same_column(
        Column("a", "int32", validity, numbers([1, 7], "int32")),
        Column("a", "int32", validity, numbers([1, 9], "int32")),
    )
    reference_readers.assert_same_column(Column("a", "int32", np.array([True, True]), INTEGER.values), INTEGER)


def test_tables_have_the_same_columns():
    with pytest.raises(AssertionError):
        reference_readers.assert_same_table([INTEGER], table(INTEGER, replace(INTEGER, name="b")))
    with pytest.raises(AssertionError):
        reference_readers.assert_same_table([replace(INTEGER, values=numbers([3, 3], "int32"))], table(INTEGER))


def test_raw_files_are_the_canonical_form(tmp_path):
    path = tmp_path / "raw"
    path.write_bytes(to_canonical(table(INTEGER)))
    FORMATS["raw"](path, {}, table(INTEGER))
    with pytest.raises(AssertionError):
        FORMATS["raw"](path, {}, table(replace(INTEGER, values=numbers([1, 3], "int32"))))


EVERY_KIND = table(
    Column("i", "int64", np.array([True, False]), numbers([-5, 0], "int64")),
    Column("f", "float32", None, numbers([0.1, np.nan], "float32")),
    Column("d", "float64", None, numbers([-0.0, np.inf])),
    Column("b", "bool", None, numbers([1, 0], "uint8")),
    Column("day", "date", None, numbers([-1, 18_993], "int32")),
    Column("t", "timestamp", None, numbers([1_500_000, -1], "int64")),
    Column("s", "utf8", np.array([True, False]), ['é,"x"'.encode(), b""]),
    Column("y", "binary", None, [b"\0\xff", b""]),
    Column("j", "json", None, [b'{"a":[1]}', b"3"]),
)
CSV_LINES = [
    "i,f,d,b,day,t,s,y,j",
    '-5,0.1,-0,true,1969-12-31,1970-01-01T00:00:01.500000,"é,""x""",AP8=,"{""a"":[1]}"',
    ",NaN,Infinity,false,2022-01-01,1969-12-31T23:59:59.999999,,,3",
]


def read_text(tmp_path: Path, name: str, text: str, expected: Dataset, layout: str | None = None) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8", newline="")
    FORMATS[name](path, {"options": {"layout": layout}}, expected)


def test_csv_holds_every_type(tmp_path):
    read_text(tmp_path, "csv", "\r\n".join(CSV_LINES), EVERY_KIND)


@pytest.mark.parametrize(
    "old, new",
    [
        ("-5,", "-6,"),
        ("0.1,", "0.2,"),
        ("-0,", "0,"),
        ("true,", "false,"),
        ("1969-12-31,", "1969-12-30,"),
        ("01.500000", "01.500001"),
        ("é,", "e,"),
        ("AP8=", "AP4="),
        ("AP8=", "AP8=!"),
        (":[1]}", ":[2]}"),
        ("\n,NaN", "\n0,NaN"),
        ("NaN", "1"),
        ("i,f", "x,f"),
        (",3", ",3\n,,,,,,,,"),
    ],
)
def test_csv_of_other_data_is_refused(old, new, tmp_path):
    text = "\n".join(CSV_LINES)
    assert old in text
    with pytest.raises((AssertionError, ValueError)):
        read_text(tmp_path, "csv", text.replace(old, new), EVERY_KIND)


VECTORS = Dataset(
    "keyedVectors", 2, element_type="float64", dimension=2, ids=["a", "b"], values=numbers([[1.5, -0.0], [np.nan, 2]])
)
FLOATS = Dataset("list", 2, element_type="float64", values=[0.5, 7.0])
TEXTS = Dataset("stringArray", 2, values=["é", ""])
ENTRIES_OF_TEXTS = Dataset("dict", 2, key_type="int64", element_type="utf8", keys=[-3, 4], values=["x", "y"])
RECORDS = Dataset("records", 2, keys=["k", "l"], values=['[{"a":1}]', "plain"])
GRID = Dataset("array", 4, element_type="int64", shape=(2, 2), values=numbers([1, 2, 3, 4], "int64"))


@pytest.mark.parametrize(
    "text, expected, wrong",
    [
        (
            "id,0,1\na,1.5,-0\nb,NaN,2\n",
            VECTORS,
            [("a,", "c,"), ("1.5", "1.6"), ("id", "key"), (",2", ",2,3"), ("0,1", "1,0")],
        ),
        ("values\n0.5\n7\n", FLOATS, [("0.5", "0.6"), ("values", "value"), ("7\n", "7\n8\n")]),
        ('values\né\n""\n', TEXTS, [("é", "e")]),
        ("key,value\n-3,x\n4,y\n", ENTRIES_OF_TEXTS, [("-3", "3"), ("y", "z"), ("key", "Key"), ("value", "values")]),
        ('key,value\nk,"[{""a"":1}]"\nl,plain\n', RECORDS, [("plain", "other"), ("k,", "m,")]),
    ],
    ids=lambda value: value.kind if isinstance(value, Dataset) else "",
)
def test_csv_of_other_structures(text, expected, wrong, tmp_path):
    read_text(tmp_path, "csv", text, expected)
    for old, new in wrong:
        with pytest.raises((AssertionError, ValueError)):
            read_text(tmp_path, "csv", text.replace(old, new, 1), expected)


JSON_ROWS = [
    '{"i":-5,"f":0.1,"d":-0.0,"b":true,"day":"1969-12-31","t":"1970-01-01T00:00:01.500000","s":"é,\\"x\\"","y":"AP8=","j":{"a":[1]}}',
    '{"i":null,"f":null,"d":null,"b":false,"day":"2022-01-01","t":"1969-12-31T23:59:59.999999","s":null,"y":"","j":3}',
]


def test_json_holds_every_type_in_each_layout(tmp_path):
    read_text(tmp_path, "json", "[" + ",".join(JSON_ROWS) + "]", EVERY_KIND, "records")
    read_text(tmp_path, "json", "\n".join(JSON_ROWS) + "\n", EVERY_KIND, "lines")
    rows = [json.loads(row) for row in JSON_ROWS]
    columns = json.dumps({name: [row[name] for row in rows] for name in rows[0]})
    read_text(tmp_path, "json", columns, EVERY_KIND, "columns")


@pytest.mark.parametrize(
    "old, new",
    [
        ("-5", "-6"),
        ("0.1", "0.2"),
        ("true", "false"),
        ('"i":null', '"i":0'),
        ('"f":null', '"f":NaN'),
        ('"d":null', '"d":1'),
        ("AP8=", "AP4="),
        ("[1]", "[2]"),
        ("12-31", "12-30"),
        ('"j":3}\n', '"j":3}'),
        ('"j":3}', '"j":3}\n{}'),
    ],
)
def test_json_of_other_data_is_refused(old, new, tmp_path):
    text = "\n".join(JSON_ROWS) + "\n"
    assert old in text
    with pytest.raises((AssertionError, ValueError)):
        read_text(tmp_path, "json", text.replace(old, new, 1), EVERY_KIND, "lines")


@pytest.mark.parametrize(
    "layout, text, expected, wrong",
    [
        (
            "columns",
            '{"a":[1.5,-0.0],"b":[null,2.0]}',
            VECTORS,
            [("1.5", "1"), ('"a"', '"c"'), ("null", "0"), ("2.0", "2.0,3")],
        ),
        ("records", '[{"id":"a","vector":[1.5,-0.0]},{"id":"b","vector":[null,2.0]}]', VECTORS, [('"b"', '"a"')]),
        ("columns", "[[1,2],[3,4]]", GRID, [("4", "5"), ("1,2", "2,1")]),
        ("columns", "[0.5,7.0]", FLOATS, [("7.0", "8.0"), ("7.0", "7.0,1")]),
        ("columns", '["é",""]', TEXTS, [("é", "e"), ('""', '"x"')]),
        ("columns", '{"-3":"x","4":"y"}', ENTRIES_OF_TEXTS, [('"4"', '"5"'), ('"y"', '"z"')]),
        (
            "records",
            '[{"key":"-3","value":"x"},{"key":"4","value":"y"}]',
            ENTRIES_OF_TEXTS,
            [('"4"', '"5"'), ('"y"', '"z"')],
        ),
        ("columns", '{"k":[{"a":1}],"l":"plain"}', RECORDS, [("1", "2"), ("plain", "other"), ('"plain"', "5")]),
    ],
    ids=lambda value: value.kind if isinstance(value, Dataset) else "",
)
def test_json_of_other_structures(layout, text, expected, wrong, tmp_path):
    read_text(tmp_path, "json", text, expected, layout)
    for old, new in wrong:
        with pytest.raises((AssertionError, ValueError)):
            read_text(tmp_path, "json", text.replace(old, new, 1), expected, layout)


@pytest.mark.parametrize(
    "kind, text, value",
    [
        ("utf8", "x", b"x"),
        ("json", "[1]", b"[1]"),
        ("bool", True, 1),
        ("bool", "false", 0),
        ("float32", "0.1", np.float32(0.1)),
    ],
)
def test_a_field_is_the_value(kind, text, value):
    reference_readers.assert_same_text(text, kind, value, "here")
    with pytest.raises(AssertionError, match="^here"):
        reference_readers.assert_same_text({"bool": not value, "float32": "0.2"}.get(kind, "y"), kind, value, "here")


# ── tkrzw_reference.py ───────────────────────────────────────────────────────────────────────────────────────────────


def varnum(number: int) -> bytes:
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.insert(0, number & 0x7F | 0x80)
    return bytes(groups)


def with_dictionary(
    records: list[tuple[bytes, bytes]], crc_code: int, offset_width: int, buckets: int, align: int
) -> bytes:
    """A file after workers/formats/tkrzw/hash/dictionary.ts: header, buckets, and records; the first record is void and holds the dictionary."""
    shared = b"the values of these records share words, words of these records"
    crc_bytes = (0, 1, 2, 4)[crc_code]
    head = bytearray(128)
    head[:9] = b"TkrzwHDB\n"
    head[12] = 7 << 4 | crc_code << 2
    head[13], head[14] = offset_width, align
    head[16:24] = buckets.to_bytes(8, "big")
    head[62:66] = b"FLZD"
    compress = zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(shared)).compress

    def record(kind: int, key: bytes, value: bytes, padding: int) -> bytes:
        sizes = varnum(len(key)) + varnum(len(value)) + varnum(padding)
        # The padding counts what its own number takes beyond one byte.
        return (
            bytes([kind << 6])
            + bytes(offset_width)
            + sizes
            + bytes(crc_bytes)
            + key
            + value
            + bytes(padding - len(varnum(padding)) + 1)
        )

    unit = max(4096, 1 << align)
    start = -(-(128 + buckets * offset_width + 1024) // unit) * unit
    body = record(3, b"", shared, 0) + b"".join(
        record(1, key, compress(value), padding) for (key, value), padding in zip(records, (0, 5, 200), strict=True)
    )
    return bytes(head) + bytes(start - 128) + body


@pytest.mark.parametrize(
    "crc_code, offset_width, buckets, align", [(0, 4, 11, 3), (1, 3, 1100, 12), (2, 5, 700, 0), (3, 4, 742, 13)]
)
def test_a_database_with_a_dictionary_is_read(crc_code, offset_width, buckets, align):
    records = [(b"one", b"the values share words"), (b"two" * 50, b"words " * 40), ("drei é".encode(), b"")]
    assert (
        tkrzw_reference.read_with_dictionary(with_dictionary(records, crc_code, offset_width, buckets, align))
        == records
    )


@pytest.mark.parametrize("at", [0, 12, 62], ids=["magic", "flags", "mark"])
def test_another_database_is_refused(at):
    data = bytearray(with_dictionary([(b"a", b"b"), (b"c", b"d"), (b"e", b"f")], 0, 4, 9, 3))
    data[at] ^= 0x10
    with pytest.raises(AssertionError):
        tkrzw_reference.read_with_dictionary(bytes(data))


def test_a_database_that_ends_early_is_refused():
    data = with_dictionary([(b"a", b"b"), (b"c", b"d"), (b"e", b"f")], 0, 4, 9, 3)
    with pytest.raises((AssertionError, zstandard.ZstdError)):
        tkrzw_reference.read_with_dictionary(data[:-1])


def test_records_are_bytes_in_order():
    assert tkrzw_reference.records_of(RECORDS) == [(b"k", b'[{"a":1}]'), (b"l", b"plain")]


def test_a_database_with_a_dictionary_is_compared_with_the_dataset(tmp_path):
    path = tmp_path / "dictionary.tkh"
    path.write_bytes(with_dictionary([(b"k", b'[{"a":1}]'), (b"l", b"plain"), (b"m", b"n")], 0, 4, 9, 3))
    entry = {"format": "hashdbm", "innerCodec": "zstd-dictionary"}
    three = replace(RECORDS, keys=["k", "l", "m"], values=[*RECORDS.values, "n"])
    tkrzw_reference.read_tkrzw(path, entry, three)
    with pytest.raises(AssertionError):
        tkrzw_reference.read_tkrzw(path, entry, replace(three, values=["x", "y", "z"]))
