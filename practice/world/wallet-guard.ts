import { add, compare, type Decimal, isNegative, sum } from '#shared/decimal.ts';
import { isolatedSymbolOf } from '../accounts/isolated-wallet.ts';
import type { WalletGuard, WalletPlace } from '../accounts/transfers/types.ts';
import type { Ledger } from '../accounts/types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import { accept, type Outcome, refuse } from '../kernel/kernel.ts';
import type { MarginScope, MarginTransfers } from '../margin/types.ts';

interface WalletGuardOptions {
  readonly ledger: Ledger;
  readonly margin: MarginTransfers;
  readonly futures: FuturesVenue;
}

/** The margin account that a wallet belongs to; null for the other wallets. */
function marginScopeOf({ accountId, wallet }: WalletPlace): MarginScope | null {
  if (wallet === 'margin') return { accountId, symbol: null };
  const symbol = isolatedSymbolOf(wallet);
  return symbol === null ? null : { accountId, symbol };
}

/** What a futures wallet can do without: cross positions that lose stand on it with their loss. */
function freeInFutures({ futures, ledger }: WalletGuardOptions, accountId: string, currency: string): Decimal {
  const { available } = ledger.balance(accountId, 'futures', currency);
  const crossed = futures
    .positions(accountId)
    .filter(position => position.settleCurrency === currency && position.marginMode === 'CROSS');
  const unrealised = sum(crossed.map(position => position.unrealisedPnl));
  const free = isNegative(unrealised) ? add(available, unrealised) : available;
  return isNegative(free) ? '0' : free;
}

function mayEnterFutures({ futures }: WalletGuardOptions, currency: string): Outcome<null> {
  if (futures.contracts.some(contract => contract.settleCurrency === currency)) return accept(null);
  return refuse('parameter', `no contract settles in ${currency}`, 'currency');
}

/** The checks of the margin venue and the futures venue on money in and out; main and trade allow all of it. */
export function createWalletGuard(options: WalletGuardOptions): WalletGuard {
  const { ledger, margin } = options;
  const transferable = (place: WalletPlace, currency: string): Decimal => {
    const scope = marginScopeOf(place);
    if (scope !== null) return margin.transferable(scope, currency);
    if (place.wallet === 'futures') return freeInFutures(options, place.accountId, currency);
    return ledger.balance(place.accountId, place.wallet, currency).available;
  };
  return {
    transferable,
    mayLeave(place, money) {
      const scope = marginScopeOf(place);
      if (scope !== null) return margin.mayLeave(scope, money);
      return compare(money.amount, transferable(place, money.currency)) > 0
        ? refuse('balance', 'Balance insufficient!')
        : accept(null);
    },
    mayEnter(place, currency) {
      const scope = marginScopeOf(place);
      if (scope !== null) return margin.mayEnter(scope, currency);
      return place.wallet === 'futures' ? mayEnterFutures(options, currency) : accept(null);
    },
  };
}
