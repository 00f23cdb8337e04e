import { toCanonical } from '../model/canonical';
import { FormatlabError } from '../model/errors';
import { fromCanonical } from '../model/read-canonical';
import type { DataCalls } from '../model/protocol/data';
import { answerCalls } from '../model/protocol/serve';
import { noTraffic } from '../model/remote/remote-file';
import { inspectFile } from './inspect-file';
import { createMoleculeReader, makeDataset } from './make-dataset';

const moleculesOf = createMoleculeReader();

answerCalls<DataCalls>(self, {
  make: ({ spec, ownFile }, { onProgress }) => makeDataset(spec, ownFile, (fraction) => onProgress({ fraction })),
  inspect: (request, { onProgress }) => inspectFile(request, onProgress),
  async byteMap({ file }) {
    const { readByteMap } = await import('../open-file/read-byte-map');
    return readByteMap(file);
  },
  async remoteTable({ format, place }, { signal, onProgress }) {
    const { requireRemoteParts } = await import('../open-file/remote-parts');
    return requireRemoteParts(format).readTable(place, { signal, onTraffic: onProgress });
  },
  async remotePart({ format, place, footer, part }, { signal, onProgress }) {
    const { requireRemoteParts } = await import('../open-file/remote-parts');
    let [traffic, fraction] = [noTraffic, 0];
    const tell = () => onProgress({ ...traffic, fraction });
    return requireRemoteParts(format).fetchPart({ place, footer }, part, {
      signal,
      onTraffic: (next) => {
        traffic = next;
        tell();
      },
      onProgress: (next) => {
        fraction = next;
        tell();
      },
    });
  },
  async fitTable({ dataset: blob }) {
    const dataset = fromCanonical(await blob.arrayBuffer());
    if (dataset.kind !== 'table')
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'import',
        message: 'Only a table has a look-alike, and the file holds none.',
        remedy: 'Choose a file that holds a table, or share the plan without a look-alike.',
      });
    const { fitTable } = await import('../open-file/fit-table');
    return fitTable(dataset);
  },
  async countWord(request) {
    const { countWord } = await import('../open-file/count-word');
    return countWord(request);
  },
  async molecules({ spec, ownFile, from, to }) {
    const { sketchesOf } = await import('../molecule-view/sketches');
    return sketchesOf(await moleculesOf(spec, ownFile, from, to), from);
  },
  async molecule({ spec, ownFile, molecule }) {
    return { blob: new Blob([...toCanonical(await moleculesOf(spec, ownFile, molecule, molecule + 1)).parts]) };
  },
});
