import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#practice/kernel/durations.ts';
import { type MarginExchange, openMarginExchange, restingOrder } from '../testing/margin-exchange.ts';
import { keysOf, member, rows } from '../testing/unwrap.ts';

const fills = 'GET /api/v3/hf/margin/fills';
const done = 'GET /api/v3/hf/margin/orders/done';
const bitcoin = 'symbol=BTC-USDT&tradeType=MARGIN_TRADE';

/** docs/exchange/records.md §4.2 */
const fillFields =
  'id symbol tradeId orderId counterOrderId side liquidity forceTaker price size funds fee feeRate feeCurrency stop tradeType type createdAt';

const ids = (reply: unknown) => rows(reply).map(row => String(member(row, 'orderId') ?? member(row, 'id')));

describe.each(['document', 'live'] as const)('margin fills and order history, dialect %s', dialect => {
  let exchange: MarginExchange;
  const call: MarginExchange['call'] = (request, how) => exchange.call(request, how);
  beforeEach(async () => {
    exchange = await openMarginExchange(dialect);
    exchange.give(exchange.traderId, 'margin', { USDT: '1000000', BTC: '10' });
    exchange.give(exchange.traderId, 'isolated:BTC-USDT', { USDT: '1000' });
    exchange.give(exchange.traderId, 'trade', { USDT: '1000' });
  });
  afterEach(() => exchange.server.close());

  const { clientOid: _, ...plain } = restingOrder;
  const cross = { ...plain, tradeType: 'MARGIN_TRADE' } as const;
  const wait = (ms: number): void => exchange.clock.advanceTo(exchange.clock.nowMs() + ms);
  const trade = (change = {}) => {
    wait(1);
    return exchange.place({ ...cross, price: '50010', size: '0.001', ...change });
  };

  it('write each record as the dialect does, with ids above 2^53', async () => {
    const order = trade();
    const [record] = rows(await call(`${fills}?${bitcoin}`));
    const extra = dialect === 'live' ? ' tax taxRate' : '';
    expect(keysOf(record)).toEqual(`${fillFields}${extra}`.split(' ').toSorted());
    expect(record).toMatchObject({
      orderId: order.id,
      side: 'buy',
      liquidity: 'taker',
      price: '50010',
      size: '0.001',
      funds: '50.01',
      feeRate: '0.001',
      fee: '0.05001',
      stop: '',
      tradeType: 'MARGIN_TRADE',
      type: 'limit',
      forceTaker: false,
    });
    expect(Number(member(record, 'id'))).toBeGreaterThan(2 ** 53);
    expect(Number(member(record, 'tradeId'))).toBeGreaterThan(2 ** 53);
  });

  it('filter by pair, kind, side and type', async () => {
    const bought = trade();
    const sold = trade({ side: 'sell', price: '49990' });
    wait(1);
    const atMarket = exchange.placeAs({ symbol: 'BTC-USDT', side: 'buy', type: 'market', funds: '50' }, 'MARGIN_TRADE');
    const apart = trade({ tradeType: 'MARGIN_ISOLATED_TRADE' });
    trade({ tradeType: 'TRADE' });
    expect(ids(await call(`${fills}?${bitcoin}`))).toEqual([atMarket.id, sold.id, bought.id]);
    expect(ids(await call(`${fills}?${bitcoin}&side=sell`))).toEqual([sold.id]);
    expect(ids(await call(`${fills}?${bitcoin}&type=market`))).toEqual([atMarket.id]);
    expect(ids(await call(`${fills}?symbol=BTC-USDT&tradeType=MARGIN_ISOLATED_TRADE`))).toEqual([apart.id]);
    expect(await call(`${fills}?symbol=ETH-USDT&tradeType=MARGIN_TRADE`)).toEqual({ items: [], lastId: 0 });
  });

  it('ignore everything else for a given order', async () => {
    const first = trade();
    trade();
    expect(ids(await call(`${fills}?orderId=${first.id}`))).toEqual([first.id]);
    const query = `symbol=NO-PAIR&tradeType=WRONG&side=sell&lastId=1&limit=x&startAt=y&orderId=${first.id}`;
    expect(ids(await call(`${fills}?${query}`))).toEqual([first.id]);
    expect(ids(await call(`${fills}?orderId=unknown`))).toEqual([]);
  });

  it('reach three days back, and limit a wider window to that', async () => {
    const oldest = trade();
    wait(dayMs);
    const older = trade();
    wait(2 * dayMs - 10);
    const newest = trade();
    const nowMs = exchange.clock.nowMs();
    expect(ids(await call(`${fills}?${bitcoin}`))).toEqual([newest.id, older.id, oldest.id]);
    wait(11);
    expect(ids(await call(`${fills}?${bitcoin}`))).toEqual([newest.id, older.id]);
    const between = (startAt: number, endAt: number) =>
      call(`${fills}?${bitcoin}&startAt=${startAt}&endAt=${endAt}`).then(ids);
    expect(await between(nowMs - 2.5 * dayMs, nowMs - dayMs)).toEqual([older.id]);
    expect(await between(0, nowMs - dayMs)).toEqual([newest.id, older.id]);
    expect(await between(nowMs - 5 * dayMs, nowMs - 4 * dayMs)).toEqual([]);
    expect(ids(await call(`${fills}?${bitcoin}&startAt=0`))).toEqual([newest.id, older.id]);
    expect(ids(await call(`${fills}?${bitcoin}&endAt=${nowMs - dayMs}`))).toEqual([older.id]);
  });

  it('return a hundred at a time, two hundred at most, and lastId walks them without loss or duplicates', async () => {
    for (let count = 0; count < 230; count += 1) trade({ size: '0.0001' });
    expect(rows(await call(`${fills}?${bitcoin}`))).toHaveLength(100);
    expect(rows(await call(`${fills}?${bitcoin}&limit=500`))).toHaveLength(200);
    const everything = exchange.spot.fills(exchange.traderId, 0).map(fill => fill.orderId);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 200 }), async limit => {
        const seen: string[] = [];
        let query = `${bitcoin}&limit=${limit}`;
        for (let batch = await rawBatch(query); batch.ids.length > 0; batch = await rawBatch(query)) {
          seen.push(...batch.ids);
          query = `${bitcoin}&limit=${limit}&lastId=${batch.lastId}`;
        }
        expect(seen).toEqual(everything);
      }),
      { numRuns: 4 },
    );
  });

  /** `lastId` as text: a double would lose its digits. */
  const rawBatch = async (query: string): Promise<{ ids: readonly string[]; lastId: string }> => {
    const text = await exchange.text(`${fills}?${query}`);
    const lastId = /"lastId":(\d+)/.exec(text)?.[1] ?? '';
    return { ids: [...text.matchAll(/"orderId":"([^"]+)"/g)].map(match => match[1] ?? ''), lastId };
  };

  it.each([
    [fills, 'tradeType=MARGIN_TRADE', 'symbol is required'],
    [fills, 'symbol=BTC-USDT', 'tradeType is required'],
    [fills, 'symbol=BTC-USDT&tradeType=TRADE', 'tradeType must be one of MARGIN_TRADE, MARGIN_ISOLATED_TRADE'],
    [fills, `${bitcoin}&side=up`, 'side must be one of buy, sell'],
    [fills, `${bitcoin}&type=stop`, 'type must be one of limit, market'],
    [fills, `${bitcoin}&limit=0`, 'limit must be a whole number from 1 to 1000000'],
    [fills, `${bitcoin}&lastId=x`, 'lastId must be a whole number'],
    [fills, `${bitcoin}&startAt=-1`, 'startAt must be a whole number from 0 to 253402300799999'],
    [done, 'tradeType=MARGIN_TRADE', 'symbol is required'],
    [done, `${bitcoin}&startAt=0`, ''],
    [
      done,
      `${bitcoin}&startAt=0&endAt=604800001`,
      'startAt and endAt must not be more than 7*24 hours apart for done orders',
    ],
    [done, `${bitcoin}&startAt=2&endAt=1`, 'startAt must not be after endAt'],
  ])('%s?%s answers "%s"', async (request, query, msg) => {
    const reply = await call(`${request}?${query}`);
    if (msg === '') expect(rows(reply)).toEqual([]);
    else expect(reply).toEqual({ code: '400100', msg });
  });

  it('list past orders in batches, newest first', async () => {
    const placed = [trade(), trade(), trade({ price: '48000' })];
    exchange.spot.cancel(exchange.traderId, placed[2]?.id ?? '');
    trade({ price: '48000' });
    const expected = placed.map(order => order.id).toReversed();
    const all = await call(`${done}?${bitcoin}`);
    expect(ids(all)).toEqual(expected);
    expect(rows(all)[0]).toMatchObject({ active: false, inOrderBook: false, cancelExist: true });
    expect(ids(await call(`${done}?${bitcoin}&side=sell`))).toEqual([]);
    expect(ids(await call(`${done}?${bitcoin}&type=limit`))).toHaveLength(3);
    const first = await exchange.text(`${done}?${bitcoin}&limit=2`);
    const lastId = /"lastId":(\d+)/.exec(first)?.[1] ?? '';
    expect(ids(await call(`${done}?${bitcoin}&limit=2&lastId=${lastId}`))).toEqual(expected.slice(2));
  });

  it('omit isolated orders from the recent fills, whose record has no kind', async () => {
    const own = trade();
    trade({ tradeType: 'MARGIN_ISOLATED_TRADE' });
    expect(rows(await call('GET /api/v1/limit/fills'))).toMatchObject([{ orderId: own.id, tradeType: 'MARGIN_TRADE' }]);
  });
});
