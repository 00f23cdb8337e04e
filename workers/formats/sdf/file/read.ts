import { DamagedInput } from '../../../model/damaged-input';
import type { Molecules } from '../../../model/molecules/molecules';
import { pickMolecules } from '../../../model/molecules/pick';
import { kekuleStructures, withoutKekuleStructure } from '../../../libraries/molecules/kekulise';
import { LineReader } from './lines';
import { damagedRecord, RecordBuilder } from './record';
import { withDrawnStereo } from './stereo/read-stereo';
import { readV2000 } from './read-v2000';
import { readV3000 } from './read-v3000';

interface SdfProblem {
  /** The molecule's number, from 1. */
  readonly line: number;
  readonly message: string;
}

interface SdfReading {
  readonly molecules: Molecules;
  /** The number of molecules that were left out; `problems` holds the first of them. */
  readonly leftOut: number;
  readonly problems: readonly SdfProblem[];
  /** The number of molecules with a third dimension, which is dropped. */
  readonly solidCount: number;
  /** The number of data items, which are dropped. */
  readonly itemCount: number;
}

const listedProblems = 100;
/** The maximum length of a title. */
const maxTitleBytes = 65_536;
/** The minimum size of a molecule in an SDF file, for estimating their number. */
const minBytes = 100;

interface SdfOptions {
  /** Whether a malformed molecule ends the reading (`malformedInput` with its line) or is left out and counted. */
  readonly malformed: 'fatal' | 'skip';
  /** True if the last molecule may lack its `$$$$`, as in a molfile. Otherwise such a file counts as truncated. */
  readonly openEnd?: boolean;
  readonly onProgress?: (fraction: number) => void;
}

/** Reads the molecules of an SDF file (V2000 or V3000), without their data items. */
export function readSdf(file: Uint8Array, { malformed, openEnd = false, onProgress }: SdfOptions): SdfReading {
  const lines = new LineReader(file);
  const records = new RecordBuilder(Math.max(16, Math.min(200_000, Math.ceil(file.length / 20 / minBytes))));
  const problems: SdfProblem[] = [];
  let leftOut = 0;
  const complain = (line: number, message: string) => {
    if (malformed === 'fatal') throw damagedRecord(line, message);
    leftOut += 1;
    if (problems.length < listedProblems) problems.push({ line, message });
  };
  for (let count = 0; lines.hasContent(); count += 1) {
    if (count % 1_000 === 0) onProgress?.(lines.at / file.length);
    try {
      readRecord(lines, records, openEnd);
    } catch (thrown) {
      if (!(thrown instanceof DamagedInput) || thrown.line === null) throw thrown;
      complain(thrown.line, thrown.problem);
      lines.skipRecord();
    }
  }
  const { molecules: read, marks, lines: firstLines } = records.finish();
  const { molecules, failures } = kekuleStructures(read);
  for (const failure of failures) complain(firstLines[failure.molecule] ?? 0, withoutKekuleStructure(read, failure));
  const drawn = withDrawnStereo(molecules, marks);
  const failed = new Set(failures.map(({ molecule }) => molecule));
  return {
    molecules:
      failed.size === 0
        ? drawn
        : pickMolecules(
            drawn,
            Array.from({ length: drawn.moleculeCount }, (_, molecule) => molecule).filter(
              (molecule) => !failed.has(molecule),
            ),
          ),
    leftOut,
    problems: problems.sort((left, right) => left.line - right.line),
    solidCount: marks.dimensions.reduce((solid, dimensions) => solid + (dimensions === 3 ? 1 : 0), 0),
    itemCount: lines.itemCount,
  };
}

const dimensionsAt = 20;

function readRecord(lines: LineReader, records: RecordBuilder, openEnd: boolean): void {
  const { file } = lines;
  lines.next();
  const first = lines.line;
  if (lines.isSeparator()) throw damagedRecord(first, 'a molecule should be here, but the file ends');
  const title = file.subarray(lines.start, lines.end);
  if (title.length > maxTitleBytes)
    throw damagedRecord(first, `its title is too long (${title.length.toLocaleString('en')} bytes)`);
  lines.require('the line of the program that wrote it');
  const dimensions =
    lines.end - lines.start > dimensionsAt + 1 && file[lines.start + dimensionsAt + 1] === 0x44
      ? (file[lines.start + dimensionsAt] as number) - 0x30
      : 0;
  records.declaredDimensions = dimensions === 2 || dimensions === 3 ? dimensions : 0;
  lines.require('the comment');
  lines.require('the counts of atoms and bonds');
  if (lines.text(34, 39) === 'V3000') readV3000(lines, records);
  else readV2000(lines, records);
  lines.skipItems();
  if (!openEnd && !lines.isWholeSeparator())
    throw damagedRecord(lines.line, 'the file ends without the line $$$$ that ends a molecule; it may be truncated');
  records.end(title, first);
}
