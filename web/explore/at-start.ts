import type { AddressState } from '../state/address-state';
import type { OwnFileState } from '../state/own-file';
import { isActive, type RunState } from '../state/run-reducer';
import type { ViewState } from '../state/view-store';

/** True as long as nothing is opened, measured or shown but the example: the page then has the place for files. */
export const isAtStart = (
  { isStart }: Pick<ViewState, 'isStart'>,
  { life, shown }: RunState,
  held: OwnFileState,
  address: AddressState,
): boolean =>
  isStart &&
  !isActive(life) &&
  (shown === null || shown.origin.kind === 'example') &&
  held.status === 'none' &&
  address.status === 'none' &&
  address.fromLink === null;
