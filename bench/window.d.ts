import type { RunEvent } from '../workers/model/protocol/coordinator';

declare global {
  interface Window {
    /** run.mjs exposes it to the headless page. */
    tellProgress: (event: RunEvent) => Promise<void>;
    /** trial-costs.mjs and duration.mjs expose it: an event and when it came, by the page's clock. */
    tellTrial: (event: RunEvent, at: number) => Promise<void>;
  }
}
