import { useEffect, useId, useRef, useState } from 'react';
import { explainedTerms, type ExplainedWord, partsOf } from './explained-terms';
import { placeTip } from './place-tip';
import tips from './Toggletip.module.css';
import styles from './Term.module.css';

/** The pointer may cross the gap between the word and its explanation. */
const leaveMs = 200;

/** A word that is explained from the glossary on focus, hover or touch. Escape hides the explanation. The glossary loads with the first one. */
export function Term({ word, children }: { readonly word: ExplainedWord; readonly children: string }) {
  const id = useId();
  const name = explainedTerms[word];
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const [meaning, setMeaning] = useState('');
  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (meaning !== '' && open) placeTip(tip.current, button.current);
  }, [meaning, open]);
  const show = () => {
    clearTimeout(leaving.current);
    if (open) return;
    tip.current?.showPopover();
    if (meaning !== '') return;
    import('./glossary').then(
      ({ meaningOf }) => setMeaning(meaningOf(name) ?? ''),
      () => setMeaning('The glossary could not be loaded. Reload the page to try again.'),
    );
  };
  const hide = () => {
    clearTimeout(leaving.current);
    if (open) tip.current?.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has no action of its own; it hears the pointer and the keys of the word and its explanation.
    <span
      onPointerEnter={show}
      onPointerLeave={() => {
        leaving.current = setTimeout(() => {
          if (document.activeElement !== button.current) hide();
        }, leaveMs);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Escape normally stops a run. Here it only hides the text.
        event.preventDefault();
        hide();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.term}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className={tips.tip}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') placeTip(tip.current, button.current);
        }}
      >
        <strong>{name}</strong> {meaning}
      </span>
    </span>
  );
}

/** A text whose first explained word is a {@link Term}. */
export function TextWithTerms({ text }: { readonly text: string }) {
  return partsOf(text).map((part) =>
    part.word === null ? (
      part.text
    ) : (
      <Term key={part.word} word={part.word}>
        {part.text}
      </Term>
    ),
  );
}
