import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { stopResult } from '#shared/order-entry/stop-result.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useContractList } from '#bridge/reference/use-market.ts';

/** What a stop makes of the position that it closes; null: nothing that is known. */
export type StopResultOf = (stop: StopOrder) => { readonly amount: Decimal; readonly currency: string } | null;

/** Measured by the position and the contract of this stop, for it and for what it may become. */
export function useStopResult(profileId: string, { venue, symbol }: StopOrder): StopResultOf {
  const isFutures = venue === 'futures';
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const contract = useContractList(profileId, isFutures).get(symbol);
  return useMemo(
    () => of => {
      if (contract === undefined) return null;
      const terms = contractTerms(contract);
      const position = positions?.find(each => each.isOpen && isSamePosition(each, of));
      const amount = stopResult(of, position, terms);
      return amount === null ? null : { amount, currency: terms.settleCurrency };
    },
    [contract, positions],
  );
}
