import type { ByteMap } from '../../workers/model/byte-map';
import type { MappedFile } from '../state/own-file';
import { FileMaps } from './FileMaps';
import type { RunTabProps } from './tab-props';
import { useShownRows } from './use-shown-rows';

interface BytesTabProps extends RunTabProps {
  /** The user's file, if its format has a map of its bytes. */
  readonly mappedFile: MappedFile | null;
  /** Encodes a candidate's file again and finds out what each of its bytes is for. */
  readonly onByteMap: (dataset: number, candidate: number) => Promise<ByteMap>;
}

/** Where the bytes of the files are: the user's own, and those of the candidates. */
export default function BytesTab({ shown, view, mappedFile, onByteMap }: BytesTabProps) {
  const { plan, visible } = useShownRows(shown, view);
  return <FileMaps mapped={mappedFile} rows={visible} candidates={plan.candidates} onByteMap={onByteMap} />;
}
