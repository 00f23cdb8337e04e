import { useEffect, useState } from 'react';
import type { CsvPreview } from '../own-file/csv-preview';
import { RowsTable } from './RowsTable';

const shownRows = 6;
const isText = (file: Blob) =>
  (file instanceof File && /\.(csv|tsv|tab|txt)$/i.test(file.name)) ||
  file.type === 'text/csv' ||
  file.type === 'text/tab-separated-values';

/** Previews the first rows of a text file until all of it is read, and says that they may change. Shows nothing if the text has no rows. */
export function QuickPreview({ file }: { readonly file: Blob }) {
  const preview = useCsvPreview(file);
  if (preview === null) return null;
  return (
    <RowsTable label="First rows, so far" columnNames={preview.columnNames} rows={preview.rows.slice(0, shownRows)} />
  );
}

function useCsvPreview(file: Blob): CsvPreview | null {
  const [preview, setPreview] = useState<CsvPreview | null>(null);
  useEffect(() => {
    let over = false;
    setPreview(null);
    const look = async () => {
      const { previewCsv, previewByteCount } = await import('../own-file/csv-preview');
      const text = await file.slice(0, previewByteCount).text();
      if (!over) setPreview(previewCsv(text, file.size <= previewByteCount));
    };
    // Errors are ignored here, since the strict reader reports them.
    if (isText(file)) look().catch(() => setPreview(null));
    return () => {
      over = true;
    };
  }, [file]);
  return preview;
}
