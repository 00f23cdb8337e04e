import { toErrorRecord } from '../../workers/model/errors';
import { useRef } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Arrival } from '../state/arrival';
import type { FileChoices, OwnFile, ReadyFile } from '../state/own-file';
import type { Services } from '../state/services';
import type { ChosenFiles } from '../state/file-set';
import { viewOfOpened } from './opened-view';
import { choicesOfPlan } from './plan-checks';
import { mainDataset } from './plan-edit';
import type { RunOfChangedData } from './run-of-changed-data';
import { startOpened } from './start-run';

interface FileOpening {
  /** Reads a file, or reads it again with other choices, and makes it the dataset of the plan. */
  readonly onChosenFile: (chosen: OwnFile, choices?: FileChoices) => void;
  /** Reads all of a file of which a sample was read, and measures it. */
  readonly onMeasureAll: (file: ReadyFile) => void;
  /** Reads several files as one dataset. */
  readonly onChosenFiles: (files: ChosenFiles) => void;
  readonly takeArrival: (arrival: Arrival | null) => void;
}

/**
 * Opens what the user chooses, drops, pastes or fetches.
 * @param schema of the dataset that the plan has now; null if it is not known
 */
export function useFileOpening(
  services: Services,
  schema: DatasetSchema | null,
  runOfChangedData: RunOfChangedData,
  onOpened: () => void,
): FileOpening {
  const { run, ownFile: files, view: views } = services;
  /** Counts what is opened and changed, of which only the last is read. */
  const change = useRef(0);
  const onFile = async (chosen: OwnFile, choices: FileChoices | null = null, isAskedToRun = false) => {
    change.current += 1;
    const own = change.current;
    // The user asks for another reading: the figures of the earlier one do not hold for it. What was measured of other data is kept.
    await (choices === null ? runOfChangedData.end() : runOfChangedData.leave());
    if (own !== change.current) return;
    const { view: before } = views.get();
    // A link or a reload asks for its file, and does not measure it by itself.
    const isAsked = mainDataset(before.plan).source === 'ownFile' && files.get().status === 'none';
    // The page now is about the user's file.
    if (run.get().shown?.origin.kind === 'example') run.forget();
    // At once with the new state: a plan of the former reading would hide the file for a moment, and its controls would lose the focus.
    await files.choose(chosen, choices ?? choicesOfPlan(views.get().view.plan, chosen), (state) => {
      // The plan now has the file as its dataset, so that the browser's Back button returns to the dataset before.
      onOpened();
      const { view } = views.get();
      views.set(viewOfOpened(view, state, schema));
    });
    if (files.get().status !== 'ready' || own !== change.current) return;
    if (isAskedToRun) startOpened(services, { byUser: true });
    else if (choices !== null) runOfChangedData.startSoon();
    else if (!isAsked) startOpened(services);
  };
  /** A file that the user chooses replaces what is fetched from an address, which would replace it when it arrives. */
  const onChosen = (file: OwnFile) => {
    services.address.forget();
    void onFile(file);
  };
  // A folder takes time to list, and a file to look at. What the user chooses meanwhile stays.
  const choice = useRef(0);
  const lookAt = (chosen: File | ChosenFiles) => {
    choice.current += 1;
    const own = choice.current;
    import('./open-chosen')
      .then(({ openChosen }) =>
        openChosen(chosen, services, { isCurrent: () => choice.current === own, onFile: onChosen, schema }),
      )
      .catch((thrown: unknown) => services.notice.say(toErrorRecord(thrown, { tag: 'internal', stage: 'load' })));
  };
  const onChosenFile: FileOpening['onChosenFile'] = (chosen, choices) => {
    if (choices !== undefined) void onFile(chosen, choices);
    else if (chosen instanceof File && chosen.name.endsWith('.json')) lookAt(chosen);
    else {
      choice.current += 1;
      onChosen(chosen);
    }
  };
  const onMeasureAll = ({ file, report: { type }, columnTypes, malformed, reading }: ReadyFile) =>
    void onFile(file, { type, columnTypes, malformed, reading, sample: null }, true);
  const takeArrival = (arrival: Arrival | null) => {
    if (arrival?.kind === 'file') void onFile(arrival.file);
    if (arrival?.kind === 'run') void services.open({ kind: 'import', fileName: arrival.name }, arrival.result);
    if (arrival?.kind === 'recipe')
      import('./open-chosen')
        .then(({ addRecipe }) => addRecipe(arrival.recipe, schema, services))
        .catch((thrown: unknown) => services.notice.say(toErrorRecord(thrown, { tag: 'internal', stage: 'import' })));
  };
  return { onMeasureAll, onChosenFile, onChosenFiles: lookAt, takeArrival };
}
