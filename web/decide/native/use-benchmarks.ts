import { useEffect, useState } from 'react';
import { toErrorRecord } from '../../../workers/model/errors';
import { loadCodecBench } from '../../sources/benchmarks/load-codec-bench';
import { loadFormatBench } from '../../sources/benchmarks/load-format-bench';
import type { Benchmarks } from './native-factors';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly benchmarks: Benchmarks }
  | { readonly status: 'failed'; readonly message: string };

let loading: Promise<Benchmarks> | null = null;

/** The stored comparisons with native libraries, which load once, after the page. */
export function useBenchmarks(): Loading {
  const [state, setState] = useState<Loading>({ status: 'loading' });
  useEffect(() => {
    let over = false;
    loading ??= Promise.all([loadFormatBench(), loadCodecBench()]).then(([formats, codecs]) => ({ formats, codecs }));
    loading.then(
      (benchmarks) => over || setState({ status: 'loaded', benchmarks }),
      (thrown: unknown) => {
        // The next visit of the page loads them again.
        loading = null;
        if (!over)
          setState({
            status: 'failed',
            message: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }).message,
          });
      },
    );
    return () => {
      over = true;
    };
  }, []);
  return state;
}
