import { openTaskClock } from '#bench/browser-figures.ts';
import { median, shuffled } from '#bench/measure.ts';
import type { Metric } from '#bench/metric.ts';
import { hasTimeLeft } from '#bench/share.ts';
import { type Bundle, bundlePage, type PageScript } from '../bundle.ts';
import { inFreshBrowser, type OpenBundle } from '../fresh-browser.ts';

/** What one redraw of the depth chart costs the page's main thread, from the new book to the last pixel, as often as we draw. */
const rounds = { fewest: 2, most: 5 };
const redraws = 15;
/** what a round of all charts takes, about, where others use the machine as well */
const roundMs = 9000;
/** as often as the depth panel draws */
const periodMs = 100;
const mostShare = 0.08;
const goal = { uplot: 1.6, recharts: 0.3 };

interface Chart {
  readonly script: PageScript;
  readonly options?: { readonly isAnimated: boolean };
}

type ChartName = 'ours' | 'plain' | 'still' | 'uplot';
const names: readonly ChartName[] = ['ours', 'plain', 'still', 'uplot'];

const charts: Readonly<Record<ChartName, Chart>> = {
  ours: { script: 'depth/depth-ours' },
  plain: { script: 'depth/depth-recharts', options: { isAnimated: true } },
  still: { script: 'depth/depth-recharts', options: { isAnimated: false } },
  uplot: { script: 'depth/depth-uplot' },
};

async function timeRedraws(open: OpenBundle, bundle: Bundle, options: Chart['options']): Promise<number> {
  const page = await open(bundle);
  await page.evaluate(([count, more]) => window.openChart?.(count, more), [redraws, options ?? {}] as const);
  await page.evaluate(() => window.drawChart?.(20));
  const workedMs = await openTaskClock(page);
  const before = await workedMs();
  await page.evaluate(period => window.drawChart?.(period), periodMs);
  const tookMs = (await workedMs()) - before;
  await page.close();
  return tookMs / redraws;
}

export async function measureDepthRedraw(): Promise<Metric> {
  const seen: Record<ChartName, number[]> = { ours: [], plain: [], still: [], uplot: [] };
  const bundles = new Map<PageScript, Bundle>();
  for (const { script } of Object.values(charts)) bundles.set(script, await bundlePage(script));
  await inFreshBrowser(async open => {
    for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft(roundMs)); round += 1) {
      for (const name of shuffled(names)) {
        const { script, options } = charts[name];
        const bundle = bundles.get(script);
        if (bundle !== undefined) seen[name].push(await timeRedraws(open, bundle, options));
      }
    }
  });
  const [ours, plain, still, uplot] = [median(seen.ours), median(seen.plain), median(seen.still), median(seen.uplot)];
  const share = ours / periodMs;
  return {
    metric: 'depth redraw (ms of the main thread)',
    ours: Number(ours.toFixed(2)),
    peer: Number(uplot.toFixed(2)),
    peerName: 'uPlot, 400 points',
    recharts: Number(plain.toFixed(2)),
    rechartsStill: Number(still.toFixed(2)),
    ratioToRecharts: Number((ours / plain).toFixed(3)),
    ratioToStill: Number((ours / still).toFixed(3)),
    coreShare: Number(share.toFixed(4)),
    ratio: ours / uplot,
    goal: `<= ${goal.uplot}; <= ${goal.recharts} of recharts; <= ${mostShare * 100} % of a core at ${1000 / periodMs} Hz`,
    met: ours / uplot <= goal.uplot && ours / plain <= goal.recharts && share <= mostShare,
  };
}
