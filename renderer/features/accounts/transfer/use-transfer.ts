import { useState } from 'react';
import type { Balance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { TransferEnd, TransferRequest } from '#shared/domain/money/transfer.ts';
import type { Failure } from '#shared/errors.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import type { EndBalance } from './transfer-form.ts';

/** Where one transfer stands. `checking`: its answer was lost and main asks the ledgers of the exchange. */
export type TransferStage =
  | { readonly kind: 'editing' | 'sending' | 'done' | 'absent' }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure };

export interface Transfer {
  readonly stage: TransferStage;
  readonly send: (request: Omit<TransferRequest, 'clientOid'>) => Promise<void>;
  /** back to the form: whatever is sent from now on is another transfer */
  readonly begin: () => void;
}

function verdictOf(intent: Intent | undefined): TransferStage | undefined {
  if (intent?.state === 'acknowledged' || intent?.state === 'found-done') return { kind: 'done' };
  return intent?.state === 'found-absent' ? { kind: 'absent' } : undefined;
}

/** One clientOid for one transfer; it is sent once (docs/exchange/endpoints.md §6.3). */
export function useTransfer(profileId: string): Transfer {
  const [clientOid, setClientOid] = useState(() => crypto.randomUUID());
  const write = useWrite('transfers.send', { refreshes: ['transfers.transferable', 'accounts.subHoldings'] });
  const { isPending, error, value } = write;
  const isLost = error?.isOutcomeUnknown === true;
  const journal = useRead('intents.list', { profileId }, { isEnabled: isLost, intervalMs: 1000 });
  const pushed = useStream('intents.changed');
  const intent = pushed?.key === clientOid ? pushed : journal.data?.find(({ key }) => key === clientOid);
  const stage = (): TransferStage => {
    if (isPending) return { kind: 'sending' };
    if (value !== undefined) return { kind: 'done' };
    if (error === null) return { kind: 'editing' };
    return isLost ? (verdictOf(intent) ?? { kind: 'checking', error }) : { kind: 'refused', error };
  };
  return {
    stage: stage(),
    send: async request => {
      await write.send({ profileId, transfer: { ...request, clientOid } });
    },
    begin: () => {
      write.reset();
      setClientOid(crypto.randomUUID());
    },
  };
}

const notKnown: EndBalance = { total: null, transferable: null };

/** What an end holds of a currency: an own wallet by what the exchange says can be moved, a sub-account's by its holdings. */
export function useEndBalance(profileId: string, currency: string, end: TransferEnd): EndBalance {
  const { wallet, symbol, userId } = end;
  const isOwn = userId === null;
  const isNamed = wallet !== 'isolated' || symbol !== null;
  const own = useRead(
    'transfers.transferable',
    { profileId, currency, wallet, symbol },
    { isEnabled: isOwn && isNamed },
  ).data;
  const holdings = useRead('accounts.subHoldings', { profileId }, { isEnabled: !isOwn }).data;
  const balances = useAccountList(profileId, 'balances').data;
  if (!isOwn) return heldBy(holdings?.items ?? [], currency, end);
  return ownBalance(
    own,
    balances?.find(each => each.wallet === wallet && each.currency === currency),
  );
}

/** As the list of balances shows it: of a futures wallet the exchange counts what can be moved in another way. */
function ownBalance(told: EndBalance | undefined, shown: Pick<Balance, 'total'> | undefined): EndBalance {
  return { total: shown?.total ?? told?.total ?? null, transferable: told?.transferable ?? null };
}

function heldBy(
  holdings: readonly SubAccountHoldings[],
  currency: string,
  { wallet, userId }: TransferEnd,
): EndBalance {
  const balances = holdings.find(each => each.userId === userId)?.balances ?? [];
  const held = balances.find(each => each.wallet === wallet && each.currency === currency);
  return held === undefined ? notKnown : { total: held.total, transferable: held.available };
}
