import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { formatClock } from '#lib/time.ts';

/** What stands in the header; null: nothing is to be said. Never "armed" where the last renewal failed. */
export function markOf({
  state,
  triggersAtMs,
}: TimedCancel): { readonly text: string; readonly isAlarm: boolean } | null {
  const at = triggersAtMs === null ? 'soon' : `at ${formatClock(triggersAtMs)}`;
  if (state === 'off') return null;
  if (state === 'armed') return { text: 'timed cancel armed', isAlarm: false };
  return { text: alarms[state](at), isAlarm: true };
}

const alarms: Readonly<Record<Exclude<TimedCancel['state'], 'off' | 'armed'>, (at: string) => string>> = {
  failing: at => `TIMED CANCEL NOT RENEWED: spot orders go ${at}`,
  lapsed: at => `TIMED CANCEL RAN OUT ${at}: spot orders were cancelled`,
  foreign: at => `a timed cancel that Fathom does not renew: spot orders go ${at}`,
};

/** The whole of it, sentence by sentence. */
export function storyOf({ state, timeoutS, triggersAtMs, renewedAtMs, reason }: TimedCancel): string {
  if (state === 'off') return 'Not armed. When Fathom or this machine dies, orders stay at the exchange.';
  const until =
    triggersAtMs === null ? '' : `${state === 'lapsed' ? 'Ran out' : 'Armed until'} ${formatClock(triggersAtMs)}. `;
  const last = renewedAtMs === null ? 'Never renewed by Fathom. ' : `Last renewal ${formatClock(renewedAtMs)}. `;
  const failed = reason === null ? '' : `The last try failed: ${reason} `;
  const every = timeoutS === null || state === 'foreign' ? '' : `Renewed every ${Math.round(timeoutS / 3)} s. `;
  return `${until}${last}${failed}${every}`.trim();
}
