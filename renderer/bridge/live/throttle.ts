export interface Throttle<T> {
  readonly offer: (value: T) => void;
  readonly stop: () => void;
}

/** Hands on the first value at once, then the newest one at most every `periodMs`. */
export function createThrottle<T>(periodMs: number, handOn: (value: T) => void): Throttle<T> {
  let waiting: { readonly value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    timer = undefined;
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    handOn(value);
    timer = setTimeout(tick, periodMs);
  };
  return {
    offer: value => {
      if (timer !== undefined) {
        waiting = { value };
        return;
      }
      handOn(value);
      timer = setTimeout(tick, periodMs);
    },
    stop: () => clearTimeout(timer),
  };
}
