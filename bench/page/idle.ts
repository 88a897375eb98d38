import { setTimeout as wait } from 'node:timers/promises';
import { inFreshBrowser, openTaskClock } from './fresh-browser.ts';
import { openStillPage } from './replay.ts';

/** What our page costs while nothing changes: visible, and hidden. */
const spanMs = 30_000;
/** What was under way when the market stopped is over by then. */
const settleMs = 4000;
const mostShare = 0.01;
/** More than an empty page at the same time: that one, too, is asked what it has done, and has its browser around it. */
const mostHiddenShare = 0.001;

/** Runs in the page before any script of it: counts the frames in which something was written on a canvas. */
function countPaints() {
  if (window.top !== window) return;
  window.benchPaints = { ladder: 0, other: 0 };
  const last = {};
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function fillText(...words) {
    const who = this.canvas.classList.contains('ladder-canvas') ? 'ladder' : 'other';
    const frame = document.timeline.currentTime;
    if (last[who] !== frame) window.benchPaints[who] += 1;
    last[who] = frame;
    return Reflect.apply(write, this, words);
  };
}

/** No headless browser can minimise its window: the page is told what it would be told then. */
function hide() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

async function watch({ page, workedMs, emptyWorkedMs, calls }) {
  const paintsBefore = await page.evaluate(() => ({ ...window.benchPaints }));
  const [before, emptyBefore, callsBefore] = [await workedMs(), await emptyWorkedMs(), calls.length];
  await wait(spanMs);
  const shareOf = ms => Number((ms / spanMs).toFixed(5));
  const [share, emptyShare] = [shareOf((await workedMs()) - before), shareOf((await emptyWorkedMs()) - emptyBefore)];
  const paints = await page.evaluate(() => ({ ...window.benchPaints }));
  return {
    share,
    emptyShare,
    ladderPaints: paints.ladder - paintsBefore.ladder,
    otherPaints: paints.other - paintsBefore.other,
    calls: calls.length - callsBefore,
  };
}

async function watchBoth(context) {
  const emptyWorkedMs = await openTaskClock(context.pages()[0]);
  const page = await context.newPage();
  await page.addInitScript(countPaints);
  const { calls } = await openStillPage(page);
  const scene = { page, workedMs: await openTaskClock(page), emptyWorkedMs, calls };
  await wait(settleMs);
  const { ladder } = await page.evaluate(() => window.benchPaints);
  if (ladder === 0) throw new Error('the ladder was never painted, so its stillness means nothing');
  const visible = await watch(scene);
  await page.evaluate(hide);
  await wait(settleMs);
  return { visible, hidden: await watch(scene) };
}

export async function measureIdle() {
  const { visible, hidden } = await inFreshBrowser((_, context) => watchBoth(context));
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
