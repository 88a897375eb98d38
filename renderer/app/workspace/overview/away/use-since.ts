import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useRead } from '#bridge/use-read.ts';
import { awayChoices, type AwayFacts, type AwaySince, usualSince } from '#features/overview/model/away-since.ts';
import { useNow } from '#ui/clock.ts';

export interface SinceChoice {
  readonly since: AwaySince;
  readonly choices: readonly AwaySince[];
  /** null: back to what is usual */
  readonly choose: (since: AwaySince | null) => void;
}

/** The start of the listed events; undefined: main has not published the presence. */
export function useSince(
  { id: profileId, secretHome }: Profile,
  overviewSeenAtMs: number | null,
): SinceChoice | undefined {
  const presence = useRead('presence.read', { profileId }).data;
  const nowMs = useNow(60_000);
  const [chosen, choose] = useState<AwaySince | null>(null);
  if (presence === undefined) return undefined;
  // the built-in exchange restarts with Fathom: an earlier mark is about another one
  const isOfBefore = secretHome === 'practice' && (overviewSeenAtMs ?? 0) < presence.openedAtMs;
  const facts: AwayFacts = { ...presence, seenAtMs: isOfBefore ? null : overviewSeenAtMs, nowMs };
  const choices = awayChoices(facts);
  const kept = choices.find(({ kind, sinceMs }) => kind === chosen?.kind && sinceMs === chosen.sinceMs);
  return { since: kept ?? usualSince(facts), choices, choose };
}
