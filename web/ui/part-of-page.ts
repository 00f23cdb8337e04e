import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

/** Parts of the page whose code loads after it. A part that failed to load can be loaded again. */

let hasFailed = false;
let attempt = 0;

/** Requests the style sheets that failed once more: Vite requests each only once. */
async function loadMissingStyleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loadAgain = (link: HTMLLinkElement) =>
    new Promise<void>((resolve, reject) => {
      const again = link.cloneNode() as HTMLLinkElement;
      again.addEventListener('load', () => {
        link.remove();
        resolve();
      });
      again.addEventListener('error', () => {
        again.remove();
        reject(new Error(`Unable to preload CSS for ${link.href}`));
      });
      link.after(again);
    });
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(loadAgain));
}

/** Loads a part of the page with its style sheets, also those that failed before. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    if (hasFailed) await loadMissingStyleSheets();
    return await load();
  } catch (thrown) {
    hasFailed = true;
    throw thrown;
  }
}

/** Lets parts that failed load again when they are next rendered. Without it, React would load a failed part again and again. */
export function tryPartsAgain(): void {
  attempt += 1;
}

/** Keeps what `make` made until it has failed and somebody tries again. `make` gets a function that reports the failure. */
export function renewedAfterFailure<T>(make: (onFailure: () => void) => T): () => T {
  let made: { readonly value: T; readonly attempt: number } | null = null;
  let failed = false;
  return () => {
    if (made === null || (failed && made.attempt !== attempt)) {
      failed = false;
      const mine = attempt;
      const value = make(() => {
        failed = true;
      });
      made = { value, attempt: mine };
    }
    return made.value;
  };
}

/** Holds one loaded component as long as it is rendered. */
function Part<P extends object>({ component, props }: { component: () => ComponentType<P>; props: P }) {
  const [Component] = useState(component);
  return createElement(Component, props);
}

/** A component whose code loads when it is first rendered, as React's `lazy`, which would keep a failure for good. */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): FunctionComponent<P> {
  const component = renewedAfterFailure((onFailure) =>
    lazy(() =>
      loadPart(load).catch((thrown: unknown) => {
        onFailure();
        throw thrown;
      }),
    ),
  );
  return (props) => createElement(Part<P>, { component: () => component() as ComponentType<P>, props });
}

/** Why a part did not load: the site can't be reached, it has a newer version without that part, or neither. */
export type LoadFailure = 'unreachable' | 'newVersion' | 'unknown';

/** Asks the site for its page, and looks whether it still starts with the script that this page started with. */
export async function whyNotLoaded(
  { pageUrl, entry }: { readonly pageUrl: string; readonly entry: string | null },
  ask: (url: string, options: RequestInit) => Promise<Pick<Response, 'ok' | 'text'>> = fetch,
): Promise<LoadFailure> {
  try {
    const answer = await ask(pageUrl, { cache: 'no-store' });
    if (!answer.ok) return 'unreachable';
    return entry !== null && !(await answer.text()).includes(entry) ? 'newVersion' : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** The script that this page started with, as its address in the page's own text. */
export const entryScript = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
