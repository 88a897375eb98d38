import { bodyNames, fast as perSecond } from './names.ts';
import type { Metric } from '../metric.ts';
import { deliveredOf, measureRounds, type Medians, rounded } from './rounds.ts';
import type { LoadedStage } from './run-once.ts';
import { onStages, type Stages } from './stage/stages.ts';

/** The two ways to draw a ladder that docs/adr/0008 chooses between, with the same rows, the same book and feed. */
function loadsOn({ peer }: Stages): Record<'canvas' | 'text' | 'seldomText', LoadedStage> {
  return {
    canvas: { stage: peer('canvas'), perSecond },
    text: { stage: peer('text'), perSecond },
    seldomText: { stage: peer('text', { before: 'globalThis.textPeriodMs = 50;' }), perSecond },
  };
}

const describe = ({ shares, p95, paintsPerSecond }: Medians): Readonly<Record<string, number>> => ({
  renderer: rounded(shares.renderer, 3),
  gpu: rounded(shares.gpu, 3),
  p95Ms: rounded(p95),
  paintsPerSecond: rounded(paintsPerSecond),
});

interface LineOptions {
  readonly canvas: Medians;
  readonly peer: Medians;
  readonly peerName: string;
  readonly most: number;
}

function lineOf(metric: string, { canvas, peer, peerName, most }: LineOptions): Metric {
  const ratio = canvas.shares.renderer / peer.shares.renderer;
  return {
    metric,
    ours: rounded(canvas.shares.renderer, 3),
    peer: rounded(peer.shares.renderer, 3),
    peerName,
    oursAll: describe(canvas),
    peerAll: describe(peer),
    deliveredPerSecond: deliveredOf(canvas),
    ratio,
    goal: `<= ${most}`,
    met: ratio <= most,
  };
}

export async function measureBodies(): Promise<readonly Metric[]> {
  const { canvas, text, seldomText } = await onStages(stages => measureRounds(loadsOn(stages)));
  const [besideText, besideSeldomText] = bodyNames;
  return [
    lineOf(besideText, { canvas, peer: text, peerName: '40 rows of text nodes, once a frame', most: 1 }),
    lineOf(besideSeldomText, { canvas, peer: seldomText, peerName: '40 rows of text nodes, at 20 Hz', most: 2 }),
  ];
}
