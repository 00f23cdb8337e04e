import type { ComponentProps } from 'react';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The address of the page without a saved view, such as `#codecs`: what another tab opens. */
  readonly href: `#${string}`;
  /** Opens the page in this tab, with the plan and the view that the user has. */
  readonly onFollow: () => void;
}

/** A link to another page of Formatlab. */
export function PageLink({ href, onFollow, ...props }: PageLinkProps) {
  return (
    <a
      href={href}
      {...props}
      onClick={(event) => {
        // A click with a modifier key opens another tab, as with any link.
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onFollow();
      }}
    />
  );
}
