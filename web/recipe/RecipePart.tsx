import { useMemo, useState } from 'react';
import { isParquetRecipe, recipeFileName, recipeJson } from '../../workers/model/recipe';
import type { RecipeSource } from '../decide/beside-code';
import { Button } from '../ui/Button';
import { CopyText } from '../ui/CopyText';
import { saveFile } from '../ui/save-file';
import { Segmented } from '../ui/Segmented';
import { applyScript, applyScriptName, isForScript } from './apply-script';
import styles from './RecipePart.module.css';
import { recipeOf } from './recipe-of';
import { recipeText } from './recipe-text';
import { targetsOf } from './targets';

interface RecipePartProps {
  readonly source: RecipeSource;
}

/** What takes a recipe to other files: the recipe itself, a script that applies it, and lines for other tools. */
export default function RecipePart({ source }: RecipePartProps) {
  const { schema } = source;
  const recipe = useMemo(() => recipeOf(source), [source]);
  const { writes } = recipe;
  const isApplied = isForScript(writes);
  const targets = useMemo(
    () => (isParquetRecipe(writes) && schema.kind === 'table' ? targetsOf(writes, schema) : []),
    [writes, schema],
  );
  const [tool, setTool] = useState<string | null>(null);
  const target = targets.find((each) => each.tool === tool) ?? targets[0];
  return (
    <section className={styles.part} aria-label="Recipe">
      <p className={styles.words}>
        {isApplied
          ? 'The recipe says how this file is written and what to expect of it. The Python file applies it to any number of Parquet files with pyarrow: it verifies each value, tells which files do not fit, and changes no original unless told.'
          : 'The recipe says how this file is written and what to expect of it. Formatlab opens it with another file.'}
      </p>
      <div className={styles.row}>
        <Button onClick={() => saveFile(recipeFileName, new Blob([recipeJson(recipe)], { type: 'application/json' }))}>
          Recipe
        </Button>
        {isApplied && (
          <Button onClick={() => saveFile(applyScriptName, new Blob([applyScript(recipe)], { type: 'text/x-python' }))}>
            Python file
          </Button>
        )}
      </div>
      <details>
        <summary>As text</summary>
        <CopyText label="Recipe" text={recipeText(recipe)} />
      </details>
      {target !== undefined && (
        <>
          <Segmented
            label="Tool for the recipe"
            value={target.tool}
            options={targets.map(({ tool: value, label }) => ({ value, label }))}
            onChange={setTool}
          />
          <p className={styles.note}>{`Not run in our tests. ${target.lacks ?? ''}`}</p>
          <CopyText key={target.tool} label={target.label} text={target.code} />
        </>
      )}
    </section>
  );
}
