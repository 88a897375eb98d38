import type { TransferEnd, TransferRequest } from '#shared/domain/money/transfer.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { AskUser } from './allowances.ts';

type Question = Parameters<AskUser>[0];

/** The accounts that the exchange lists as sub-accounts of the key. */
export interface NamedAccount {
  readonly userId: string;
  readonly name: string;
}

/** A transfer to or from another account: another key may control the money there. Not one between own wallets. */
export function isBetweenAccounts({ from, to }: TransferRequest): boolean {
  return from.userId !== null || to.userId !== null;
}

/**
 * Asks whether money may move between the account and a sub-account. `known`: the sub-accounts as the exchange lists
 * them, null when it did not; an account that is not among them is unverified and must be typed.
 */
export function transferQuestion(
  profile: Profile,
  { currency, amount, from, to }: TransferRequest,
  known: readonly NamedAccount[] | null,
): Question {
  const other = to.userId ?? from.userId ?? '';
  const name = known?.find(({ userId }) => userId === other)?.name ?? null;
  const isOut = to.userId !== null;
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: isOut
      ? `Transfer ${amount} ${currency} to another account`
      : `Transfer ${amount} ${currency} from another account`,
    facts: [
      { label: 'From', value: endWords(from, profile, name) },
      { label: 'To', value: endWords(to, profile, name) },
    ],
    warning: isOut
      ? 'The money leaves this account. After that, only the keys of the other account control it.'
      : 'The money leaves the other account, where it may be collateral for open orders and positions.',
    typeBack: name === null ? other : null,
    confirmLabel: `Transfer ${amount} ${currency}`,
  };
}

function endWords({ wallet, symbol, userId }: TransferEnd, profile: Profile, name: string | null): string {
  const pair = symbol === null ? '' : ` ${symbol}`;
  if (userId === null) return `${wallet}${pair} of ${profile.name}`;
  const whose = name === null ? `user ${userId}, not a known sub-account of this key` : `${name} (user ${userId})`;
  return `${wallet}${pair} of ${whose}`;
}
