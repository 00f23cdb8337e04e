import styles from './DefinitionsTip.module.css';
import { Toggletip } from './Toggletip';

interface DefinitionsTipProps {
  /** What the names belong to: the button's name for screen readers. */
  readonly about: string;
  readonly definitions: readonly { readonly name: string; readonly meaning: string }[];
}

/** One ⓘ for several names and what each of them means. */
export function DefinitionsTip({ about, definitions }: DefinitionsTipProps) {
  return (
    <Toggletip about={about}>
      {definitions.map(({ name, meaning }) => (
        <span key={name} className={styles.definition}>
          <strong>{name}</strong> {meaning}
        </span>
      ))}
    </Toggletip>
  );
}
