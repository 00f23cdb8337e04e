/** Starts the download of a file. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name without its extension, such as `formatlab-2026-11-21-093000`. It contains the start of the run, so that files of different runs have different names. */
export function runFileName(startedAt: string): string {
  return `formatlab-${startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '')}`;
}
