/** What a heartbeat of the main thread shows. */
export type HangEvent = 'none' | 'hung' | 'answering-again' | 'over';

export interface MainHeartbeat {
  /** monotonic time of the reader */
  readonly nowMs: number;
  /** how often the event loop of the main thread has turned; it wraps round */
  readonly beats: number;
}

export interface HangLimits {
  /** after so long without a beat the hang is logged */
  readonly hungAfterMs: number;
  /** after so long without a beat the process is ended */
  readonly overAfterMs: number;
}

export const defaultHangLimits: HangLimits = { hungAfterMs: 5_000, overAfterMs: 20_000 };

/** Until the program has started: it loads modules and checks the journal in one turn of the event loop. */
export const startHangLimits: HangLimits = { hungAfterMs: 20_000, overAfterMs: 60_000 };

/** How often the main thread beats and the reader reads. */
export const beatMs = 500;
/** A reader that was away longer was suspended itself: by the sleep of the computer, or by SIGSTOP. */
const suspendedAfterMs = 4 * beatMs;

/**
 * Measures for how long the main thread has been silent. It counts the reader's own readings and not the clock: sleep and
 * SIGSTOP suspend both threads, so that they add nothing. `hung`, `answering-again` and `over` are each reported once a
 * hang. The limits are those that apply at the reading.
 */
export function createHangMeasure(): (heartbeat: MainHeartbeat, limits: HangLimits) => HangEvent {
  let last: MainHeartbeat | null = null;
  let silentMs = 0;
  let reported: 'none' | 'hung' | 'over' = 'none';

  const report = ({ hungAfterMs, overAfterMs }: HangLimits): HangEvent => {
    if (silentMs >= overAfterMs && reported === 'hung') reported = 'over';
    else if (silentMs >= hungAfterMs && reported === 'none') reported = 'hung';
    else return 'none';
    return reported;
  };
  return (heartbeat, limits) => {
    const before = last;
    last = heartbeat;
    if (before === null) return 'none';
    if (before.beats !== heartbeat.beats) {
      silentMs = 0;
      const wasHung = reported !== 'none';
      reported = 'none';
      return wasHung ? 'answering-again' : 'none';
    }
    const elapsedMs = heartbeat.nowMs - before.nowMs;
    silentMs = elapsedMs > suspendedAfterMs ? 0 : silentMs + elapsedMs;
    return report(limits);
  };
}
