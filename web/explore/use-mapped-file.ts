import { useEffect, useState } from 'react';
import type { OwnFileState } from '../state/own-file';

/** The user's file, if files like it have a map of their bytes: also one that could not be opened as data. */
export function useMappedFile(ownFile: OwnFileState): File | null {
  const file = ownFile.status === 'ready' || ownFile.status === 'failed' ? ownFile.file : null;
  const [mapped, setMapped] = useState<File | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    const look = async () => {
      const { byteMapFormatOf, byteMapHeadBytes } = await import('../../workers/model/byte-map-formats');
      const head = new Uint8Array(await file.slice(0, byteMapHeadBytes).arrayBuffer());
      if (isCurrent) setMapped(byteMapFormatOf(head) === null ? null : file);
    };
    // A file that can't be read any more has no map; that it can't is said where it is opened.
    look().catch(() => {
      if (isCurrent) setMapped(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return mapped === file ? mapped : null;
}
