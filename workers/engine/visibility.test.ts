import { describe, expect, it } from 'vitest';
import { createVisibility } from './visibility';

describe('createVisibility', () => {
  it('lets wait until the page is in front', async () => {
    const visibility = createVisibility();
    visibility.set(true);
    let front = false;
    const waiting = visibility.visible(new AbortController().signal).then(() => {
      front = true;
    });
    await Promise.resolve();
    expect(front).toBe(false);
    visibility.set(false);
    await waiting;
    expect(front).toBe(true);
  });
  it('ends the waiting when stopped', async () => {
    const visibility = createVisibility();
    visibility.set(true);
    const controller = new AbortController();
    const waiting = visibility.visible(controller.signal);
    controller.abort();
    await waiting;
    expect(visibility.hidden).toBe(true);
  });
});
