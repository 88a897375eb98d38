import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { formatClock } from '#lib/time.ts';
import { t } from '#shared/words/t.ts';

/** The text of the header; null: none. Never "armed" when the last renewal failed. */
export function markOf({
  state,
  triggersAtMs,
}: TimedCancel): { readonly text: string; readonly isAlarm: boolean } | null {
  const at = triggersAtMs === null ? t`soon` : t`at ${formatClock(triggersAtMs)}`;
  if (state === 'off') return null;
  if (state === 'armed') return { text: t`timed cancel armed`, isAlarm: false };
  return { text: alarms[state](at), isAlarm: true };
}

const alarms: Readonly<Record<Exclude<TimedCancel['state'], 'off' | 'armed'>, (at: string) => string>> = {
  failing: at => t`TIMED CANCEL NOT RENEWED: spot orders go ${at}`,
  due: at => t`TIMED CANCEL DUE ${at}: outcome unknown`,
  lapsed: at => t`TIMED CANCEL EXPIRED ${at}: spot orders were cancelled`,
  foreign: at => t`a timed cancel that Fathom does not renew: spot orders go ${at}`,
};

/** The whole of it, sentence by sentence. */
export function storyOf({ state, timeoutS, triggersAtMs, renewedAtMs, reason }: TimedCancel): string {
  if (state === 'off')
    return reason === null
      ? t`Not armed. If Fathom or this computer fails, orders stay open at the exchange.`
      : t`Not armed by Fathom. Whether the exchange has a timed cancel set is unknown: ${reason}`;
  const until = triggersAtMs === null ? '' : `${untilWords(state)} ${formatClock(triggersAtMs)}. `;
  const last = renewedAtMs === null ? t`Never renewed by Fathom. ` : t`Last renewal ${formatClock(renewedAtMs)}. `;
  const failed = reason === null ? '' : t`The last try failed: ${reason} `;
  const every = timeoutS === null || state === 'foreign' ? '' : t`Renewed every ${Math.round(timeoutS / 3)} s. `;
  return `${until}${last}${failed}${every}`.trim();
}

function untilWords(state: TimedCancel['state']): string {
  if (state === 'lapsed') return t`Ran out`;
  return state === 'due' ? t`Was due` : t`Armed until`;
}
