import { beatMs, halfBeatMs, onBeat, onHalfBeat } from '#lib/frames/beat.ts';

export interface Throttle<T> {
  readonly offer: (value: T) => void;
  readonly stop: () => void;
}

/** Runs something now or later; the answer calls it off. */
type Later = (action: () => void) => (() => void) | undefined;

/** Hands on the first value at once, then the newest one at most every `periodMs`. */
export function createThrottle<T>(periodMs: number, handOn: (value: T) => void, later: Later = runNow): Throttle<T> {
  let waiting: { readonly value: T } | undefined;
  let isResting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callOff: (() => void) | undefined;
  const give = (value: T) => {
    waiting = undefined;
    isResting = true;
    handOn(value);
    timer = setTimeout(wake, periodMs);
  };
  const wake = () => {
    callOff = later(() => {
      isResting = false;
      if (waiting !== undefined) give(waiting.value);
    });
  };
  return {
    offer: value => {
      if (isResting) waiting = { value };
      else give(value);
    },
    stop: () => {
      clearTimeout(timer);
      callOff?.();
    },
  };
}

function runNow(action: () => void): undefined {
  action();
}

/** The same for what is drawn: what had to wait comes with a beat or a half one, where it is not meant to be faster. */
export function createFrameThrottle<T>(periodMs: number, handOn: (value: T) => void): Throttle<T> {
  if (periodMs < halfBeatMs) return createThrottle(periodMs, handOn);
  const [markMs, onMark] = periodMs < beatMs ? ([halfBeatMs, onHalfBeat] as const) : ([beatMs, onBeat] as const);
  // less than the period, or the mark at its end would be missed
  return createThrottle(periodMs - markMs / 2, handOn, onMark);
}
