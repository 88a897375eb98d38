import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions, spanAnswerOf } from './handler-options.ts';

type Names = 'currencies.list' | 'currencies.read' | 'withdrawals.list';

/** Currencies, and money that moves. */
export function walletHandlers({ profiles }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  return {
    'currencies.list': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.reference.currencies({}, asPanel)),
    'currencies.read': ({ profileId, currency, chain }) =>
      onAccount(profileId, ({ client }) => client.reference.currency({ currency, chain: chain ?? undefined }, asPanel)),
    'withdrawals.list': ({ profileId, currency, status, ...span }) =>
      onAccount(profileId, async ({ client }) => {
        const filter = { currency: currency ?? undefined, status: status ?? undefined };
        return spanAnswerOf(await client.wallet.allWithdrawals({ ...filter, ...span }, asPanel));
      }),
  };
}
