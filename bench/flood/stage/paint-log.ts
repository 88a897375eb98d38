import type { Page } from 'playwright-core';
import type { BookMessage } from '#shared/domain/live.ts';
import type { Mark } from '../latency.ts';
import type { PaintLog } from '../ladder-page.ts';

/** Notes which picture was on the screen when: in the page or, of what a thread of it draws, in that thread. */
export interface LogPlace {
  evaluate<T>(run: () => T): Promise<T>;
}

/**
 * Runs there and so may use nothing from outside itself. After a frame's callbacks the picture is painted, then comes the
 * message: that is the moment that counts, good to about a millisecond.
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
  globalThis.paintLog = log;
}

export const installPaintLog = (place: LogPlace): Promise<void> => place.evaluate(install);

/** A message to the thread that draws, with the newest picture that it can show. */
interface Numbered {
  readonly benchSequence?: number;
}

/** In the page: reports with each drawing the state of the book in its bridge at that time, without steps. */
function numberDrawings(): void {
  let newest = 0;
  window.desk?.on('book.changed', payload => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what main sends here has passed its own schema
    const { sequence, step } = payload as Pick<BookMessage, 'sequence' | 'step'>;
    if (sequence !== null && step === null) newest = Number(sequence);
  });
  // oxlint-disable-next-line typescript/unbound-method -- called below on the very thread
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function postMessage(message: object, transfer?: unknown) {
    Reflect.apply(send, this, [{ ...message, benchSequence: newest } satisfies Numbered, transfer]);
  };
}

/** In the thread: what was drawn is on the screen with its next frame. */
function noteFrames(): void {
  addEventListener('message', ({ data: { benchSequence } }: MessageEvent<Numbered>) => {
    if (benchSequence !== undefined) globalThis.paintLog?.heard(benchSequence);
  });
}

/** The same of Fathom's page, in the thread that draws its books. */
export async function installFathomLog(page: Page): Promise<LogPlace> {
  const [thread] = page.workers();
  if (thread === undefined) throw new Error('no thread draws the book');
  await installPaintLog(thread);
  await thread.evaluate(noteFrames);
  await page.evaluate(numberDrawings);
  return thread;
}

export const clearPaints = (place: LogPlace): Promise<void> =>
  place.evaluate(() => void globalThis.paintLog?.paints.splice(0));

export const readPaints = (place: LogPlace): Promise<readonly Mark[]> =>
  place.evaluate(() => globalThis.paintLog?.paints ?? []);

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
