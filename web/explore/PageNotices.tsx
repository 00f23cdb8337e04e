import { type PageNotice, usePageNotice } from '../state/page-notice';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import styles from './PageNotices.module.css';

interface PageNoticesProps {
  readonly notice: PageNotice;
  /** What was wrong with the link that was opened. Null if nothing was. */
  readonly linkProblem: string | null;
  readonly onDismissLinkProblem: () => void;
  readonly refusal: string | null;
  readonly onDismissRefusal: () => void;
}

/** Messages about the whole page: a damaged link, a run that can't be repeated here, or an error of the browser's storage. */
export function PageNotices({
  notice,
  linkProblem,
  onDismissLinkProblem,
  refusal,
  onDismissRefusal,
}: PageNoticesProps) {
  const error = usePageNotice(notice);
  if (error === null && refusal === null && linkProblem === null) return null;
  return (
    <div className={styles.notices}>
      {linkProblem !== null && (
        <Notice
          tone="danger"
          title="The link could not be opened completely."
          live
          actions={<Dismiss onClick={onDismissLinkProblem} />}
        >
          {linkProblem}
        </Notice>
      )}
      {refusal !== null && (
        <Notice tone="warning" live actions={<Dismiss onClick={onDismissRefusal} />}>
          {refusal}
        </Notice>
      )}
      {error !== null && (
        <Notice
          tone="warning"
          live
          actions={
            <>
              {error.action !== undefined && (
                <Button size="small" onClick={error.action.onClick}>
                  {error.action.label}
                </Button>
              )}
              <Dismiss onClick={notice.dismiss} />
            </>
          }
        >
          {error.message} {error.remedy}
        </Notice>
      )}
    </div>
  );
}

function Dismiss({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button size="small" variant="plain" onClick={onClick}>
      Dismiss
    </Button>
  );
}
