import { useEffect, useState } from 'react';
import { TextField } from '../../ui/TextField';

/** A text field that applies its value on Enter or when it loses the focus, since each change reads the file again. */
export function CommittedTextField({
  label,
  value,
  help,
  problem,
  onText,
  onCommit,
}: {
  readonly label: string;
  readonly value: string;
  readonly help: string;
  readonly problem: (text: string) => string | null;
  /** Called on each keystroke. */
  readonly onText?: (text: string) => void;
  readonly onCommit: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const error = text === value ? null : problem(text);
  const commit = () => {
    if (text !== value && error === null) onCommit(text);
  };
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      value={text}
      onChange={(next) => {
        setText(next);
        onText?.(next);
      }}
      onLeave={commit}
      onEnter={commit}
    />
  );
}
