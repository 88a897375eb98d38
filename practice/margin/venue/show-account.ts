import { maxBorrowOf } from '../risk/limits.ts';
import { debtRatioOf, worthOf } from '../risk/valuation.ts';
import type { MarginAccountState, MarginVenueState } from '../state/state.ts';
import type { MarginAccount, MarginAsset } from '../types.ts';

function showAsset(venue: MarginVenueState, account: MarginAccountState, currency: string): MarginAsset {
  const { total, available, held } = venue.ledger.balance(account.accountId, account.wallet, currency);
  const liability = account.liabilities.get(currency);
  return {
    currency,
    total,
    available,
    held,
    principal: liability?.principal ?? '0',
    interest: liability?.interest ?? '0',
    maxBorrow: maxBorrowOf(venue, account, currency),
  };
}

/** The published account: every currency that it may have, its liabilities, its value by mark prices. */
export function showAccount(venue: MarginVenueState, account: MarginAccountState): MarginAccount {
  const { accountId, symbol, status, currencies } = account;
  const worth = worthOf(venue, account);
  return {
    accountId,
    symbol,
    status,
    debtRatio: debtRatioOf(worth),
    assetValue: worth.assets,
    debtValue: worth.debts,
    assets: currencies.map(currency => showAsset(venue, account, currency)),
  };
}
