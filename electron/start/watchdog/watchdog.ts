import { Worker } from 'node:worker_threads';
import { beatMs, defaultHangLimits, type HangLimits } from './hang-measure.ts';
import type { WatchdogData } from './watchdog-data.ts';

export interface WatchdogOptions extends Omit<WatchdogData, 'counter' | 'limits'> {
  /** the built file of the worker */
  readonly workerFile: string | URL;
  readonly limits?: HangLimits;
  /** the watchdog could not start or has ended: nothing watches the main thread any more */
  readonly onFailed: (cause: unknown) => void;
}

/**
 * Watches the main thread from a thread of its own until the process ends. A main thread that hangs is logged after 5 s
 * and ended after 20 s with `exitCode`, which the next start reports. Neither the thread nor the heartbeat keeps the
 * process alive.
 */
export function startWatchdog({ workerFile, onFailed, limits = defaultHangLimits, ...data }: WatchdogOptions): void {
  const counter = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const beats = new Int32Array(counter);
  const heartbeat = setInterval(() => Atomics.add(beats, 0, 1), beatMs);
  heartbeat.unref();
  const stop = (cause: unknown): void => {
    clearInterval(heartbeat);
    onFailed(cause);
  };
  try {
    const workerData: WatchdogData = { counter, limits, ...data };
    const worker = new Worker(workerFile, { workerData, name: 'watchdog', execArgv: [] });
    worker.on('error', stop);
    worker.unref();
  } catch (cause) {
    stop(cause);
  }
}
