import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Page, PageSection } from '../ui/Page';
import { PageLink } from '../ui/PageLink';
import { BenchSection } from './BenchSection';
import { ConformanceMatrix } from './ConformanceMatrix';
import { loadCodecBench } from '../sources/benchmarks/load-codec-bench';
import { loadConformance } from './load-conformance';

/**
 * The Codecs page: each implementation of each codec, its conformance with the reference, and its speed relative to the
 * native library.
 */
export default function CodecsPage({ onNative }: { readonly onNative: () => void }) {
  return (
    <Page
      title="Codecs"
      lead="This page shows how conforming and how fast each implementation of a codec is. Check it before you choose an implementation: some are as fast as the native library and others four times slower, and the reference rejects the output of some. Anyone can repeat the tests."
      width="wide"
    >
      <PageSection id="codecs-conformance" heading="Does the reference read its output?">
        <Loaded load={loadConformance} what="conformance matrix">
          {(conformance) => (
            <>
              {conformance === null && (
                <Notice tone="warning">
                  This version contains no conformance results. The table lists the implementations only.
                </Notice>
              )}
              <ConformanceMatrix conformance={conformance} />
            </>
          )}
        </Loaded>
      </PageSection>
      <PageSection id="codecs-speed" heading="How fast is it compared with native?">
        <p>
          Formats and codecs together, with the plans of the published sources:{' '}
          <PageLink href="#native" onFollow={onNative}>
            the browser’s factor to native
          </PageLink>
          .
        </p>
        <Loaded load={loadCodecBench} what="benchmark">
          {(bench) =>
            bench === null ? (
              <Notice tone="warning">
                This version contains no codec benchmark, so its speed relative to native is unknown.
              </Notice>
            ) : (
              <BenchSection bench={bench} />
            )
          }
        </Loaded>
      </PageSection>
    </Page>
  );
}
