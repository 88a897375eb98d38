import { write } from 'node:fs';
import inspector from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { operatingSystem } from '#os/operating-system.ts';
import { wait } from '#time/wait.ts';
import { beatMs } from './hang-measure.ts';
import { exitMain, type MainThreadOptions, type MainThreadSession, readMainStack } from './main-stack.ts';
import { createMainWatch } from './watch-main.ts';
import { slots, WatchdogData } from './watchdog-data.ts';

/** The thread that watches the main thread. It reads no secret and opens no port. */

const { counter, dataDir, exitCode, limits, startLimits, endsWithoutStack } = WatchdogData.parse(workerData);
const shared = new Int32Array(counter);

function createSession(): MainThreadSession {
  const session = new inspector.Session();
  return {
    connectToMainThread: () => session.connectToMainThread(),
    post: (method, parameters = {}) => session.post(method, parameters, () => {}),
    on: (event, listener) => void session.on(event, listener),
    disconnect: () => session.disconnect(),
  };
}

const mainThread: MainThreadOptions = { createSession, wait };

/** A terminal that takes nothing must not keep the process alive. */
const longestSayMs = 500;

function say(line: string): Promise<void> {
  const written = new Promise<void>(resolve => {
    write(2, `${line}\n`, () => resolve());
  });
  return Promise.race([written, wait(longestSayMs)]);
}

const watch = createMainWatch({
  limits: () => (Atomics.load(shared, slots.hasStarted) === 1 ? limits : startLimits),
  monotonicMs: () => performance.now(),
  beats: () => Atomics.load(shared, slots.beats),
  readStack: () => readMainStack(mainThread),
  // loaded only when there is a hang: a start must not wait for it
  openReport: async () => (await import('./hang-report.ts')).openHangReport(dataDir),
  endsWithoutStack,
  end: async overAfterMs => {
    await say(`Fathom ends: its main process did not answer for ${overAfterMs / 1000} seconds. The log has its stack.`);
    await exitMain(exitCode, () => operatingSystem.endPid(process.pid), mainThread);
  },
});

setInterval(() => void watch(), beatMs);
