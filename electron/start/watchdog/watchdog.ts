import { Worker } from 'node:worker_threads';
import { beatMs, defaultHangLimits, type HangLimits, startHangLimits } from './hang-measure.ts';
import { slots, type WatchdogData } from './watchdog-data.ts';

export interface WatchdogOptions extends Omit<WatchdogData, 'counter' | 'limits' | 'startLimits'> {
  /** the built file of the worker */
  readonly workerFile: string | URL;
  /** settles when the program has started; until then the start limits apply. A failed start stays under them. */
  readonly started: Promise<unknown>;
  readonly limits?: HangLimits;
  readonly startLimits?: HangLimits;
  /** the watchdog could not start or has ended: nothing watches the main thread any more */
  readonly onFailed: (cause: unknown) => void;
}

/**
 * Watches the main thread from a thread of its own until the process ends. A main thread that hangs is logged after 5 s
 * and ended after 20 s (20 s and 60 s until the program has started) with `exitCode`, which the next start reports. Neither the thread nor the heartbeat keeps the
 * process alive.
 */
export function startWatchdog(options: WatchdogOptions): void {
  const { workerFile, onFailed, started, limits = defaultHangLimits, startLimits = startHangLimits, ...data } = options;
  const counter = new SharedArrayBuffer(Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT);
  const shared = new Int32Array(counter);
  const beat = () => Atomics.add(shared, slots.beats, 1);
  const endStart = () => {
    beat(); // before the limits become shorter: the last turn of the start may have been a long one
    Atomics.store(shared, slots.hasStarted, 1);
  };
  void started.then(endStart, () => {}); // who starts the program reports what failed
  const heartbeat = setInterval(beat, beatMs);
  heartbeat.unref();
  const stop = (cause: unknown): void => {
    clearInterval(heartbeat);
    onFailed(cause);
  };
  try {
    const workerData: WatchdogData = { counter, limits, startLimits, ...data };
    const worker = new Worker(workerFile, { workerData, name: 'watchdog', execArgv: [] });
    worker.on('error', stop);
    worker.unref();
  } catch (cause) {
    stop(cause);
  }
}
