import { FormatlabError, toErrorRecord } from '../model/errors';
import { type MoleculeFile, type MoleculeSketch, shownFileBytes } from '../model/molecules/sketch';
import type { Candidate } from '../model/plan';
import type { CallTable } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { CoordinatorCalls } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import type { MeasureCalls } from '../model/protocol/measure';
import { checkCandidate, checkDataset } from '../registry/check-plan';

/** Serves molecules for display. Its two workers stay alive for the next request, with the file and the libraries already loaded. */
interface MoleculeViewer {
  molecules(request: CoordinatorCalls['molecules']['in']): Promise<readonly MoleculeSketch[]>;
  /** After `signal` aborts, no further candidate starts. */
  moleculeFiles(
    request: CoordinatorCalls['moleculeFiles']['in'],
    signal: AbortSignal,
  ): Promise<readonly MoleculeFile[]>;
  /** Terminates the workers. The next request starts new ones. */
  end(): void;
}

interface Workers {
  readonly spawnMeasure: () => Connection<MeasureCalls>;
  readonly spawnData: () => Connection<DataCalls>;
}

export function createMoleculeViewer({ spawnMeasure, spawnData }: Workers): MoleculeViewer {
  const data = keptWorker(spawnData);
  const encoder = keptWorker(spawnMeasure);

  async function encodedAlone(dataset: Blob, candidate: Candidate): Promise<MoleculeFile> {
    try {
      const { file } = await encoder.ask(({ remote }) => remote.encode({ dataset, candidate }));
      return {
        status: 'encoded',
        sizeBytes: file.size,
        head: new Uint8Array(await file.slice(0, shownFileBytes).arrayBuffer()),
      };
    } catch (thrown) {
      return {
        status: 'failed',
        error: toErrorRecord(thrown, { tag: 'encodeFailed', stage: 'encode', format: candidate.format }),
      };
    }
  }

  return {
    molecules: (request) =>
      data.ask(({ remote }) => remote.molecules({ ...request, spec: checkDataset(request.spec) })),
    async moleculeFiles({ spec, ownFile, molecule, candidates }, signal) {
      const { blob } = await data.ask(({ remote }) => remote.molecule({ spec: checkDataset(spec), ownFile, molecule }));
      const files: MoleculeFile[] = [];
      for (const candidate of candidates) {
        if (signal.aborted)
          throw new FormatlabError({
            tag: 'cancelled',
            stage: 'encode',
            message: 'It was cancelled between two formats.',
          });
        files.push(await encodedAlone(blob, checkCandidate(candidate)));
      }
      return files;
    },
    end() {
      data.end();
      encoder.end();
    },
  };
}

/** A worker that the first request starts and that then stays. If it has ended by itself, it is replaced. */
function keptWorker<T extends CallTable<T>>(spawn: () => Connection<T>) {
  let connection: Connection<T> | null = null;
  return {
    async ask<Out>(call: (connection: Connection<T>) => Promise<Out>): Promise<Out> {
      connection ??= spawn();
      const used = connection;
      try {
        return await call(used);
      } catch (thrown) {
        if (thrown instanceof FormatlabError && thrown.record.tag === 'workerCrashed') {
          used.terminate();
          if (connection === used) connection = null;
        }
        throw thrown;
      }
    },
    end() {
      connection?.terminate();
      connection = null;
    },
  };
}
