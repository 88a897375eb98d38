import type { Result } from '#shared/errors.ts';
import type { Account } from '#account/account.ts';
import { notRecorded } from '#archive/archive-failures.ts';
import type { ArchivedPast } from '#archive/past/archived-past.ts';
import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names = 'history.orders' | 'history.fills' | 'history.withdrawals' | 'history.accountChanges';

export interface HistoryHandlerOptions {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount'>;
  readonly archive: Pick<HandlerOptions['archive'], 'past'>;
  readonly live: { readonly of: (profileId: string) => Result<{ readonly account: Pick<Account, 'finishedOrders'> }> };
}

/** The past of the open account, from the archive. */
export function historyHandlers({ profiles, archive, live }: HistoryHandlerOptions): Pick<Handlers, Names> {
  const onPast = <T>(profileId: string, read: (past: ArchivedPast) => Promise<Result<T>>): Promise<Result<T>> =>
    profiles.onAccount(profileId, async () => {
      const past = archive.past(profileId);
      return past === null ? notRecorded : await read(past);
    });
  const finishedOrders = (profileId: string) => {
    const market = live.of(profileId);
    return market.ok ? market.value.account.finishedOrders() : [];
  };
  return {
    'history.orders': ({ profileId, ...question }) =>
      onPast(profileId, past => past.orders(question, finishedOrders(profileId))),
    'history.fills': ({ profileId, ...question }) => onPast(profileId, past => past.fills(question)),
    'history.accountChanges': ({ profileId, ...question }) => onPast(profileId, past => past.accountChanges(question)),
    'history.withdrawals': ({ profileId, ...question }) => onPast(profileId, past => past.withdrawals(question)),
  };
}
