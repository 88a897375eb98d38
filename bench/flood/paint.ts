import { median, shuffled } from '../measure.ts';
import { fast, paintNames, slow } from './names.ts';
import { runOnce } from './run-once.ts';
import { feedByMessage, feedFromSocket, onStages } from './stage/stages.ts';

/** From an increment's send to the picture on the screen, and what that costs the page, beside other ways to do it. */
const rounds = 5;
const goals = { canvas: 1.2, react: 0.85, faster: 1.15, paints: 0.95, share: 0.25, shareToReact: 0.5 };

/** React by message cannot be sent 10 000 messages a second through a pipe to the page; on a socket of its own it can. */
const contendersOn = ({ ours, peer }) => {
  const canvas = peer('canvas');
  const reactSocket = peer('react', { feed: feedFromSocket });
  return [
    { name: 'oursIdle', stage: ours, perSecond: 0 },
    { name: 'oursSlow', stage: ours, perSecond: slow },
    { name: 'oursFast', stage: ours, perSecond: fast },
    { name: 'canvasSlow', stage: canvas, perSecond: slow },
    { name: 'canvasFast', stage: canvas, perSecond: fast },
    { name: 'reactSlow', stage: peer('react', { feed: feedByMessage }), perSecond: slow },
    { name: 'reactSocketIdle', stage: reactSocket, perSecond: 0 },
    { name: 'reactSocketSlow', stage: reactSocket, perSecond: slow },
    { name: 'reactSocketFast', stage: reactSocket, perSecond: fast },
  ];
};

/** Everyone in shuffled order, again and again; the medians of what was found, by name and figure. */
export async function measureRounds(contenders) {
  const runs = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, stage, perSecond } of shuffled(contenders)) runs.get(name).push(await runOnce(stage, perSecond));
  return Object.fromEntries([...runs].map(([name, found]) => [name, mediansOf(found)]));
}

function mediansOf(found) {
  const figures = Object.keys(found[0]).filter(name => name !== 'shares');
  const shares = Object.keys(found[0].shares);
  return {
    ...Object.fromEntries(figures.map(name => [name, median(found.map(run => run[name]))])),
    shares: Object.fromEntries(shares.map(name => [name, median(found.map(run => run.shares[name]))])),
  };
}

export const rounded = (value, digits = 1) => Number(value.toFixed(digits));

export const deliveredOf = ({ sentPerSecond, receivedPerSecond }) => ({
  sent: Math.round(sentPerSecond),
  received: Math.round(receivedPerSecond),
});

const percentiles = ({ p50, p95, p99 }) => ({ p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) });

function latencyLine(metric, { ours, peer, peerName, most, ...more }) {
  const ratio = ours.p95 / peer.p95;
  return {
    metric,
    ours: rounded(ours.p95),
    peer: rounded(peer.p95),
    peerName,
    oursAll: percentiles(ours),
    peerAll: percentiles(peer),
    ...more,
    deliveredPerSecond: deliveredOf(ours),
    ratio,
    goal: `<= ${most}`,
    met: ratio <= most,
  };
}

function paintsLine(metric, ours, peer) {
  const ratio = ours.paintsPerSecond / peer.paintsPerSecond;
  return {
    metric,
    ours: rounded(ours.paintsPerSecond),
    peer: rounded(peer.paintsPerSecond),
    peerName: 'canvas page, one batch a frame; the feed rests 7 % of the time',
    deliveredPerSecond: deliveredOf(ours),
    ratio,
    goal: `>= ${goals.paints}`,
    met: ratio >= goals.paints,
  };
}

function shareLine(metric, found) {
  const added = (busy, idle) => found[busy].shares.renderer - (idle === null ? 0 : found[idle].shares.renderer);
  const [ours, peer] = [added('oursFast', 'oursIdle'), added('reactSocketFast', 'reactSocketIdle')];
  const ratio = ours / peer;
  return {
    metric,
    ours: rounded(ours, 3),
    peer: rounded(peer, 3),
    peerName: 'React state per message, own socket',
    oursIdle: rounded(found.oursIdle.shares.renderer, 3),
    canvasPage: rounded(added('canvasFast', null), 3),
    peerAll: { ...percentiles(found.reactSocketFast), paintsPerSecond: rounded(found.reactSocketFast.paintsPerSecond) },
    mainProcess: rounded(found.oursFast.shares.main, 3),
    gpuProcess: rounded(found.oursFast.shares.gpu, 3),
    deliveredPerSecond: deliveredOf(found.oursFast),
    peerDeliveredPerSecond: deliveredOf(found.reactSocketFast),
    ratio,
    goal: `<= ${goals.share} of a core and <= ${goals.shareToReact}`,
    met: ours <= goals.share && ratio <= goals.shareToReact,
  };
}

export async function measurePaint() {
  const found = await onStages(stages => measureRounds(contendersOn(stages)));
  const [besideCanvas, besideReact, faster, paints, share] = paintNames;
  const { oursSlow, oursFast, canvasSlow, canvasFast, reactSlow, reactSocketSlow } = found;
  return [
    latencyLine(besideCanvas, {
      ours: oursSlow,
      peer: canvasSlow,
      peerName: 'canvas page, one batch a frame',
      most: goals.canvas,
      paintsPerSecond: rounded(oursSlow.paintsPerSecond),
    }),
    latencyLine(besideReact, {
      ours: oursSlow,
      peer: reactSlow,
      peerName: 'React state per message, same pipe',
      most: goals.react,
      reactOnItsOwnSocket: percentiles(reactSocketSlow),
    }),
    latencyLine(faster, {
      ours: oursFast,
      peer: oursSlow,
      peerName: `ours at ${slow}/s`,
      most: goals.faster,
      canvasPage: percentiles(canvasFast),
    }),
    paintsLine(paints, oursFast, canvasFast),
    shareLine(share, found),
  ];
}
