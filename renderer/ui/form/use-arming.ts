import { useCallback, useEffect, useState } from 'react';
import { useNow } from '../clock.ts';

/** So long after the last touch one press alone does not send any more. */
const armedForMs = 60_000;

export interface Arming {
  readonly isArmed: boolean;
  readonly secondsLeft: number;
  readonly toggle: () => void;
  /** the ticket is in use: the minute restarts */
  readonly touch: () => void;
  /** ends it at once */
  readonly disarm: () => void;
}

/**
 * One press sends, for a while. Off at the start; ends with a minute of rest, when the window loses the focus, and when
 * the book is not live. Another market or account is another ticket, which begins disarmed.
 */
export function useArming(isBookLive: boolean): Arming {
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const nowMs = useNow(1000);
  const isArmed = untilMs !== null && nowMs < untilMs && isBookLive;
  const disarm = useCallback(() => setUntilMs(null), []);
  useEffect(() => {
    window.addEventListener('blur', disarm);
    return () => window.removeEventListener('blur', disarm);
  }, [disarm]);
  // it does not come back by itself with the book
  if (untilMs !== null && !isArmed) setUntilMs(null);
  return {
    isArmed,
    secondsLeft: isArmed ? Math.ceil(Math.min(armedForMs, untilMs - nowMs) / 1000) : 0,
    toggle: () => setUntilMs(isArmed || !isBookLive ? null : Date.now() + armedForMs),
    touch: () => setUntilMs(old => (old === null ? null : Date.now() + armedForMs)),
    disarm,
  };
}
