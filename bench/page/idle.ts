import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createFaultClient } from '@fathom/practice';
import { openTaskClock } from '../browser-figures.ts';
import { withFathom } from '../harness.ts';
import type { Metric } from '../metric.ts';
import type { PaintCounts } from './bench-window.ts';
import { inFreshBrowser } from './fresh-browser.ts';

/**
 * What Fathom's window costs while nothing changes, visible and hidden: the exchange's traders rest, the feeds are live,
 * and the engine is the one that always runs.
 */
const spanMs = 30_000;
/** What was under way when the market or the window came to rest is over by then. */
const settleMs = 6000;
/**
 * The engine sweeps up after a busy time, a few times within half a minute and never again: that is the cost of the market
 * before, and a page that stays at rest has it once.
 */
const sweptMs = 30_000;
const mostShare = 0.005;
/** More than an empty page at the same time: that one, too, is asked what it has done, and has its browser around it. */
const mostHiddenShare = 0.001;

/** Runs in the page before any script of it: counts the drawings of the ladder, and the frames in which something was written on another canvas. */
function countPaints(): void {
  if (window.top !== window) return;
  const counts: PaintCounts = { ladder: 0, other: 0 };
  window.benchPaints = counts;
  let last: CSSNumberish | null | undefined;
  // oxlint-disable-next-line typescript/unbound-method -- called below on the very canvas
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function fillText(...words) {
    const frame = document.timeline.currentTime;
    if (last !== frame) counts.other += 1;
    last = frame;
    Reflect.apply(write, this, words);
  };
  // the ladder is drawn in a worker, from the messages it receives
  // oxlint-disable-next-line typescript/unbound-method -- called below on the very thread
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function postMessage(message: { readonly kind?: string }, transfer?: unknown) {
    if (message.kind === 'draw') counts.ladder += 1;
    Reflect.apply(send, this, [message, transfer]);
  };
}

/** A headless browser cannot minimise its window: the page gets the event of a minimised one. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

interface Scene {
  readonly page: Page;
  readonly workedMs: () => Promise<number>;
  /** the same of an empty page of the same browser */
  readonly emptyWorkedMs: () => Promise<number>;
  /** how many calls the page has made */
  readonly calls: () => number;
}

interface Idleness {
  /** of a core */
  readonly share: number;
  readonly emptyShare: number;
  readonly ladderPaints: number;
  readonly otherPaints: number;
  readonly calls: number;
}

async function paintsOf(page: Page): Promise<PaintCounts> {
  const paints = await page.evaluate(() => window.benchPaints);
  if (paints === undefined) throw new Error('the page does not count its paints');
  return paints;
}

async function watch({ page, workedMs, emptyWorkedMs, calls }: Scene): Promise<Idleness> {
  const paintsBefore = await paintsOf(page);
  const [before, emptyBefore, callsBefore] = [await workedMs(), await emptyWorkedMs(), calls()] as const;
  await wait(spanMs);
  const shareOf = (ms: number): number => Number((ms / spanMs).toFixed(5));
  const [share, emptyShare] = [shareOf((await workedMs()) - before), shareOf((await emptyWorkedMs()) - emptyBefore)];
  const paints = await paintsOf(page);
  return {
    share,
    emptyShare,
    ladderPaints: paints.ladder - paintsBefore.ladder,
    otherPaints: paints.other - paintsBefore.other,
    calls: calls() - callsBefore,
  };
}

/** A panel that failed counts down and asks again: what the page costs then says nothing of a page at rest. */
async function refuseFailures(page: Page): Promise<void> {
  const failures = await page.locator('.failure').allTextContents();
  if (failures.length > 0) throw new Error(`the page is not at rest: ${failures.join('; ')}`);
}

async function watchBoth(scene: Scene): Promise<{ visible: Idleness; hidden: Idleness }> {
  const { page } = scene;
  await wait(sweptMs);
  const { ladder } = await paintsOf(page);
  if (ladder === 0) throw new Error('the ladder was never painted, so its stillness means nothing');
  const visible = await watch(scene);
  await refuseFailures(page);
  await page.evaluate(hide);
  await wait(settleMs);
  return { visible, hidden: await watch(scene) };
}

/** Fathom with a market that has moved and is now unchanged, compared with an empty page of another browser. */
async function watchStill(emptyWorkedMs: Scene['emptyWorkedMs']): Promise<{ visible: Idleness; hidden: Idleness }> {
  let calls = 0;
  return await withFathom(
    async ({ page, practice }) => {
      await page.getByRole('table', { name: 'Asks' }).getByRole('row').nth(20).waitFor();
      await wait(settleMs);
      const { control } = await practice;
      if (control === undefined) throw new Error('this exchange has no command that stops its traffic');
      await createFaultClient(control, fetch).set({ fault: 'quiet-market' });
      return await watchBoth({ page, workedMs: await openTaskClock(page), emptyWorkedMs, calls: () => calls });
    },
    {
      practiceWords: ['--seed', '7'],
      size: { width: 1440, height: 900 },
      onPage: page => void page.addInitScript(countPaints),
      onCall: () => (calls += 1),
    },
  );
}

export async function measureIdle(): Promise<Metric> {
  const { visible, hidden } = await inFreshBrowser(async (_, context) =>
    watchStill(await openTaskClock(context.pages()[0] ?? (await context.newPage()))),
  );
  const isStill = visible.ladderPaints === 0 && hidden.ladderPaints === 0 && hidden.calls === 0;
  return {
    metric: `idle page, nothing changes for ${spanMs / 1000} s (share of a core)`,
    ours: visible.share,
    peer: visible.emptyShare,
    peerName: 'an empty page',
    visible,
    hidden,
    ratio: visible.share / Math.max(visible.emptyShare, 0.0001),
    goal: `<= ${mostShare * 100} % of a core, 0 paints of the ladder; hidden no call and as an empty page`,
    met: isStill && visible.share <= mostShare && hidden.share <= hidden.emptyShare + mostHiddenShare,
  };
}
