import type { PlacedOrder } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Trading } from '../trading.ts';
import { account, answering, marked, position, request } from './trading-fixture.ts';

/** An account at which everything works, and what reached it. */
export function openAccount() {
  const sent: string[] = [];
  const takes =
    <T>(name: string, value: T) =>
    () => {
      sent.push(name);
      return Promise.resolve(succeed(value));
    };
  const placed: PlacedOrder = { orderId: 'o', clientOid: 'oid-1' };
  const noPage = { page: 1, pageSize: 50, totalItems: 0, totalPages: 0, items: [] };
  const at = account({
    spot: {
      place: takes('order', placed),
      placeBatch: takes('batch', []),
      placeBatchSync: takes('batch', []),
      cancel: takes('cancel', { orderIds: ['o'] }),
    },
    stops: { place: takes('stop', placed), cancel: takes('cancel', { orderIds: ['o'] }) },
    futures: {
      place: takes('futures', placed),
      cancel: takes('cancel', { orderIds: ['o'] }),
      positions: answering([position]),
      depositMargin: takes('margin', position),
    },
    oco: { place: takes('pair', { orderId: 'o' }) },
    futuresBatches: { placeTakeProfit: takes('protected', placed), placeBatch: takes('futures batch', []) },
    futuresAccount: {
      withdrawMargin: takes('margin out', '50'),
      setMarginMode: takes('mode', 'cross'),
    },
    margin: {
      place: takes('margin order', { ...placed, borrowedSize: null }),
      cancel: takes('cancel', { orderIds: ['o'] }),
      cancelAll: takes('cancel', 'success'),
      loans: answering(noPage),
      borrow: takes('borrow', { orderNo: 'n', actualSize: '1' }),
      repay: takes('repay', { orderNo: 'n', actualSize: '1' }),
    },
    wallet: { ledger: answering(noPage), hfLedger: answering([]), transfer: takes('transfer', { orderId: 'o' }) },
  });
  return { at, sent };
}

export const futures = {
  clientOid: 'f',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  price: '100.1',
  size: '500',
  leverage: '5',
} as const;
const own = { symbol: null, userId: null } as const;
type At = ReturnType<typeof openAccount>['at'];

export type Way = (at: At) => Promise<Result<unknown>>;

/** Each way to send something, with an action worth some fifty USDT. */
export function waysOn(trading: () => Trading) {
  return {
    order: (at: At) => trading().placeOrder(at, request),
    'market order': (at: At) =>
      trading().placeOrder(at, { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'market', funds: '50' }),
    batch: (at: At) => trading().placeBatch(at, { mode: 'sync', orders: [marked('a'), marked('b')] }),
    stop: (at: At) => trading().placeStop(at, { ...request, stop: 'entry', stopPrice: '100.1' }),
    futures: (at: At) => trading().placeFuturesOrder(at, futures),
    'futures batch': (at: At) => trading().placeFuturesBatch(at, { orders: [futures, { ...futures, clientOid: 'g' }] }),
    'margin order': (at: At) => trading().placeMarginOrder(at, { ...request, tradeType: 'cross', isAutoBorrow: true }),
    pair: (at: At) =>
      trading().placePair(at, {
        clientOid: 'p',
        symbol: 'BTC-USDT',
        side: 'sell',
        size: '0.5',
        price: '100.1',
        stopPrice: '90',
        limitPrice: '89.5',
      }),
    'protected order': (at: At) =>
      trading().placeProtectedOrder(at, { ...futures, triggerUpPrice: '120', stopPriceType: 'TP' }),
    cancel: (at: At) => trading().cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o', isStop: false }),
    'cancel of a stop': (at: At) =>
      trading().cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 's', isStop: true }),
    'cancel of all on margin': (at: At) =>
      trading().cancelMarginOrders(at, { id: 'c', symbol: 'BTC-USDT', tradeType: 'cross' }),
    margin: (at: At) => trading().addMargin(at, { symbol: 'XBTUSDTM', amount: '50', bizNo: 'b' }),
    'margin out': (at: At) => trading().withdrawMargin(at, { symbol: 'XBTUSDTM', amount: '3', id: 'w' }),
    'margin mode': (at: At) =>
      trading().changeContract(at, {
        id: 's',
        symbol: 'ETHUSDTM',
        change: { kind: 'margin-mode', marginMode: 'cross' },
      }),
    borrow: (at: At) =>
      trading().changeLoan(at, { kind: 'borrow', loan: { id: 'l', currency: 'USDT', size: '50', symbol: null } }),
    transfer: (at: At) =>
      trading().transfer(at, {
        clientOid: 't',
        currency: 'USDT',
        amount: '50',
        from: { ...own, wallet: 'main' },
        to: { ...own, wallet: 'trade' },
      }),
  } as const satisfies Record<string, Way>;
}
