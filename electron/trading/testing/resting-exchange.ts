import type { KillScope } from '#shared/domain/safety/kill-switch.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeClient, type FakeClientOptions } from '#client/testing/fake-client.ts';

interface Resting {
  readonly id: string;
  readonly symbol: string;
  readonly placedBy?: StopOrder['placedBy'];
  readonly venue?: StopOrder['venue'];
  readonly side?: StopOrder['side'];
  readonly isReduceOnly?: boolean;
}

/** An exchange on which orders rest until they are cancelled, each kind with its own bad hour. */
export interface RestingExchange {
  readonly client: ExchangeClient;
  readonly orders: Map<KillScope, Resting[]>;
  /** why reads and cancels of a kind fail now */
  readonly down: Map<KillScope, Failure>;
  /** kinds whose cancels are acknowledged and do nothing */
  readonly deaf: Set<KillScope>;
  /** what was asked, in order */
  readonly asked: string[];
}

const all = () => true;
const on = (symbol: string) => (order: Resting) => order.symbol === symbol;
const byId = (orderId: string) => (order: Resting) => order.id === orderId;
const scopeOf = (tradeType: TradeType = 'spot'): KillScope => `${tradeType}-orders`;

/** What is asked of one kind of orders. */
function createScopes() {
  const orders = new Map<KillScope, Resting[]>();
  const down = new Map<KillScope, Failure>();
  const deaf = new Set<KillScope>();
  const asked: string[] = [];
  const ask = <T>(scope: KillScope, what: string, answer: () => T): Promise<Result<T>> => {
    asked.push(`${scope} ${what}`);
    const error = down.get(scope);
    return Promise.resolve(error === undefined ? succeed(answer()) : { ok: false, error });
  };
  const of = (scope: KillScope) => orders.get(scope) ?? [];
  const remove = (scope: KillScope, isGone: (order: Resting) => boolean) => {
    const gone = deaf.has(scope) ? [] : of(scope).filter(isGone);
    const left = of(scope).filter(order => !gone.includes(order));
    orders.set(scope, left);
    return { orderIds: gone.map(({ id }) => id) };
  };
  return {
    orders,
    down,
    deaf,
    asked,
    ask,
    of,
    cancel: (scope: KillScope, what: string, isGone: (order: Resting) => boolean) =>
      ask(scope, what, () => remove(scope, isGone)),
    cancelInWords: (scope: KillScope, what: string, isGone: (order: Resting) => boolean) =>
      ask(scope, what, () => {
        remove(scope, isGone);
        return 'success';
      }),
    list: (scope: KillScope) =>
      ask(scope, 'list', () => ({ items: of(scope).map(each => buildOrder(each)), isComplete: true })),
    listStops: (scope: KillScope) =>
      ask(scope, 'list', () => ({ items: of(scope).map(each => buildStopOrder(each)), isComplete: true })),
    listPair: (scope: KillScope, symbol: string) =>
      ask(scope, `list ${symbol}`, () =>
        of(scope)
          .filter(on(symbol))
          .map(each => buildOrder(each)),
      ),
    symbols: (scope: KillScope) => ask(scope, 'symbols', () => [...new Set(of(scope).map(({ symbol }) => symbol))]),
  };
}

type Scopes = ReturnType<typeof createScopes>;

function spotParts({ ask, list, listPair, listStops, symbols, cancel, cancelInWords, of }: Scopes): FakeClientOptions {
  return {
    spot: {
      allOrders: ({ tradeType }) => list(scopeOf(tradeType)),
      cancel: ({ orderId }) => cancel('spot-orders', `cancel ${orderId}`, byId(orderId)),
    },
    spotHf: {
      activeSymbols: () => symbols('spot-orders'),
      allActive: async ({ symbol }) => {
        const rows = await listPair('spot-orders', symbol);
        return rows.ok ? succeed({ items: rows.value, isComplete: true }) : rows;
      },
      cancelPair: ({ symbol }) => cancelInWords('spot-orders', `cancel pair ${symbol}`, on(symbol)),
      cancelAll: async () => {
        const gone = await cancel('spot-orders', 'cancel all', all);
        return gone.ok ? succeed({ cancelled: gone.value.orderIds, failed: [] }) : gone;
      },
    },
    spotClassic: {
      cancelAll: ({ symbol }) =>
        symbol === undefined
          ? cancel('spot-orders', 'cancel all classic', all)
          : cancel('spot-orders', `cancel pair ${symbol} classic`, on(symbol)),
    },
    stops: {
      all: ({ tradeType = 'spot' }) => listStops(tradeType === 'spot' ? 'spot-stops' : 'margin-stops'),
      cancel: ({ orderId, tradeType }) => {
        const scope = of('margin-stops').some(byId(orderId)) ? 'margin-stops' : 'spot-stops';
        return cancel(scope, `cancel ${orderId}${tradeType === undefined ? '' : ' on margin'}`, byId(orderId));
      },
    },
    oco: { cancelMany: ({ symbol }) => ask('spot-stops', `cancel oco ${symbol}`, () => ({ orderIds: [] })) },
  };
}

function marginParts({
  listPair,
  symbols,
  cancel,
  cancelInWords,
  of,
}: Scopes): NonNullable<FakeClientOptions['margin']> {
  return {
    activeSymbols: ({ tradeType }) => symbols(scopeOf(tradeType)),
    activeOrders: ({ symbol, tradeType }) => listPair(scopeOf(tradeType), symbol),
    cancelAll: ({ symbol, tradeType }) => cancelInWords(scopeOf(tradeType), `cancel all ${symbol}`, on(symbol)),
    cancel: ({ orderId }) => {
      const scope = of('cross-orders').some(byId(orderId)) ? 'cross-orders' : 'isolated-orders';
      return cancel(scope, `cancel ${orderId}`, byId(orderId));
    },
  };
}

function futuresParts({ list, listStops, cancel, of }: Scopes): FakeClientOptions {
  return {
    futures: {
      allOrders: () => list('futures-orders'),
      allStops: () => listStops('futures-stops'),
      cancel: ({ orderId }) => {
        const scope = of('futures-stops').some(byId(orderId)) ? 'futures-stops' : 'futures-orders';
        return cancel(scope, `cancel ${orderId}`, byId(orderId));
      },
    },
    futuresBatches: {
      cancelAll: ({ symbol }) => cancel('futures-orders', `cancel all ${symbol}`, on(symbol)),
      cancelAllStops: () => cancel('futures-stops', 'cancel all', all),
    },
  };
}

export function createRestingExchange(): RestingExchange {
  const scopes = createScopes();
  const margin = marginParts(scopes);
  const client = createFakeClient({ ...spotParts(scopes), ...futuresParts(scopes), margin });
  return { ...scopes, client };
}

/** One of each kind rests, and two of the first. */
export function fillExchange({ orders }: RestingExchange): void {
  orders.set('spot-orders', [
    { id: 's1', symbol: 'BTC-USDT' },
    { id: 's2', symbol: 'ETH-USDT' },
  ]);
  orders.set('spot-stops', [{ id: 't1', symbol: 'BTC-USDT' }]);
  orders.set('cross-orders', [{ id: 'c1', symbol: 'BTC-USDT' }]);
  orders.set('isolated-orders', [{ id: 'i1', symbol: 'BTC-USDT' }]);
  orders.set('margin-stops', [{ id: 'm1', symbol: 'BTC-USDT' }]);
  orders.set('futures-orders', [{ id: 'f1', symbol: 'XBTUSDTM' }]);
  orders.set('futures-stops', [{ id: 'g1', symbol: 'XBTUSDTM' }]);
}
