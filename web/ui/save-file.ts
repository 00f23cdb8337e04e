/** Hands a file to the browser's downloads. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `formatlab-2026-11-21-093000`: from the run's own start, so that files of different runs don't collide. */
export function runFileName(startedAt: string): string {
  return `formatlab-${startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '')}`;
}
