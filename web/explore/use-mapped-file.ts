import { useEffect, useMemo, useState } from 'react';
import type { MappedFile, OwnFile, OwnFileState } from '../state/own-file';

const noFacts: MappedFile['valueFacts'] = [];

/** The user's file, if files like it have a map of their bytes: also one that could not be opened as data. */
export function useMappedFile(ownFile: OwnFileState): MappedFile | null {
  const file = ownFile.status === 'ready' || ownFile.status === 'failed' ? ownFile.file : null;
  const [mapped, setMapped] = useState<OwnFile | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    const look = async () => {
      const { mapFolderOf } = await import('../../workers/registry/file-types');
      // The files of a set are all of one type.
      const first: Blob | undefined = file instanceof File ? file : file.files[0]?.file;
      const folder = first === undefined ? null : await mapFolderOf(first);
      if (isCurrent) setMapped(folder === null ? null : file);
    };
    // A file that can't be read any more has no map; that it can't is said where it is opened.
    look().catch(() => {
      if (isCurrent) setMapped(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  const valueFacts = ownFile.status === 'ready' ? ownFile.report.valueFacts : noFacts;
  return useMemo(
    () => (mapped === null || mapped !== file ? null : { file: mapped, valueFacts }),
    [mapped, file, valueFacts],
  );
}
