import type { Decimal } from '#shared/decimal.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import { type MovedCounts, movementLabels, movementText } from '#shared/policy/movements.ts';
import type { Policy } from '#shared/policy/policy.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import type { AskUser } from './allowances.ts';

type Question = Parameters<AskUser>[0];

/** What the question shows of the profile. */
export interface ConfirmFacts {
  readonly profile: Profile;
  readonly policyResult: PolicyResult;
  readonly policy: Policy;
  /** in the policy's currency; null: it cannot be counted */
  readonly spentToday: Decimal | null;
  /** with the action itself */
  readonly moved: MovedCounts;
}

const unknown = 'unknown';

/** Asks the user to type the symbol of an action before it is sent. */
export function confirmQuestion(
  { summary, symbol }: { readonly summary: string; readonly symbol: string },
  { profile, policyResult, policy, spentToday, moved }: ConfirmFacts,
): Question {
  const { name, colour, spotUrl, futuresUrl } = profile;
  const { movement, notional, currency } = policyResult;
  const worth = notional === null ? unknown : amountWithCurrency(notional, currency);
  const counted = movement === null ? sentToday(policy, spentToday) : movedWith(movement.kind, policy, moved);
  return {
    kind: 'confirm',
    profileName: name,
    colour,
    title: `Send this with ${name}?`,
    facts: [
      { label: 'Action', value: summary },
      ...(movement?.kind === 'settings' ? [] : [{ label: 'Value', value: worth }]),
      ...counted,
      { label: 'Spot', value: spotUrl },
      { label: 'Futures', value: futuresUrl },
    ],
    warning:
      movement === null
        ? 'The policy of this profile requires a confirmation from this value on. Check the action: Fathom sends it as soon as you confirm.'
        : 'The policy of this profile requires a confirmation from this sum on, counted since your last confirmation. Fathom sends the action as soon as you confirm.',
    typeBack: symbol,
    confirmLabel: 'Send',
  };
}

function sentToday({ dailyNotional, currency }: Policy, spentToday: Decimal | null): Question['facts'] {
  const sent = spentToday === null ? unknown : amountWithCurrency(spentToday, currency);
  return [{ label: 'Sent today', value: `${sent} of ${amountWithCurrency(dailyNotional, currency)}` }];
}

function movedWith(kind: keyof MovedCounts, { movements, currency }: Policy, moved: MovedCounts): Question['facts'] {
  const count = moved[kind];
  const spans = [
    { label: movementLabels[kind].hour, sum: count?.hour, limit: movements[kind].perHour },
    { label: movementLabels[kind].day, sum: count?.day, limit: movements[kind].perDay },
  ];
  return spans.map(({ label, sum, limit }) => ({
    label: `${label}, with this`,
    value: `${sum === undefined ? unknown : movementText(kind, sum, currency)} of ${movementText(kind, limit, currency)}`,
  }));
}
