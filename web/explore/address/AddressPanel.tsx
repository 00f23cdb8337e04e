import { useState } from 'react';
import { FormatlabError } from '../../../workers/model/errors';
import { parseAddress } from '../../../workers/model/remote/address';
import type { ImportedSet } from '../../../workers/model/imported-set';
import { linkToAddress } from '../../links/from-address';
import type { AddressState } from '../../state/address-state';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { useAnnouncement } from '../../ui/LiveRegion';
import { Notice } from '../../ui/Notice';
import { ProgressBar } from '../../ui/ProgressBar';
import { TextField } from '../../ui/TextField';
import { useKeptFocus } from '../../ui/use-kept-focus';
import styles from './AddressPanel.module.css';
import { trafficText } from './traffic-text';

export interface AddressPanelProps {
  readonly state: AddressState;
  readonly onFetch: (address: string) => void;
  readonly onStop: () => void;
  readonly onForget: () => void;
  /** Keeps an imported set, and shows it. */
  readonly onSet: (set: ImportedSet) => void;
}

/** A field for the address of a file. Nothing is fetched before the user presses the button, which names the host. */
export function AddressPanel({ state, onFetch, onStop, onForget, onSet }: AddressPanelProps) {
  const given = state.status === 'none' ? (state.fromLink ?? '') : state.text;
  const [edited, setEdited] = useState<{ readonly from: string; readonly text: string } | null>(null);
  // A new address of a link replaces what was typed.
  const text = edited !== null && edited.from === given ? edited.text : given;
  const parsed = hostOf(text);
  const section = useKeptFocus<HTMLElement>(state.status);
  const fetchIt = () => {
    if (!('host' in parsed)) return;
    // From now on, the state has the text.
    setEdited(null);
    onFetch(text);
  };
  const isFromLink = state.status === 'none' && state.fromLink !== null && text === state.fromLink;
  return (
    <section ref={section} tabIndex={-1} className={styles.panel} aria-label="File at an address">
      {state.status === 'fetching' ? (
        <Fetching state={state} onStop={onStop} />
      ) : (
        <>
          {isFromLink && (
            <Notice tone="info" title="A link asks to open the file at this address.">
              Nothing is fetched before you press the button.
            </Notice>
          )}
          <TextField
            label="Or the address of a file"
            value={text}
            maxLength={4_000}
            onChange={(next) => setEdited({ from: given, text: next })}
            onEnter={fetchIt}
          />
          {text.trim() !== '' && 'message' in parsed && (
            <p className={styles.note} role="status">
              {parsed.message} {parsed.remedy}
            </p>
          )}
          {'host' in parsed && (
            <>
              <p className={styles.note}>
                The page then sends requests to <strong>{parsed.host}</strong>, and to any host to which that one sends
                it on. They see your IP address and the address of this site. No cookies are sent.
              </p>
              <div className={styles.actions}>
                <Button variant={isFromLink ? 'primary' : 'secondary'} onClick={fetchIt}>
                  Fetch from {parsed.host}
                </Button>
              </div>
            </>
          )}
          {state.status === 'failed' && text === state.text && (
            <Notice
              tone="danger"
              title={state.error.tag === 'cancelled' ? 'The fetching was stopped.' : 'The file can’t be fetched.'}
              live
            >
              <p>{state.error.message}</p>
              {state.error.remedy !== undefined && <p>{state.error.remedy}</p>}
              <p>{trafficText(state.traffic, null)}.</p>
            </Notice>
          )}
          {state.status === 'arrived' && state.arrival.kind === 'set' && text === state.text && (
            <Kept set={state.arrival.set} onSet={onSet} />
          )}
          {(state.status === 'arrived' || state.status === 'table') && text === state.text && (
            <>
              <p className={styles.traffic} role="status">
                Fetched: {trafficText(state.traffic, state.status === 'table' ? state.table.place.sizeBytes : null)}.
              </p>
              <div className={styles.actions}>
                <CopyText
                  label="Copy a link that opens this address"
                  text={linkToAddress(text, window.location.href)}
                />
                <Button size="small" variant="plain" onClick={onForget}>
                  Forget it
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}

function Fetching({
  state,
  onStop,
}: {
  readonly state: Extract<AddressState, { status: 'fetching' }>;
  readonly onStop: () => void;
}) {
  const text = `Fetching ${state.name}: ${trafficText(state.traffic, state.sizeBytes)}.`;
  useAnnouncement(text);
  return (
    <>
      <ProgressBar label={`Fetching ${state.name}`} fraction={state.fraction} />
      <p className={styles.traffic}>{text}</p>
      <div className={styles.actions}>
        <Button size="small" onClick={onStop}>
          Stop fetching
        </Button>
      </div>
    </>
  );
}

function Kept({ set, onSet }: { readonly set: ImportedSet; readonly onSet: (set: ImportedSet) => void }) {
  return (
    <Notice
      tone="info"
      title={`It is a set of results: “${set.title}”.`}
      actions={
        <Button size="small" onClick={() => onSet(set)}>
          Keep it, and show it under Published
        </Button>
      }
    >
      It is not stored yet.
    </Notice>
  );
}

/** The host of an address, or what is wrong with the address. */
function hostOf(text: string): { readonly host: string } | { readonly message: string; readonly remedy: string } {
  try {
    return { host: parseAddress(text, window.location).host };
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError)) throw thrown;
    return { message: thrown.record.message, remedy: thrown.record.remedy ?? '' };
  }
}
