import type { Metric } from '../metric.ts';
import { fast, paintNames, slow } from './names.ts';
import { deliveredOf, measureRounds, type Medians, percentiles, rounded } from './rounds.ts';
import type { LoadedStage } from './run-once.ts';
import { feedByMessage, feedFromSocket, onStages, type Stages } from './stage/stages.ts';

/** From an increment's send to the picture on the screen, and what that costs the page, beside other ways to do it. */
const goals = {
  canvas: 1.2,
  react: 0.85,
  faster: 1.15,
  paints: 0.95,
  share: 0.25,
  shareToReact: 0.5,
  shareToCanvas: 1.15,
};

type Party = 'ours' | 'canvas' | 'react' | 'reactSocket';
type LoadName =
  | `${Party}Slow`
  | `${Exclude<Party, 'react'>}Fast`
  | `${'ours' | 'canvas'}Unlogged`
  | 'oursIdle'
  | 'reactSocketIdle';
type Found = Readonly<Record<LoadName, Medians>>;

/** React by message cannot be sent 10 000 messages a second through a pipe to the page; on a socket of its own it can. */
function loadsOn({ ours, peer }: Stages): Record<LoadName, LoadedStage> {
  const canvas = peer('canvas');
  const reactSocket = peer('react', { feed: feedFromSocket });
  return {
    oursIdle: { stage: ours, perSecond: 0, isLogged: false },
    oursUnlogged: { stage: ours, perSecond: fast, isLogged: false },
    canvasUnlogged: { stage: canvas, perSecond: fast, isLogged: false },
    oursSlow: { stage: ours, perSecond: slow },
    oursFast: { stage: ours, perSecond: fast },
    canvasSlow: { stage: canvas, perSecond: slow },
    canvasFast: { stage: canvas, perSecond: fast },
    reactSlow: { stage: peer('react', { feed: feedByMessage }), perSecond: slow },
    reactSocketIdle: { stage: reactSocket, perSecond: 0 },
    reactSocketSlow: { stage: reactSocket, perSecond: slow },
    reactSocketFast: { stage: reactSocket, perSecond: fast },
  };
}

interface LatencyOptions {
  readonly ours: Medians;
  readonly peer: Medians;
  readonly peerName: string;
  readonly most: number;
  readonly [figure: string]: unknown;
}

function latencyLine(metric: string, { ours, peer, peerName, most, ...more }: LatencyOptions): Metric {
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

function paintsLine(metric: string, ours: Medians, peer: Medians): Metric {
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

function shareLine(metric: string, found: Found): Metric {
  const added = (busy: LoadName, idle: LoadName | null): number =>
    found[busy].shares.renderer - (idle === null ? 0 : found[idle].shares.renderer);
  const [ours, peer] = [added('oursUnlogged', 'oursIdle'), added('reactSocketFast', 'reactSocketIdle')];
  const canvas = added('canvasUnlogged', null);
  const ratio = ours / peer;
  return {
    metric,
    ours: rounded(ours, 3),
    peer: rounded(peer, 3),
    peerName: 'React state per message, own socket',
    oursIdle: rounded(found.oursIdle.shares.renderer, 3),
    canvasPage: rounded(canvas, 3),
    ratioToCanvasPage: rounded(ours / canvas, 3),
    peerAll: { ...percentiles(found.reactSocketFast), paintsPerSecond: rounded(found.reactSocketFast.paintsPerSecond) },
    mainProcess: rounded(found.oursFast.shares.main, 3),
    gpuProcess: rounded(found.oursFast.shares.gpu, 3),
    deliveredPerSecond: deliveredOf(found.oursFast),
    peerDeliveredPerSecond: deliveredOf(found.reactSocketFast),
    ratio,
    goal: `<= ${goals.share} of a core, <= ${goals.shareToReact}, and <= ${goals.shareToCanvas} of the canvas page`,
    met: ours <= goals.share && ratio <= goals.shareToReact && ours <= goals.shareToCanvas * canvas,
  };
}

export async function measurePaint(): Promise<readonly Metric[]> {
  const found = await onStages(stages => measureRounds(loadsOn(stages)));
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
