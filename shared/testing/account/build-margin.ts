import type { MarginAccountRow, MarginConfig, MarginHolding } from '#shared/domain/account/margin.ts';

/** For tests: one currency of a margin account that holds and owes nothing. */
export function buildMarginHolding(change: Partial<MarginHolding> = {}): MarginHolding {
  return {
    currency: 'USDT',
    total: '0',
    available: '0',
    held: '0',
    liability: '0',
    principal: '0',
    interest: '0',
    mostToBorrow: '1000',
    isBorrowEnabled: true,
    isTransferInEnabled: true,
    ...change,
  };
}

/** For tests: a cross account that owes half of what it has. */
export function buildCrossAccount(change: Partial<MarginAccountRow> = {}): MarginAccountRow {
  return {
    id: 'cross',
    type: 'cross',
    symbol: null,
    quoteCurrency: 'USDT',
    totalAssets: '2000',
    totalLiabilities: '1000',
    debtRatio: '0.5',
    status: 'effective',
    holdings: [
      buildMarginHolding({
        total: '2000',
        available: '1500',
        held: '500',
        liability: '1000',
        principal: '999',
        interest: '1',
      }),
      buildMarginHolding({ currency: 'BTC', mostToBorrow: '0.5' }),
    ],
    ...change,
  };
}

/** For tests: an isolated pair that owes nine tenths of what it has. */
export function buildIsolatedAccount(change: Partial<MarginAccountRow> = {}): MarginAccountRow {
  return {
    id: 'ETH-USDT',
    type: 'isolated',
    symbol: 'ETH-USDT',
    quoteCurrency: null,
    totalAssets: null,
    totalLiabilities: null,
    status: 'debt',
    debtRatio: '0.9',
    holdings: [
      buildMarginHolding({ currency: 'ETH', total: '2', available: '2' }),
      buildMarginHolding({ liability: '1800', principal: '1800' }),
    ],
    ...change,
  };
}

/** For tests: the exchange's own lines. */
export const marginConfig: MarginConfig = {
  maxLeverage: '5',
  warningDebtRatio: '0.95',
  liquidationDebtRatio: '0.97',
  currencies: ['USDT', 'BTC', 'ETH'],
};
