import { useState } from 'react';
import type { RecipeSource } from '../decide/beside-code';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';

/** The script and the lines of all tools load when somebody opens them. */
const RecipePart = lazyPart(() => import('./RecipePart'));

/** “For other files”, folded. */
export function RecipeFold({ source }: { readonly source: RecipeSource }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>For other files: the recipe</summary>
      {isOpen && (
        <ErrorBoundary what="The recipe" loading={<p>Loading the recipe…</p>}>
          <RecipePart source={source} />
        </ErrorBoundary>
      )}
    </details>
  );
}
