import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/** Whether the profile is frozen or in a dry run, as main knows it; undefined before its first word. */
export function useSafeguards(profileId: string): Safeguards | undefined {
  const read = useRead('safeguards.read', { profileId }).data;
  const event = useStream('safeguards.changed');
  return event?.profileId === profileId ? event : read;
}

/** The last firing of the kill switch; null: there was none since Fathom began. */
export function useKillRun(profileId: string): KillRun | null {
  const read = useRead('killSwitch.read', { profileId }).data;
  const event = useStream('killSwitch.changed');
  if (event?.profileId !== profileId) return read ?? null;
  // after the unlock the whole run is read, and is newer than what was published without figures
  const isReadWhole = read?.id === event.run.id && read.areFiguresHidden !== true;
  return isReadWhole && event.run.areFiguresHidden === true ? read : event.run;
}

/** The exchange's timed cancel, as it last confirmed it; undefined before main's first word. */
export function useTimedCancel(profileId: string): TimedCancel | undefined {
  const read = useRead('timedCancel.read', { profileId }).data;
  const event = useStream('timedCancel.changed');
  return event?.profileId === profileId ? event : read;
}
