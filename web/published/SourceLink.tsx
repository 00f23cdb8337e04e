import type { ReactNode } from 'react';
import { PageLink } from '../ui/PageLink';

interface SourceLinkProps {
  readonly id: string;
  readonly onSource: (id: string) => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to the page of a published source. */
export function SourceLink({ id, onSource, className, children }: SourceLinkProps) {
  return (
    <PageLink href={`#published/${id}`} className={className} onFollow={() => onSource(id)}>
      {children}
    </PageLink>
  );
}
