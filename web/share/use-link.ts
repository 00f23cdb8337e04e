import { toErrorRecord } from '../../workers/model/errors';
import { useEffect, useState } from 'react';
import type { RunResult } from '../../workers/model/result';
import type { View } from '../view/view';
import type { Redaction } from '../links/redact-plan';
import type { Link } from '../links/result-link';

export type LinkState =
  | { readonly status: 'making' }
  | { readonly status: 'made'; readonly link: Link }
  | { readonly status: 'failed'; readonly message: string };

/**
 * The link to a view, with the given results unless `result` is null. The link is created in the page and not stored.
 */
export function useLink(view: View, result: RunResult | null, redaction: Redaction): LinkState {
  const [state, setState] = useState<LinkState>({ status: 'making' });
  const { fileName, columnNames } = redaction;
  useEffect(() => {
    let current = true;
    const make = async () => {
      const { resultLink, viewLink } = await import('../links/result-link');
      return result === null
        ? viewLink(view, { fileName, columnNames })
        : resultLink(result, view, { fileName, columnNames });
    };
    make().then(
      (link) => current && setState({ status: 'made', link }),
      (error: unknown) =>
        current &&
        setState({ status: 'failed', message: toErrorRecord(error, { tag: 'internal', stage: 'load' }).message }),
    );
    return () => {
      current = false;
    };
  }, [view, result, fileName, columnNames]);
  return state;
}
