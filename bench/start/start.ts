import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environmentOf } from '#scripts/run/run-fathom.mjs';
import { median, shuffled } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';
import { startNames } from './names.ts';
import { Steps } from './steps.ts';

/** Process start → first painted book, beside the start of an empty Chromium driven the same way. */
const rounds = { most: 5, fewest: 3 };
/** Fathom opens its window, its practice exchange and its feed side by side. */
const goal = 2;

interface Start {
  readonly tookMs: number;
  /** null: an empty browser has none */
  readonly steps: Steps | null;
}

function stepsOf(said: string): Steps | null {
  const line = said.split('\n').find(text => text.startsWith('{'));
  return line === undefined ? null : Steps.parse(JSON.parse(line));
}

async function timeOf(script: string): Promise<Start> {
  const startedAtMs = performance.timeOrigin + performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(script, import.meta.url))],
    // as the launcher starts it
    { stdio: ['ignore', 'pipe', 'inherit'], env: environmentOf(process.env) },
  );
  const ended = once(child, 'close');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    said += String(text);
  });
  await ended;
  // both pages measure it with their own clock, in the frame after the paint: an answer from a page comes later than
  // its picture
  const paintedAtMs = Number(/^painted ([\d.]+)$/m.exec(said)?.[1]);
  if (child.exitCode !== 0 || Number.isNaN(paintedAtMs))
    throw new Error(`${script} ended with ${child.exitCode} before it had painted`);
  return { tookMs: paintedAtMs - startedAtMs, steps: stepsOf(said) };
}

const names = Steps.shape;

/** The middle of each step over all starts. */
function middleOf(starts: readonly Start[]): Record<string, number> {
  const seen = starts.flatMap(({ steps }) => steps ?? []);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the very object
  const steps = Object.keys(names) as (keyof Steps)[];
  return Object.fromEntries(steps.map(name => [name, Math.round(median(seen.map(step => step[name])))]));
}

export async function measureStart(): Promise<readonly Metric[]> {
  const starts: Record<Contender, Start[]> = { ours: [], peer: [] };
  const scripts = { ours: './start-ours.ts', peer: './start-peer.ts' };
  for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1)
    for (const who of shuffled(contenders)) starts[who].push(await timeOf(scripts[who]));
  const timeOfAll = (who: Contender): number => median(starts[who].map(({ tookMs }) => tookMs));
  const [ours, peer] = [timeOfAll('ours'), timeOfAll('peer')];
  const ratio = ours / peer;
  const both = { ours: Math.round(ours), peer: Math.round(peer), peerName: 'empty Chromium' };
  return [
    { metric: startNames[0], ...both, ratio, goal: `<= ${goal}`, met: ratio <= goal },
    { metric: startNames[1], ...both, ...middleOf(starts.ours), ratio: null, goal: 'reported only', met: true },
  ];
}
