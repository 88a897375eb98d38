import { bodyNames, fast as perSecond } from './names.ts';
import { deliveredOf, measureRounds, rounded } from './paint.ts';
import { onStages } from './stage/stages.ts';

/** The two ways to draw a ladder that docs/adr/0008 chooses between, with the same rows, the same book and feed. */
const contendersOn = ({ peer }) => [
  { name: 'canvas', stage: peer('canvas'), perSecond },
  { name: 'text', stage: peer('text'), perSecond },
  { name: 'seldomText', stage: peer('text', { before: 'globalThis.textPeriodMs = 50;' }), perSecond },
];

const describe = ({ shares, p95, paintsPerSecond }) => ({
  renderer: rounded(shares.renderer, 3),
  gpu: rounded(shares.gpu, 3),
  p95Ms: rounded(p95),
  paintsPerSecond: rounded(paintsPerSecond),
});

function lineOf(metric, { canvas, peer, peerName, most }) {
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

export async function measureBodies() {
  const { canvas, text, seldomText } = await onStages(stages => measureRounds(contendersOn(stages)));
  const [besideText, besideSeldomText] = bodyNames;
  return [
    lineOf(besideText, { canvas, peer: text, peerName: '40 rows of text nodes, once a frame', most: 1 }),
    lineOf(besideSeldomText, { canvas, peer: seldomText, peerName: '40 rows of text nodes, at 20 Hz', most: 2 }),
  ];
}
