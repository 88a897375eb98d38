import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, shuffled } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';

/** Process start → first painted book, beside the start of an empty Chromium driven the same way. */
const rounds = 5;
/** Fathom opens its window before it has data, so most of the difference is the practice exchange opening its markets. */
const goal = 4;

async function timeOf(script: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(script, import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  let tookMs: number | null = null;
  child.stdout.setEncoding('utf8').on('data', text => {
    if (String(text).includes('painted')) tookMs ??= performance.now() - startedAt;
  });
  await ended;
  if (child.exitCode !== 0 || tookMs === null)
    throw new Error(`${script} ended with ${child.exitCode} before it had painted`);
  return tookMs;
}

export async function measureStart(): Promise<Metric> {
  const times: Record<Contender, number[]> = { ours: [], peer: [] };
  const scripts = { ours: './start-ours.ts', peer: './start-peer.ts' };
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(contenders)) times[who].push(await timeOf(scripts[who]));
  const [ours, peer] = [median(times.ours), median(times.peer)];
  const ratio = ours / peer;
  return {
    metric: 'process start to first painted book (ms)',
    ours: Math.round(ours),
    peer: Math.round(peer),
    peerName: 'empty Chromium',
    ratio,
    goal: `<= ${goal}`,
    met: ratio <= goal,
  };
}
