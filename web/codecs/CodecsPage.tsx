import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Page, PageSection } from '../ui/Page';
import { PageLink } from '../ui/PageLink';
import { BenchSection } from './BenchSection';
import { ConformanceMatrix } from './ConformanceMatrix';
import { loadCodecBench } from '../sources/benchmarks/load-codec-bench';
import { loadConformance } from './load-conformance';

/**
 * The Codecs page: each implementation of each codec, its speed relative to the native library, and its conformance with
 * the reference.
 */
export default function CodecsPage({ onNative }: { readonly onNative: () => void }) {
  return (
    <Page
      title="Codecs"
      lead="How fast each implementation of a codec is, and whether the reference reads its output."
      width="wide"
    >
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
    </Page>
  );
}
