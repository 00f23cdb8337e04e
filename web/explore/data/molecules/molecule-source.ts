import { FormatlabError } from '../../../../workers/model/errors';
import type { MoleculeFile, MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { type Coordinator, connectCoordinator } from '../../../state/coordinator';

/** What the panel asks about one dataset. The coordinator is started by the first question and kept, with the file that its worker has read. */
export interface MoleculeSource {
  /** No two have the same. */
  readonly name: string;
  /** Molecules `from` (inclusive) to `to` (exclusive). */
  molecules(from: number, to: number, signal: AbortSignal): Promise<readonly MoleculeSketch[]>;
  /** One molecule alone as a file of each candidate, in their order. */
  files(molecule: number, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly MoleculeFile[]>;
  /** Ends the workers; the next question starts new ones. */
  close(): void;
}

type Asked = Pick<Coordinator, 'molecules' | 'moleculeFiles' | 'dispose'>;

let made = 0;

/** `connect` is replaced by tests. */
export function createMoleculeSource(
  spec: DatasetSpec,
  ownFile: File | null,
  connect: () => Promise<Asked> = connectCoordinator,
): MoleculeSource {
  let opened: Promise<Asked> | null = null;

  async function ask<T>(signal: AbortSignal, question: (coordinator: Asked) => Promise<T>): Promise<T> {
    opened ??= connect();
    const mine = opened;
    try {
      const coordinator = await mine;
      // Closed in between: a question to one that is disposed of would start its worker again.
      if (signal.aborted || opened !== mine)
        throw new FormatlabError({
          tag: 'cancelled',
          stage: 'load',
          message: 'The molecules are not looked at any more.',
        });
      return await question(coordinator);
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
      ask(signal, (coordinator) => coordinator.molecules({ spec, from, to }, { ownFile, signal })),
    files: (molecule, candidates, signal) =>
      ask(signal, (coordinator) => coordinator.moleculeFiles({ spec, molecule, candidates }, { ownFile, signal })),
    close() {
      const closing = opened;
      opened = null;
      void closing?.then(
        (coordinator) => coordinator.dispose(),
        // It was never there.
        () => undefined,
      );
    },
  };
}
