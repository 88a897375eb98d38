import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { waitQuietly } from './follow-up.ts';

describe('the quiet wait', () => {
  it('ends when its time is up, at once when it is called off, and leaves no listener', async () => {
    const controller = new AbortController();
    await waitQuietlyNow(controller.signal);
    const waiting = waitQuietly(3_600_000, controller.signal);
    controller.abort();
    await waiting;
    await waitQuietly(3_600_000, controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

/** The timer alone would let the process end, so something else keeps it up. */
async function waitQuietlyNow(signal: AbortSignal): Promise<void> {
  const keepUp = setInterval(() => {}, 1000);
  await waitQuietly(1, signal);
  clearInterval(keepUp);
}
