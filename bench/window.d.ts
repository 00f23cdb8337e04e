import type { RunEvent } from '../workers/model/protocol/coordinator';

declare global {
  interface Window {
    /** run.mjs exposes it to the headless page. */
    tellProgress: (event: RunEvent) => Promise<void>;
  }
}
