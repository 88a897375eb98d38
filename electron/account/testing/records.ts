import type { CrossMarginAccount, MarginHolding } from '#shared/domain/account/margin.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { OrderChange, OrderMatch, StopChange } from '#client/feed/messages/orders.ts';
import type { BalanceChange, WalletChange } from '#client/feed/messages/wallets.ts';
import { orderFrom } from '../lists/order-merge.ts';

export const change: OrderChange = {
  venue: 'spot',
  orderId: 'o1',
  clientOid: 'c1',
  symbol: 'BTC-USDT',
  event: 'open',
  status: 'open',
  side: 'buy',
  type: 'limit',
  price: '100',
  size: '10',
  funds: null,
  filledSize: '0',
  remainingSize: '10',
  cancelledSize: '0',
  remainingFunds: null,
  cancelledFunds: null,
  oldSize: null,
  match: null,
  marginMode: null,
  isLiquidation: false,
  createdAtMs: 1,
  timeMs: 10,
};
export const matchOf = (tradeId: string, price: Decimal, size: Decimal): OrderMatch => ({
  tradeId,
  price,
  size,
  liquidity: 'taker',
});
export const filled = (filledSize: Decimal, match: OrderMatch | null, timeMs: number): OrderChange => ({
  ...change,
  event: 'match',
  status: 'match',
  filledSize,
  match,
  timeMs,
});
export const done: OrderChange = { ...change, event: 'filled', status: 'done', filledSize: '10', timeMs: 90 };
/** the order as REST has it, with fields that no frame has */
export const rest: Order = { ...orderFrom(change), isPostOnly: true, fee: '0.5', feeCurrency: 'USDT', updatedAtMs: 5 };
export const fill: Fill = {
  venue: 'spot',
  tradeId: 't1',
  orderId: 'o1',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  side: 'buy',
  price: '100',
  size: '4',
  funds: '400',
  fee: '0.4',
  feeRate: '0.001',
  feeCurrency: 'USDT',
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  liquidity: 'taker',
  isForceTaker: false,
  cause: 'trade',
  createdAtMs: 20,
};
/** the same on a contract: 4 lots of a thousandth */
export const futuresFill: Fill = {
  ...fill,
  venue: 'futures',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  funds: '0.4',
  openFee: '0.3',
  closeFee: '0.1',
  settleCurrency: 'USDT',
};
export const stopOrder: StopOrder = {
  venue: 'spot',
  id: 's1',
  clientOid: 'c',
  symbol: 'BTC-USDT',
  tradeType: 'spot',
  type: 'limit',
  side: 'sell',
  price: '90',
  size: '1',
  funds: null,
  stop: 'loss',
  stopPrice: '91',
  stopPriceType: null,
  timeInForce: 'GTC',
  isReduceOnly: false,
  status: 'new',
  placedBy: 'user',
  remark: null,
  createdAtMs: 1,
};
export const stopChange: StopChange = {
  venue: 'spot',
  orderId: 's1',
  symbol: 'BTC-USDT',
  event: 'open',
  side: 'sell',
  price: '90',
  size: '1',
  stop: 'loss',
  stopPrice: '91',
  stopPriceType: null,
  tradeType: 'spot',
  hasTriggered: null,
  failMessage: null,
  createdAtMs: 1,
  timeMs: 10,
};
export const position: Position = {
  id: 'p1',
  symbol: 'XBTUSDTM',
  settleCurrency: 'USDT',
  isOpen: true,
  marginMode: 'isolated',
  isInverse: false,
  quantity: '10',
  averageEntryPrice: '100',
  markPrice: '100',
  markValue: '1000',
  liquidationPrice: '80',
  bankruptPrice: '79',
  realLeverage: '10',
  riskLimit: '1000000',
  maintenanceMarginRate: '0.004',
  adlPercentile: '0.5',
  positionCost: '1000',
  addedMargin: '0',
  initialMargin: '100',
  bankruptcyCost: '1',
  fundingPaid: '0',
  positionMargin: '101',
  maintenanceMargin: '4',
  marginWithPnl: '101',
  realisedPnl: '0',
  unrealisedPnl: '0',
  unrealisedPnlRatio: '0',
  returnOnEquity: '0',
  isAutoDeposit: false,
  openedAtMs: 1,
  asOfMs: 100,
};
export const balanceChange: BalanceChange = {
  accountId: 'a1',
  currency: 'USDT',
  total: '10',
  available: '6',
  held: '4',
  event: 'trade_hf.hold',
  eventId: null,
  symbol: null,
  orderId: null,
  timeMs: 10,
};
export const walletChange: WalletChange = {
  currency: 'USDT',
  walletBalance: '100',
  availableBalance: '60',
  holdBalance: '1',
  equity: '105',
  isolatedOrderMargin: '2',
  isolatedPositionMargin: '30',
  isolatedUnrealisedPnl: '5',
  isolatedFundingFeeMargin: '0',
  crossOrderMargin: '3',
  crossPositionMargin: '4',
  crossUnrealisedPnl: '0',
  totalCrossMargin: '60',
  version: '1',
  timeMs: 10,
};

export const balance: Balance = {
  accountId: 'a1',
  wallet: 'trade',
  currency: 'USDT',
  total: '1',
  available: '1',
  held: '0',
};
export const onContract: OrderChange = { ...change, venue: 'futures', symbol: 'XBTUSDTM' };
/** a match of an order of a contract */
export const matched = (filledSize: Decimal, match: OrderMatch, timeMs: number): OrderChange => ({
  ...filled(filledSize, match, timeMs),
  venue: 'futures',
  symbol: 'XBTUSDTM',
});

const marginHolding: MarginHolding = {
  currency: 'USDT',
  total: '100',
  available: '90',
  held: '10',
  liability: '40',
  principal: '39',
  interest: '1',
  mostToBorrow: '50',
  isBorrowEnabled: true,
  isTransferInEnabled: true,
};

export const crossAccount: CrossMarginAccount = {
  quoteCurrency: 'USDT',
  totalAssets: '100',
  totalLiabilities: '40',
  debtRatio: '0.4',
  status: 'effective',
  holdings: [marginHolding],
};
