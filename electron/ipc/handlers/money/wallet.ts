import type { Handlers } from '../../gate.ts';
import { asPanel, type HandlerOptions, spanAnswerOf } from '../handler-options.ts';

type Names =
  | 'currencies.list'
  | 'currencies.read'
  | 'withdrawals.list'
  | 'deposits.list'
  | 'ledger.list'
  | 'transfers.transferable'
  | 'transfers.send';

/** Currencies, and money that moves. */
export function walletHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'currencies.list': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.reference.currencies({}, asPanel)),
    'currencies.read': ({ profileId, currency, chain }) =>
      onAccount(profileId, ({ client }) => client.reference.currency({ currency, chain: chain ?? undefined }, asPanel)),
    'transfers.send': ({ profileId, transfer }) =>
      onWritableAccount(profileId, account => trading.transfer(account, transfer)),
    'transfers.transferable': ({ profileId, symbol, ...query }) =>
      onAccount(profileId, ({ client }) =>
        client.wallet.transferable({ ...query, symbol: symbol ?? undefined }, asPanel),
      ),
    'deposits.list': ({ profileId, currency, ...span }) =>
      onAccount(profileId, async ({ client }) =>
        spanAnswerOf(await client.wallet.allDeposits({ ...span, currency: currency ?? undefined }, asPanel)),
      ),
    'ledger.list': ({ profileId, currency, isHf, ...span }) =>
      onAccount(profileId, async ({ client }) => {
        const query = { ...span, currency: currency ?? undefined };
        const { allHfLedger, allLedger } = client.wallet;
        return spanAnswerOf(await (isHf ? allHfLedger(query, asPanel) : allLedger(query, asPanel)));
      }),
    'withdrawals.list': ({ profileId, currency, status, fromMs, toMs }) =>
      onAccount(profileId, async ({ client }) => {
        const filter = { currency: currency ?? undefined, status: status ?? undefined };
        const span = { fromMs, toMs: toMs ?? Date.now() };
        return spanAnswerOf(await client.wallet.allWithdrawals({ ...filter, ...span }, asPanel));
      }),
  };
}
