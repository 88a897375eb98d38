import type { PresenceAnswer } from '#shared/domain/view/presence.ts';

/** A start for the listed events. */
export interface AwaySince {
  readonly kind: 'absence' | 'seen' | 'opened';
  readonly sinceMs: number;
  /** of an absence, when it was over; else null */
  readonly untilMs: number | null;
}

export interface AwayFacts extends PresenceAnswer {
  /** when this user last pressed "Mark seen"; null: never */
  readonly seenAtMs: number | null;
  readonly nowMs: number;
}

const hourMs = 3_600_000;
/** A coffee or a lunch since then does not put the night out of sight. */
const sameDayMs = 12 * hourMs;
/** Who has not pressed for longer before they left does not go by it any more. */
const markedMs = 24 * hourMs;

/** What the user may begin with, the newest first: each absence, their last mark, and the start. */
export function awayChoices({ openedAtMs, absences, seenAtMs }: AwayFacts): readonly AwaySince[] {
  const choices: AwaySince[] = [
    ...absences.map(({ fromMs, toMs }): AwaySince => ({ kind: 'absence', sinceMs: fromMs, untilMs: toMs })),
    { kind: 'opened', sinceMs: openedAtMs, untilMs: null },
  ];
  if (seenAtMs !== null) choices.push({ kind: 'seen', sinceMs: seenAtMs, untilMs: null });
  return choices.toSorted((a, b) => b.sinceMs - a.sinceMs);
}

/**
 * The longest look back that is still of this day: the first absence that was over within half a day, else the newest. A
 * mark of the day before it, or later, counts instead: what came after that was not seen.
 */
export function usualSince(facts: AwayFacts): AwaySince {
  const { openedAtMs, absences, seenAtMs, nowMs } = facts;
  const today = absences.findLast(({ toMs }) => nowMs - toMs < sameDayMs) ?? absences[0];
  const seen: AwaySince | null = seenAtMs === null ? null : { kind: 'seen', sinceMs: seenAtMs, untilMs: null };
  if (today === undefined) return seen ?? { kind: 'opened', sinceMs: openedAtMs, untilMs: null };
  if (seen !== null && seen.sinceMs > today.fromMs - markedMs) return seen;
  return { kind: 'absence', sinceMs: today.fromMs, untilMs: today.toMs };
}
