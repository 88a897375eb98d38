import type { Page } from 'playwright-core';
import type { BookMessage } from '#shared/domain/live.ts';
import type { Mark } from '../latency.ts';
import type { PaintLog } from '../ladder-page.ts';

/** Notes in a page which picture was on the screen when. */

/**
 * Runs in the page and so may use nothing from outside itself. After a frame's callbacks the picture is painted, then
 * comes the message: that is the moment that counts, good to about a millisecond.
 */
function install(): void {
  const channel = new MessageChannel();
  const paints: Mark[] = [];
  let [newest, shown, isAsked] = [0, 0, false];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way the port begins by itself
  channel.port1.onmessage = () => {
    if (paints.at(-1)?.[0] !== shown) paints.push([shown, performance.timeOrigin + performance.now()]);
  };
  const log: PaintLog = {
    paints,
    drawn(sequence) {
      shown = sequence;
      channel.port2.postMessage(null);
    },
    heard(sequence) {
      newest = sequence;
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        log.drawn(newest);
      });
    },
  };
  window.paintLog = log;
}

export const installPaintLog = (page: Page): Promise<void> => page.evaluate(install);

/** The same for Fathom's page, by what its door tells of the book as it is, without steps. */
export async function installFathomLog(page: Page): Promise<void> {
  await installPaintLog(page);
  await page.evaluate(() => {
    window.desk?.on('book.changed', payload => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what main sends here has passed its own schema
      const { sequence, step } = payload as Pick<BookMessage, 'sequence' | 'step'>;
      if (sequence !== null && step === null) window.paintLog?.heard(Number(sequence));
    });
  });
}

export const clearPaints = (page: Page): Promise<void> => page.evaluate(() => void window.paintLog?.paints.splice(0));

export const readPaints = (page: Page): Promise<readonly Mark[]> => page.evaluate(() => window.paintLog?.paints ?? []);

const nowMs = (): number => performance.timeOrigin + performance.now();

/** How much the page's clock is ahead of ours, by the quickest of some questions. */
export async function clockLeadMs(page: Page): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, leadMs: 0 };
  for (let round = 0; round < 20; round += 1) {
    const askedAtMs = nowMs();
    const theirsMs = await page.evaluate(() => performance.timeOrigin + performance.now());
    const tookMs = nowMs() - askedAtMs;
    if (tookMs < best.tookMs) best = { tookMs, leadMs: theirsMs - askedAtMs - tookMs / 2 };
  }
  return best.leadMs;
}
