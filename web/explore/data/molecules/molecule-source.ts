import { FormatlabError } from '../../../../workers/model/errors';
import type { MoleculeFile, MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { type Coordinator, connectCoordinator } from '../../../state/coordinator';

/** Provides drawings and files of the molecules of one dataset. The first request starts the coordinator, which keeps the file that its worker has read. */
export interface MoleculeSource {
  /** Unique among all sources. */
  readonly name: string;
  /** The drawings of the molecules `from` (inclusive) to `to` (exclusive). */
  molecules(from: number, to: number, signal: AbortSignal): Promise<readonly MoleculeSketch[]>;
  /** One molecule as a file of each candidate, in the order of the candidates. */
  files(molecule: number, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly MoleculeFile[]>;
  /** Terminates the workers. The next request starts new ones. */
  close(): void;
}

type MoleculeCoordinator = Pick<Coordinator, 'molecules' | 'moleculeFiles' | 'dispose'>;

let made = 0;

/** `connect` connects to the coordinator. Tests replace it. */
export function createMoleculeSource(
  spec: DatasetSpec,
  ownFile: File | null,
  connect: () => Promise<MoleculeCoordinator> = connectCoordinator,
): MoleculeSource {
  let opened: Promise<MoleculeCoordinator> | null = null;

  async function withCoordinator<T>(
    signal: AbortSignal,
    request: (coordinator: MoleculeCoordinator) => Promise<T>,
  ): Promise<T> {
    opened ??= connect();
    const mine = opened;
    try {
      const coordinator = await mine;
      // A request to a coordinator that was closed meanwhile would start its worker again.
      if (signal.aborted || opened !== mine)
        throw new FormatlabError({
          tag: 'cancelled',
          stage: 'load',
          message: 'The molecules are no longer shown.',
        });
      return await request(coordinator);
    } catch (thrown) {
      if (opened === mine)
        await mine.catch(() => {
          opened = null;
        });
      throw thrown;
    }
  }

  made += 1;
  return {
    name: `dataset ${made}`,
    molecules: (from, to, signal) =>
      withCoordinator(signal, (coordinator) => coordinator.molecules({ spec, from, to }, { ownFile, signal })),
    files: (molecule, candidates, signal) =>
      withCoordinator(signal, (coordinator) =>
        coordinator.moleculeFiles({ spec, molecule, candidates }, { ownFile, signal }),
      ),
    close() {
      const closing = opened;
      opened = null;
      void closing?.then(
        (coordinator) => coordinator.dispose(),
        // The coordinator never started, so there is nothing to dispose of.
        () => undefined,
      );
    },
  };
}
