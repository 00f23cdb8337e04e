import { useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Recipe } from '../../workers/model/recipe';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';

/** The script and the lines of all tools load when somebody opens them. */
const RecipePart = lazyPart(() => import('./RecipePart'));

interface RecipeFoldProps {
  readonly recipe: () => Recipe;
  readonly schema: DatasetSchema;
}

/** “For other files”, folded. */
export function RecipeFold({ recipe, schema }: RecipeFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>For other files: the recipe</summary>
      {isOpen && (
        <ErrorBoundary what="The recipe" loading={<p>Loading the recipe…</p>}>
          <RecipePart recipe={recipe()} schema={schema} />
        </ErrorBoundary>
      )}
    </details>
  );
}
