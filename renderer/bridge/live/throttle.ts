import { withNextBook } from './with-next-book.ts';

export interface Throttle<T> {
  readonly offer: (value: T) => void;
  readonly stop: () => void;
}

/** Runs something now, or later; the answer calls it off. */
type Plan = (act: () => void) => () => void;

const atOnce: Plan = act => {
  act();
  return () => {};
};

/** Hands on the first value at once, then the newest one at most every `periodMs`. */
export function createThrottle<T>(periodMs: number, handOn: (value: T) => void): Throttle<T> {
  return createPacedThrottle(periodMs, handOn, atOnce);
}

/** The same for what is drawn: what had to wait comes with the next book, in the same frame. */
export function createFrameThrottle<T>(periodMs: number, handOn: (value: T) => void): Throttle<T> {
  return createPacedThrottle(periodMs, handOn, withNextBook);
}

function createPacedThrottle<T>(periodMs: number, handOn: (value: T) => void, plan: Plan): Throttle<T> {
  let waiting: { readonly value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callOff: (() => void) | undefined;
  const rest = () => {
    timer = setTimeout(tick, periodMs);
  };
  const handOnWaiting = () => {
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    handOn(value);
    rest();
  };
  const tick = () => {
    timer = undefined;
    if (waiting !== null) callOff = plan(handOnWaiting);
  };
  return {
    offer: value => {
      if (timer !== undefined || waiting !== null) {
        waiting = { value };
        return;
      }
      handOn(value);
      rest();
    },
    stop: () => {
      clearTimeout(timer);
      callOff?.();
    },
  };
}
