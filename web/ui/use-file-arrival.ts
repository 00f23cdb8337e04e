import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** A file with pasted text. The first character determines whether it is named as JSON or as CSV. */
function fileOfText(text: string): File {
  const start = text.trimStart()[0];
  const json = start === '{' || start === '[';
  return new File([text], json ? 'pasted.json' : 'pasted.csv', { type: json ? 'application/json' : 'text/csv' });
}

/**
 * Calls `onFile` for a file dropped anywhere on the page, and for a file or text pasted outside a field. Several files, and folders, go to `onFiles`;
 * without it, only the first file is taken. Returns true while the user drags a file over the page.
 */
export function useFileArrival(
  onFile: (file: File) => void,
  onFiles: ((files: readonly File[] | readonly FileSystemEntry[]) => void) | null = null,
): boolean {
  const [hovering, setHovering] = useState(false);
  const arrive = useEffectEvent(onFile);
  const arriveTogether = useEffectEvent((files: readonly File[], entries: readonly FileSystemEntry[]) => {
    const [first] = files;
    if (onFiles !== null && entries.some(({ isDirectory }) => isDirectory)) onFiles(entries);
    else if (onFiles !== null && files.length > 1) onFiles(files);
    else if (first !== undefined) onFile(first);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // The event for entering a child fires before the one for leaving its parent, so both are counted.
    let depth = 0;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.type === 'dragenter') depth += 1;
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setHovering(false);
      const { files, items } = event.dataTransfer ?? {};
      // The entries must be taken before the event is over.
      const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
      arriveTogether([...(files ?? [])], entries);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length === 0 && text.trim() === '') return;
      event.preventDefault();
      if (files.length > 0) arriveTogether(files, []);
      else arrive(fileOfText(text));
    };
    window.addEventListener('dragenter', over, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => controller.abort();
  }, []);
  return hovering;
}
