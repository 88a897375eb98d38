import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { t } from '#shared/words/t.ts';
import type { ReadName } from '#bridge/polling.ts';

/** What the screen asks the exchange for, in the words of its panels. */
const names: Readonly<Partial<Record<ReadName, string>> & Record<AccountListName, string>> = {
  'policy.read': t`Prices for the policy`,
  'symbols.list': t`List of pairs`,
  'contracts.list': t`List of contracts`,
  'book.read': t`Order book`,
  'trades.recent': t`Trades`,
  'candles.history': t`Candles`,
  'orders.done': t`Order history`,
  'orders.answer': t`Record of the order at the exchange`,
  'orders.read': t`One order`,
  'orders.fills': t`Fills of one order`,
  'contracts.read': t`One contract`,
  'contracts.riskLevels': t`Risk limit levels`,
  'contracts.funding': t`Funding rate`,
  'contracts.settings': t`Settings of a contract`,
  'positions.mode': t`Position mode`,
  'positions.mostToWithdraw': t`Margin that can be withdrawn`,
  'accounts.marketFee': t`Fees of one market`,
  'accounts.subAccounts': t`Sub-accounts`,
  'accounts.subHoldings': t`Holdings of a sub-account`,
  'accounts.subFutures': t`Futures wallets of sub-accounts`,
  'accounts.baseFee': t`Base fees`,
  'currencies.list': t`Currencies`,
  'currencies.read': t`One currency`,
  'deposits.list': t`Deposits`,
  'ledger.list': t`Account ledger`,
  'transfers.transferable': t`What can be transferred`,
  'withdrawals.list': t`Withdrawals`,
  'margin.config': t`Settings of cross margin`,
  'margin.isolatedSymbols': t`Pairs of isolated margin`,
  'margin.borrowRate': t`Interest rate of a currency`,
  'margin.crossAccount': t`Cross margin account`,
  'margin.isolatedAccounts': t`Isolated margin accounts`,
  'margin.orders': t`Margin orders`,
  'margin.doneOrders': t`Done margin orders`,
  'margin.fills': t`Margin fills`,
  'margin.loans': t`Margin loans`,
  'margin.interest': t`Margin interest`,
  'spot.orders': t`Spot orders`,
  'futures.orders': t`Futures orders`,
  'spot.stops': t`Spot stops`,
  'futures.stops': t`Futures stops`,
  'spot.fills': t`Spot fills`,
  'futures.fills': t`Futures fills`,
  positions: t`Positions`,
  balances: t`Assets`,
  'margin.accounts': t`Margin accounts`,
};

const byName: Readonly<Record<string, string | undefined>> = names;

/** A read or a list of the account as the desk knows it; the name of the call where it has no words. */
export function readTitleOf(name: string): string {
  return byName[name] ?? name;
}
