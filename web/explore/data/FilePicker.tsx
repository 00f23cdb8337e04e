import { type RefObject, useId, useRef } from 'react';
import { formatExactBytes } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { labelOf } from '../../../workers/registry/file-types';
import { Notice } from '../../ui/Notice';
import type { OwnFileSpec } from '../plan-edit';
import styles from './OwnFilePanel.module.css';
import { PrivacyLine } from './PrivacyLine';

/** React's types lack the attribute that lets a file input choose a folder. */
const ofFolder = { webkitdirectory: '' };

interface FilePickerProps {
  /** The plan's dataset if it is a user's file, which is not open; otherwise null. */
  readonly spec: OwnFileSpec | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** The element that takes the focus when the picker replaces another control. */
  readonly kept: RefObject<HTMLDivElement | null>;
}

/** Where the user chooses a file, several, or a folder. */
export function FilePicker({ spec, onFiles, kept }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      {spec !== null && (
        <Notice
          tone="info"
          title={
            spec.fileCount === undefined ? 'The file of this plan is not open.' : 'The files of this plan are not open.'
          }
        >
          {spec.fileCount === undefined ? 'It has' : `${plural(spec.fileCount, 'file')} of together`}{' '}
          {formatExactBytes(spec.fileSizeBytes)}, read as {labelOf(spec.type)}. Files are not stored in links or kept
          after a reload. Choose {spec.fileCount === undefined ? 'the file' : 'them'} again to run.
        </Notice>
      )}
      <div ref={kept} tabIndex={-1} className={styles.drop}>
        <Icon name="upload" />
        <p className={styles.dropTitle}>Drop files or a folder anywhere on this page</p>
        <p className={styles.dropNote}>
          or paste text or a file with <kbd>Ctrl</kbd> <kbd>V</kbd>
        </p>
        <div className={styles.ways}>
          <Button onClick={() => input.current?.click()}>Choose files</Button>
          <Button variant="plain" onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        </div>
        <label htmlFor={id} className="visually-hidden">
          Your file to measure
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          className={styles.input}
          tabIndex={-1}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Cleared, so that choosing the same file again triggers a change event.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <input
          ref={folder}
          type="file"
          {...ofFolder}
          hidden
          aria-label="A folder of files to measure"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <p className={styles.dropNote}>
          CSV, TSV, JSON, NDJSON, Parquet, Arrow IPC, Avro, ORC, .npy, .npz, Excel (.xlsx), SQLite, HDF5, Python
          pickles, SMILES, SDF, each also compressed (.gz, .zst, .xz, .bz2, .lz4, .br, .lzma or .zip), or any file as
          bytes. Several files with the same columns are read as one table.
        </p>
      </div>
      <PrivacyLine />
    </>
  );
}
