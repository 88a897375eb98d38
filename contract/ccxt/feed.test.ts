import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type CcxtClient, ccxtClient, figure, levels, prices, type CcxtRow } from './testing/ccxt-client.ts';

function top(book: CcxtRow) {
  return { bids: levels(book, 'bids').slice(0, 50), asks: levels(book, 'asks').slice(0, 50) };
}

/** The book that ccxt updates by increments equals REST at the same sequence number, and own orders are pushed. */
describe.each([
  ['spot feed', 'BTC/USDT', 0.001],
  ['futures feed', 'BTC/USDT:USDT', 1],
] as const)('ccxt on the %s', (kind, market, amount) => {
  let exchange: ContractExchange;
  let client: CcxtClient;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = ccxtClient(exchange.ready, kind);
    // for lines without encryption, as on this machine alone
    await client.ask('loadHttpProxyAgent');
    await client.ask('loadMarkets');
  });
  afterAll(async () => {
    await client.ask('close');
    await exchange.stop();
  });

  /** what is pushed after the action */
  const pushedAfter = async (
    method: string,
    action: () => Promise<unknown>,
    ...of: readonly string[]
  ): Promise<unknown> => {
    const received: unknown[] = [];
    const listen = async (): Promise<void> => {
      received.push(await client.ask(method, ...of));
      await listen();
    };
    // ends with the connection
    listen().catch(() => undefined);
    await expect
      .poll(
        async () => {
          await action();
          return received.length;
        },
        { interval: 250 },
      )
      .toBeGreaterThan(0);
    return received.at(-1);
  };

  it('shows a sorted incremental book that is not crossed, with a rising sequence', async () => {
    const numbers: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const book = await client.one('watchOrderBook', market);
      const [bids, asks] = [prices(book, 'bids'), prices(book, 'asks')];
      numbers.push(figure(book, 'nonce'));
      expect(bids).toEqual(bids.toSorted((a, b) => b - a));
      expect(asks).toEqual(asks.toSorted((a, b) => a - b));
      expect(bids[0]).toBeLessThan(asks[0] ?? 0);
    }
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBeGreaterThan(numbers[0] ?? 0);
  });

  it('has an incremental book equal to that of REST at the same sequence', async () => {
    const [followed, read] = [new Map<number, ReturnType<typeof top>>(), new Map<number, ReturnType<typeof top>>()];
    const follow = async (): Promise<void> => {
      const book = await client.one('watchOrderBook', market);
      followed.set(figure(book, 'nonce'), top(book));
      await follow();
    };
    // ends with the connection
    follow().catch(() => undefined);
    const both = () => Array.from(read.keys()).filter(nonce => followed.has(nonce));
    await expect
      .poll(
        async () => {
          const book = await client.one('fetchOrderBook', market);
          read.set(figure(book, 'nonce'), top(book));
          return both().length;
        },
        { interval: 30 },
      )
      .toBeGreaterThan(1);
    for (const nonce of both()) expect(followed.get(nonce)).toEqual(read.get(nonce));
  });

  it('receives pushed balances, and the position of a contract', async () => {
    const buy = () => client.ask('createOrder', market, 'market', 'buy', amount);
    const balance = await pushedAfter('watchBalance', buy);
    expect(figure(balance, 'USDT', 'total')).toBeGreaterThan(100);
    expect(figure(balance, 'USDT', 'free')).toBeLessThanOrEqual(figure(balance, 'USDT', 'total'));
    if (kind === 'spot feed') return;
    const position = await pushedAfter('watchPosition', buy, market);
    expect(position).toMatchObject([{ symbol: market, side: 'long', marginMode: 'isolated' }]);
    expect(figure(position, 0, 'contracts')).toBeGreaterThan(121);
  });

  it('receives ticker and best prices', async () => {
    const ticker = await client.one('watchTicker', market);
    expect(ticker['symbol']).toBe(market);
    expect(figure(ticker, 'bid')).toBeLessThan(figure(ticker, 'ask'));
  });

  it('receives own orders and own trades', async () => {
    const price = Math.floor(figure(await client.one('fetchTicker', market), 'bid') * 0.95);
    /** actions until the first one is pushed: earlier ones are not pushed to a new topic */
    const pushed = async (method: string, field: 'id' | 'order', ...order: readonly unknown[]): Promise<CcxtRow> => {
      const actions = new Set<unknown>();
      const received: CcxtRow[] = [];
      const listen = async (): Promise<void> => {
        received.push(...(await client.rows(method, market)));
        await listen();
      };
      // ends with the connection
      listen().catch(() => undefined);
      await expect
        .poll(
          async () => {
            actions.add(await client.id('createOrder', market, ...order));
            return received.some(row => actions.has(row[field]));
          },
          { interval: 250 },
        )
        .toBe(true);
      return received.find(row => actions.has(row[field])) ?? {};
    };
    const rests = await pushed('watchOrders', 'id', 'limit', 'buy', amount, price);
    expect(rests).toMatchObject({ symbol: market, side: 'buy', price, amount });
    const trade = await pushed('watchMyTrades', 'order', 'market', 'buy', amount);
    expect(trade).toMatchObject({ symbol: market, side: 'buy', amount });
    await client.ask('cancelAllOrders', market);
  });
});
