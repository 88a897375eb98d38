import { type CallName, calls, type EventName, events } from '#shared/contract.ts';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';

/** Events that say nothing of what an account holds or does. */
const published: ReadonlySet<EventName> = new Set<EventName>([
  'lock.changed',
  'windows.changed',
  'viewSettings.changed',
  'profiles.changed',
  'storage.changed',
  'safeguards.changed',
  'killSwitch.changed',
]);

/** Whether a call is answered while Fathom is locked. */
export function isAnsweredWhileLocked(name: CallName): boolean {
  return calls[name].isAnsweredWhileLocked;
}

export function isPublishedWhileLocked(name: EventName): boolean {
  return published.has(name);
}

/** Which venues are clear, without a figure of the account. */
function withoutFigures(run: KillRun): KillRun {
  const hidden = { found: null, sent: 0, gone: 0, left: 0, kept: 0, isCounted: true, reason: null, readAtMs: null };
  return { ...run, areFiguresHidden: true, rows: run.rows.map(({ scope, state }) => ({ scope, state, ...hidden })) };
}

/**
 * An answer or event as the page gets it while Fathom is locked: the kill switch can be fired on the lock screen, which
 * shows whether each venue is clear and no figure. All other values are unchanged. Throws for a run that is malformed.
 */
export function hideFigures(name: CallName | EventName, value: unknown): unknown {
  if (name === 'killSwitch.changed') {
    const { profileId, run } = events[name].payload.parse(value);
    return { profileId, run: withoutFigures(run) };
  }
  const isRun = name === 'killSwitch.read' || name === 'killSwitch.fire';
  return isRun && value !== null ? withoutFigures(KillRun.parse(value)) : value;
}
