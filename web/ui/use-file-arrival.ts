import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** A file with pasted text. The first character determines whether it is named as JSON or as CSV. */
export function fileOfText(text: string): File {
  const start = text.trimStart()[0];
  const json = start === '{' || start === '[';
  return new File([text], json ? 'pasted.json' : 'pasted.csv', { type: json ? 'application/json' : 'text/csv' });
}

/** Calls `onFile` for files dropped anywhere on the page, and for files or text pasted outside a field. Returns true while the user drags a file over the page. */
export function useFileArrival(onFile: (file: File) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const arrive = useEffectEvent(onFile);
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
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) arrive(file);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (file === undefined && text.trim() === '') return;
      event.preventDefault();
      arrive(file ?? fileOfText(text));
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
