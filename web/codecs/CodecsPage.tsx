import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Page, PageSection } from '../ui/Page';
import { BenchSection } from './BenchSection';
import { ConformanceMatrix } from './ConformanceMatrix';
import { loadCodecBench, loadConformance } from './codec-evidence';

/** What each implementation of each codec is, whether others read what it writes, and how near it comes to the native library. */
export default function CodecsPage() {
  return (
    <Page
      title="Codecs"
      lead="The same codec is another thing in another implementation: as fast as the native library or four times slower, read by everyone or refused. Here is what was found of each, by tests that anyone can run again."
      width="wide"
    >
      <PageSection id="codecs-conformance" heading="Does everyone else read it?">
        <Loaded load={loadConformance} what="conformance matrix">
          {(conformance) => (
            <>
              {conformance === null && (
                <Notice tone="warning">
                  This build comes without a conformance matrix: what follows lists the implementations alone.
                </Notice>
              )}
              <ConformanceMatrix conformance={conformance} />
            </>
          )}
        </Loaded>
      </PageSection>
      <PageSection id="codecs-speed" heading="How near is it to native?">
        <Loaded load={loadCodecBench} what="benchmark">
          {(bench) =>
            bench === null ? (
              <Notice tone="warning">
                This build comes without a codec benchmark: nothing is known of its speed beside native.
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
