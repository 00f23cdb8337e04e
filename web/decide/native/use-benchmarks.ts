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

/** @throws if a file of the site can’t be loaded; the next call loads it again. */
export function loadBenchmarks(): Promise<Benchmarks> {
  loading ??= Promise.all([loadFormatBench(), loadCodecBench()]).then(
    ([formats, codecs]) => ({ formats, codecs }),
    (thrown: unknown) => {
      loading = null;
      throw thrown;
    },
  );
  return loading;
}

/** The stored comparisons with native libraries, which load once, after the page. */
export function useBenchmarks(): Loading {
  const [state, setState] = useState<Loading>({ status: 'loading' });
  useEffect(() => {
    let over = false;
    loadBenchmarks().then(
      (benchmarks) => over || setState({ status: 'loaded', benchmarks }),
      (thrown: unknown) => {
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
