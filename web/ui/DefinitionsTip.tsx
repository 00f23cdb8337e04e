import styles from './DefinitionsTip.module.css';
import { Toggletip } from './Toggletip';

interface DefinitionsTipProps {
  /** The subject of the definitions, which is the button's name for screen readers. */
  readonly about: string;
  readonly definitions: readonly { readonly name: string; readonly meaning: string }[];
}

/** An ⓘ button that shows definitions: names with their meanings. */
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
