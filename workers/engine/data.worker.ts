import { toCanonical } from '../model/canonical';
import type { DataCalls } from '../model/protocol/data';
import { answerCalls } from '../model/protocol/serve';
import { inspectFile } from './inspect-file';
import { createMoleculeReader, makeDataset } from './make-dataset';

const moleculesOf = createMoleculeReader();

answerCalls<DataCalls>(self, {
  make: ({ spec, ownFile }, { onProgress }) => makeDataset(spec, ownFile, (fraction) => onProgress({ fraction })),
  inspect: (request, { onProgress }) => inspectFile(request, onProgress),
  async byteMap({ file }) {
    const { readByteMap } = await import('../byte-map/read-byte-map');
    return readByteMap(file);
  },
  async countWord({ file, fileName, report, word }) {
    const { countWord } = await import('../own-file/csv/count-word');
    return countWord(file, fileName, report, word);
  },
  async molecules({ spec, ownFile, from, to }) {
    const { sketchesOf } = await import('../molecule-view/sketches');
    return sketchesOf(await moleculesOf(spec, ownFile, from, to), from);
  },
  async molecule({ spec, ownFile, molecule }) {
    return { blob: new Blob([...toCanonical(await moleculesOf(spec, ownFile, molecule, molecule + 1)).parts]) };
  },
});
