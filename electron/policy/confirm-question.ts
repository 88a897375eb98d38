import type { Decimal } from '#shared/decimal.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import { type MovedCounts, movementLabels, movementWords } from '#shared/policy/movements.ts';
import type { Policy } from '#shared/policy/policy.ts';
import { amountWords } from '#shared/policy/words.ts';
import type { AskUser } from './allowances.ts';

type Question = Parameters<AskUser>[0];

/** What the question shows of the profile. */
export interface ConfirmFacts {
  readonly profile: Profile;
  readonly verdict: PolicyVerdict;
  readonly policy: Policy;
  /** in the policy's currency; null: it cannot be counted */
  readonly spentToday: Decimal | null;
  /** with the action itself */
  readonly moved: MovedCounts;
}

const unknown = 'not known';

/** Asks the user to type the symbol of an action before it is sent. */
export function confirmQuestion(
  { summary, symbol }: { readonly summary: string; readonly symbol: string },
  { profile, verdict, policy, spentToday, moved }: ConfirmFacts,
): Question {
  const { name, colour, spotUrl, futuresUrl } = profile;
  const { movement, notional, currency } = verdict;
  const worth = notional === null ? unknown : amountWords(notional, currency);
  const counted = movement === null ? sentToday(policy, spentToday) : movedWith(movement.kind, policy, moved);
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: `Send this with ${name}?`,
    facts: [
      { label: 'Act', value: summary },
      ...(movement?.kind === 'settings' ? [] : [{ label: 'Worth', value: worth }]),
      ...counted,
      { label: 'Spot', value: spotUrl },
      { label: 'Futures', value: futuresUrl },
    ],
    warning:
      movement === null
        ? 'It is large by the policy of this profile. Read it once more: it goes as soon as you agree.'
        : 'It is large by the policy of this profile, alone or with others since the last one that you typed. It is sent as soon as you agree.',
    typeBack: symbol,
    confirmLabel: 'Send it',
  };
}

function sentToday({ dailyNotional, currency }: Policy, spentToday: Decimal | null): Question['facts'] {
  const sent = spentToday === null ? unknown : amountWords(spentToday, currency);
  return [{ label: 'Sent today', value: `${sent} of ${amountWords(dailyNotional, currency)}` }];
}

function movedWith(kind: keyof MovedCounts, { movements, currency }: Policy, moved: MovedCounts): Question['facts'] {
  const count = moved[kind];
  const spans = [
    { label: movementLabels[kind].hour, sum: count?.hour, limit: movements[kind].perHour },
    { label: movementLabels[kind].day, sum: count?.day, limit: movements[kind].perDay },
  ];
  return spans.map(({ label, sum, limit }) => ({
    label: `${label}, with this`,
    value: `${sum === undefined ? unknown : movementWords(kind, sum, currency)} of ${movementWords(kind, limit, currency)}`,
  }));
}
