import { startWatchdog } from '../watchdog.ts';

/**
 * A program with a watchdog that hangs as its words say, for the watchdog's own test:
 * `DATA_DIR sync|microtasks|native|idle OVER_AFTER_MS [starting]`. With `starting` it never ends its start, whose limit
 * is the one given; else the limit of the start is one that no test reaches.
 */

const [dataDir = '', way = '', overAfterMs = '', phase = ''] = process.argv.slice(2);

function spinInLoop(): never {
  for (;;) Math.random();
}

async function spinInMicrotasks(): Promise<never> {
  for (;;) await Promise.resolve();
}

function waitInNativeCode(): void {
  // reading a terminal or a pipe that never says anything blocks the thread
  process.getBuiltinModule('node:fs').readSync(0, Buffer.alloc(1));
}

const ways: Readonly<Record<string, () => unknown>> = {
  sync: spinInLoop,
  microtasks: spinInMicrotasks,
  native: waitInNativeCode,
};

const given = { hungAfterMs: Number(overAfterMs) / 2, overAfterMs: Number(overAfterMs) };
const unreached = { hungAfterMs: 600_000, overAfterMs: 600_000 };
const isStarting = phase === 'starting';

startWatchdog({
  workerFile: new URL('../watchdog-worker.ts', import.meta.url),
  dataDir,
  exitCode: 3,
  started: isStarting ? new Promise(() => {}) : Promise.resolve(),
  limits: isStarting ? unreached : given,
  startLimits: isStarting ? given : unreached,
  endsWithoutStack: true,
  onFailed: cause => process.stderr.write(`${String(cause)}\n`),
});
if (way === 'idle') process.stdin.on('data', () => void process.stdout.write('answers\n'));
else setInterval(() => {}, 1000);
setTimeout(() => {
  process.stdout.write('started\n');
  ways[way]?.();
}, 300);
