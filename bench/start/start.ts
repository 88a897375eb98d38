import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, shuffled } from '../measure.ts';

/** Process start → first painted book, beside the start of an empty Chromium driven the same way. */
const rounds = 5;
/** Fathom opens its window before it has data, so most of the difference is the practice exchange opening its markets. */
const goal = 4;

async function timeOf(script) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(script, import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  let tookMs = null;
  child.stdout.on('data', chunk => {
    if (chunk.toString().includes('painted')) tookMs ??= performance.now() - startedAt;
  });
  const [code] = await ended;
  if (code !== 0 || tookMs === null) throw new Error(`${script} ended with ${code} before it had painted`);
  return tookMs;
}

export async function measureStart() {
  const times = { ours: [], peer: [] };
  const scripts = { ours: './start-ours.ts', peer: './start-peer.ts' };
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(['ours', 'peer'])) times[who].push(await timeOf(scripts[who]));
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
