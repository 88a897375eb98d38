import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { calmStepMs } from '#lib/age.ts';
import { onBeat } from '#lib/frames/beat.ts';

/**
 * One ticking clock for the whole page, so that a hundred ages cost one timer. It stops while the window is hidden or
 * has no reader. Every reader is notified with its own step only: most cells of a table wait for a minute.
 */
const listeners = new Map<() => void, number>();
let callOff: (() => void) | undefined;
let notifiedMs = 0;

const stepOf = (ms: number, stepMs: number): number => Math.floor(ms / stepMs);

function tick(): void {
  callOff = onBeat(tick);
  const [beforeMs, nowMs] = [notifiedMs, Date.now()];
  notifiedMs = nowMs;
  for (const [listener, stepMs] of listeners) if (stepOf(nowMs, stepMs) !== stepOf(beforeMs, stepMs)) listener();
}

function stop(): void {
  callOff?.();
  callOff = undefined;
  // the clock of the computer may be set back without a reader
  notifiedMs = 0;
}

/** No timer runs while its effects are invisible; a new reader gets the present time at once. */
function followVisibility(): void {
  if (document.visibilityState === 'hidden') return stop();
  tick();
}

const subscribeTo = (stepMs: number) => (listener: () => void) => {
  if (listeners.size === 0) document.addEventListener('visibilitychange', followVisibility);
  listeners.set(listener, stepMs);
  if (document.visibilityState !== 'hidden') callOff ??= onBeat(tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', followVisibility);
    stop();
  };
};
const subscribe = subscribeTo(1000);

/** Now in epoch ms, rounded down to `stepMs`: the component draws again only when that changes. */
export function useNow(stepMs = 1000): number {
  const subscribeToStep = useMemo(() => subscribeTo(stepMs), [stepMs]);
  const snapshot = useCallback(() => stepOf(Date.now(), stepMs) * stepMs, [stepMs]);
  return useSyncExternalStore(subscribeToStep, snapshot);
}

/** What `read` makes of now: the component draws again only when that becomes another value, not when time passes. */
export function useAtTick<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(Date.now()));
}

/**
 * A figure without urgency, as it was at the last of the clock's calm marks: together with the ages, so that all of
 * them cost the page one frame. When it is no longer calm it is published at once.
 */
export function useCalm<T extends string | number>(value: T, isCalm: boolean): T {
  const markMs = useNow(calmStepMs);
  const [published, setPublished] = useState({ value, markMs, isCalm });
  const mayWait = isCalm && published.isCalm && published.markMs === markMs;
  const isDue = published.markMs !== markMs || (!mayWait && (published.value !== value || published.isCalm !== isCalm));
  if (isDue) setPublished({ value, markMs, isCalm });
  return isDue ? value : published.value;
}
