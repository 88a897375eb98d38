import type { Log } from '#log/log.ts';
import { createHangMeasure, type HangEvent, type HangLimits } from './hang-measure.ts';

/** Where a hang is written: in the files of the data folder, also while the main thread hangs. */
export interface HangReport {
  readonly log: Log;
  readonly recordCrash: (cause: Error) => void;
  readonly close: () => void;
}

export interface WatchMainOptions {
  /** the limits that apply now: longer ones while the program starts */
  readonly limits: () => HangLimits;
  readonly monotonicMs: () => number;
  /** how often the event loop of the main thread has turned */
  readonly beats: () => number;
  /** the frames of the main thread; null where they cannot be had */
  readonly readStack: () => Promise<readonly string[] | null>;
  readonly openReport: () => Promise<HangReport>;
  /** false: a main thread without a stack may be in a menu or a drag of the system, so it is only logged */
  readonly endsWithoutStack: boolean;
  /** ends the process, which was silent for `overAfterMs` */
  readonly end: (overAfterMs: number) => Promise<void>;
}

const noStack = 'no stack: the main thread is in native code or cannot be inspected';

/**
 * Reads the heartbeat of the main thread whenever it is called. A hang is logged with its stack; one that lasts is
 * recorded for the next start, and the process is ended.
 */
export function createMainWatch(options: WatchMainOptions): () => Promise<void> {
  const measure = createHangMeasure();
  return async () => {
    // the limits first: the main thread beats before it ends the start, so that short ones never meet a long silence
    const limits = options.limits();
    const event = measure({ nowMs: options.monotonicMs(), beats: options.beats() }, limits);
    if (event !== 'none') await handleEvent(options, event, limits);
  };
}

type Reported = Exclude<HangEvent, 'none'>;

async function handleEvent(options: WatchMainOptions, event: Reported, limits: HangLimits): Promise<void> {
  const report = await options.openReport();
  try {
    if (event === 'answering-again') report.log.warn('main.answering-again');
    else await reportHang(options, report, { event, limits });
  } finally {
    report.close();
  }
}

interface Hang {
  readonly event: 'hung' | 'over';
  readonly limits: HangLimits;
}

async function reportHang(options: WatchMainOptions, { log, recordCrash }: HangReport, { event, limits }: Hang) {
  const { beats } = options;
  const beatsBefore = beats();
  const stack = await options.readStack();
  const fields = { afterMs: event === 'hung' ? limits.hungAfterMs : limits.overAfterMs, stack: stack ?? noStack };
  const mustEnd = event === 'over' && beats() === beatsBefore && (stack !== null || options.endsWithoutStack);
  if (!mustEnd) {
    log.error('main.hung', fields);
    return;
  }
  log.error('main.ended-for-hanging', fields);
  recordCrash(hangError(stack, limits));
  await options.end(limits.overAfterMs);
}

/** Its message is a part of the sentence that the next start says. */
function hangError(stack: readonly string[] | null, { overAfterMs }: HangLimits): Error {
  const error = new Error(`its main process did not answer for ${overAfterMs / 1000} seconds`);
  error.stack = stack === null ? noStack : stack.join('\n');
  return error;
}
