import { median, shuffled } from '../measure.ts';
import { bundlePage } from './bundle.ts';
import { inFreshBrowser, openTaskClock } from './fresh-browser.ts';

/** What one redraw of the depth chart costs the page's main thread, from the new book to the last pixel, as often as we draw. */
const rounds = 5;
const redraws = 15;
/** as often as the depth panel draws */
const periodMs = 100;
const mostShare = 0.08;

const contenders = {
  ours: { script: 'depth-ours' },
  plain: { script: 'depth-recharts', options: { isAnimated: true } },
  still: { script: 'depth-recharts', options: { isAnimated: false } },
  uplot: { script: 'depth-uplot' },
};

async function timeRedraws(open, { bundle, options = {} }) {
  const page = await open(bundle);
  await page.evaluate(([count, more]) => globalThis.openChart(count, more), [redraws, options]);
  await page.evaluate(() => globalThis.drawChart(20));
  const workedMs = await openTaskClock(page);
  const before = await workedMs();
  await page.evaluate(period => globalThis.drawChart(period), periodMs);
  const tookMs = (await workedMs()) - before;
  await page.close();
  return tookMs / redraws;
}

export async function measureDepthRedraw() {
  const names = Object.keys(contenders);
  const seen = Object.fromEntries(names.map(name => [name, []]));
  for (const contender of Object.values(contenders)) contender.bundle = await bundlePage(contender.script);
  await inFreshBrowser(async open => {
    for (let round = 0; round < rounds; round += 1)
      for (const name of shuffled(names)) seen[name].push(await timeRedraws(open, contenders[name]));
  });
  const [ours, plain, still, uplot] = names.map(name => median(seen[name]));
  const share = ours / periodMs;
  return {
    metric: 'depth redraw (ms of the main thread)',
    ours: Number(ours.toFixed(2)),
    peer: Number(plain.toFixed(2)),
    peerName: 'recharts as it comes, 400 points',
    rechartsStill: Number(still.toFixed(2)),
    uplot: Number(uplot.toFixed(2)),
    ratioToStill: Number((ours / still).toFixed(3)),
    ratioToUplot: Number((ours / uplot).toFixed(3)),
    coreShare: Number(share.toFixed(4)),
    ratio: ours / plain,
    goal: `<= ${mostShare * 100} % of a core at ${1000 / periodMs} Hz`,
    met: share <= mostShare,
  };
}
