import { describe, expect, it } from 'vitest';
import type { Balance } from '#shared/domain/account.ts';
import type { Fill } from '#shared/domain/fill.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { Order } from '#shared/domain/order.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { BalanceChange, OrderChange, OrderMatch, StopChange, WalletChange } from '#client/feed/messages.ts';
import { createFakeClient } from '#trading/fake-client.ts';
import { createFakeFeed } from '#market/testing/fake-feed.ts';
import { createFakeWorld } from '#market/testing/fake-world.ts';
import { createNotes } from '#market/testing/notes.ts';
import { orderFrom } from './lists/order-merge.ts';
import type { StopNews } from './lists/stops.ts';
import { followAccount } from './account.ts';

const change: OrderChange = {
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
const matchOf = (tradeId: string, price: string, size: string): OrderMatch => ({
  tradeId,
  price,
  size,
  liquidity: 'taker',
});
const filled = (filledSize: string, match: OrderMatch | null, timeMs: number): OrderChange => ({
  ...change,
  event: 'match',
  status: 'match',
  filledSize,
  match,
  timeMs,
});
const done: OrderChange = { ...change, event: 'filled', status: 'done', filledSize: '10', timeMs: 90 };
/** the order as REST knows it, with what no frame tells */
const rest: Order = { ...orderFrom(change), isPostOnly: true, fee: '0.5', feeCurrency: 'USDT', updatedAtMs: 5 };
const fill: Fill = {
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
const futuresFill: Fill = {
  ...fill,
  venue: 'futures',
  symbol: 'XBTUSDTM',
  tradeType: 'futures',
  funds: '0.4',
  openFee: '0.3',
  closeFee: '0.1',
  settleCurrency: 'USDT',
};
const stopOrder: StopOrder = {
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
const stopChange: StopChange = {
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
const position: Position = {
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
const balanceChange: BalanceChange = {
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
const walletChange: WalletChange = {
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

interface Answers {
  order: Result<Order>;
  fills: Result<readonly Fill[]>;
  futuresFills: Result<readonly Fill[]>;
  stop: Result<StopOrder>;
  positions: Result<readonly Position[]>;
  balances: Result<readonly Balance[]>;
}

/** An exchange whose REST answers are what the test says they are at the moment. */
function build() {
  const world = createFakeWorld();
  const fake = createFakeFeed();
  const { log, lines } = createNotes();
  const news = {
    orders: [] as Order[],
    fills: [] as Fill[],
    stops: [] as StopNews[],
    positions: [] as Position[],
    balances: [] as Balance[],
    resets: [] as Venue[],
  };
  const answers: Answers = {
    order: succeed(rest),
    fills: succeed([fill]),
    futuresFills: succeed([futuresFill]),
    stop: succeed(stopOrder),
    positions: succeed([position]),
    balances: succeed([]),
  };
  const asked: string[] = [];
  const reply =
    <K extends keyof Answers>(name: K) =>
    () => {
      asked.push(name);
      return Promise.resolve(answers[name]);
    };
  const client = createFakeClient({
    spot: { order: reply('order'), recentFills: reply('fills') },
    stops: { order: reply('stop') },
    futures: {
      order: reply('order'),
      recentFills: reply('futuresFills'),
      positions: reply('positions'),
      allStops: () => {
        asked.push('stops');
        return Promise.resolve(
          answers.stop.ok ? succeed({ items: [answers.stop.value], isComplete: true }) : answers.stop,
        );
      },
      overview: ({ currency }) => {
        asked.push(`overview ${currency}`);
        const figures = {
          unrealisedPnl: '0',
          marginBalance: '0',
          positionMargin: '1',
          orderMargin: '2',
          frozenFunds: '3',
        };
        return Promise.resolve(succeed({ currency, accountEquity: '50', availableBalance: '44', ...figures }));
      },
    },
    accounts: { balances: reply('balances') },
  });
  const close = followAccount(
    fake.feed,
    { client, world, log },
    {
      orders: some => void news.orders.push(...some),
      fills: some => void news.fills.push(...some),
      stops: some => void news.stops.push(...some),
      positions: some => void news.positions.push(...some),
      balances: some => void news.balances.push(...some),
      reset: venue => void news.resets.push(venue),
    },
  );
  const order = async (some: OrderChange, ms = 20) => {
    fake.tell({ venue: some.venue, kind: 'orders' }, some);
    await world.pass(ms);
  };
  const stop = async (some: StopChange, ms = 20) => {
    fake.tell({ venue: some.venue, kind: 'stopOrders' }, some);
    await world.pass(ms);
  };
  return { world, fake, lines, news, answers, asked, close, order, stop };
}

describe('own orders', () => {
  it('are completed from REST when they are first heard of, and patched from then on', async () => {
    const { order, news, asked } = build();
    await order(change);
    expect(news.orders).toEqual([{ ...rest, updatedAtMs: 10 }]);
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.orders.at(-1)).toMatchObject({ filledSize: '4', filledFunds: '400', isPostOnly: true, isActive: true });
    expect(asked.filter(name => name === 'order')).toHaveLength(1);
  });

  it('21: a fill that comes before anything else of its order makes the order', async () => {
    const { order, news, answers } = build();
    answers.order = succeed({ ...rest, filledSize: '4', filledFunds: '400', updatedAtMs: 20 });
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.orders).toMatchObject([{ id: 'o1', filledSize: '4', filledFunds: '400', isPostOnly: true }]);
    await order(change);
    expect(news.orders.at(-1)).toMatchObject({ filledSize: '4', filledFunds: '400' });
  });

  it('22: never come back from done, and never have less filled, in whatever order frames come', async () => {
    const { order, news, answers, world } = build();
    await order(change);
    answers.order = succeed({
      ...rest,
      isActive: false,
      filledSize: '10',
      filledFunds: '1000',
      fee: '1',
      updatedAtMs: 90,
    });
    await order(done, 400);
    expect(news.orders.at(-1)).toMatchObject({ isActive: false, filledSize: '10', filledFunds: '1000', fee: '1' });
    const count = news.orders.length;
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    await order({ ...change, timeMs: 95 });
    answers.order = succeed(rest);
    await order({ ...done, timeMs: 99 }, 20_000);
    expect(news.orders).toHaveLength(count);
    await world.pass(60_000);
    expect(news.orders.every(({ isActive }, index) => !isActive || index < count - 1)).toBe(true);
  });

  it('22: nor does an answer that is older than the frames take anything back', async () => {
    const { order, news, answers, asked, world } = build();
    await order(change);
    await order({ ...change, event: 'cancelled', status: 'done', cancelledSize: '10', timeMs: 30 }, 20);
    expect(news.orders.at(-1)).toMatchObject({ isActive: false, isCancelled: true });
    await world.pass(2_000);
    expect(news.orders.at(-1)).toMatchObject({ isActive: false, isCancelled: true });
    expect(asked.filter(name => name === 'order').length).toBeGreaterThan(2);
    answers.order = succeed({ ...rest, isActive: false, isCancelled: true, fee: '0', updatedAtMs: 30 });
    await world.pass(20_000);
    expect(news.orders.at(-1)).toMatchObject({ isActive: false, isCancelled: true, fee: '0' });
  });

  it('an alteration changes the size, an older one does not', async () => {
    const { order, news } = build();
    await order(change);
    await order({ ...change, event: 'update', size: '6', oldSize: '10', timeMs: 40 });
    expect(news.orders.at(-1)?.size).toBe('6');
    const count = news.orders.length;
    await order({ ...change, event: 'update', size: '8', oldSize: '10', timeMs: 30 });
    expect(news.orders).toHaveLength(count);
    await order({ ...change, event: 'update', size: null, price: '101', timeMs: 50 });
    expect(news.orders.at(-1)).toMatchObject({ size: '6', price: '101' });
  });

  it('a fill of a contract waits for REST, which alone knows what it is worth', async () => {
    const { order, news, answers, world } = build();
    const future: OrderChange = { ...change, venue: 'futures', symbol: 'XBTUSDTM' };
    const read: Order = { ...rest, venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures' };
    answers.order = succeed(read);
    await order(future, 400);
    expect(news.orders).toHaveLength(1);
    await order({
      ...future,
      event: 'match',
      status: 'match',
      filledSize: '4',
      match: matchOf('f1', '100', '4'),
      timeMs: 20,
    });
    expect(news.orders).toHaveLength(1);
    answers.order = succeed({ ...read, filledSize: '4', filledFunds: '0.4', updatedAtMs: 20 });
    await world.pass(1_000);
    expect(news.orders).toHaveLength(2);
    expect(news.orders.at(-1)).toMatchObject({ filledSize: '4', filledFunds: '0.4' });
  });

  it('what frames say is told when REST does not, and completed when it does', async () => {
    const { order, news, answers, lines, world } = build();
    answers.order = fail('exchange-failed', 'down');
    await order(change);
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.orders.at(0)).toMatchObject({ id: 'o1', price: '100', size: '10', isActive: true, isPostOnly: false });
    expect(lines).toContain('order.not-completed');
    answers.order = succeed({ ...rest, filledSize: '4', filledFunds: '400', updatedAtMs: 20 });
    await world.pass(20_000);
    expect(news.orders.at(-1)).toMatchObject({ filledSize: '4', filledFunds: '400', fee: '0.5' });
  });

  it('one that REST does not know is told as the frame tells it', async () => {
    const { order, news, answers, asked, world } = build();
    answers.order = fail('not-found', 'gone');
    await order({ ...change, event: 'cancelled', status: 'done', cancelledSize: '10' });
    await world.pass(60_000);
    expect(news.orders).toMatchObject([{ id: 'o1', isActive: false, isCancelled: true }]);
    expect(asked).toEqual(['order']);
  });

  it('a crowd is asked for a few at a time', async () => {
    const { order, asked, fake, news, world } = build();
    for (let n = 0; n < 3_500; n += 1) fake.tell({ venue: 'spot', kind: 'orders' }, { ...change, orderId: `x${n}` });
    expect(asked.length).toBeLessThan(5);
    await world.pass(100);
    await order(change);
    expect(news.orders.at(-1)).toMatchObject({ id: 'o1' });
  });
});

describe('own fills', () => {
  it('19: one that comes by feed, by REST and again after a reconnect is told once', async () => {
    const { order, news, fake, world } = build();
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.fills).toEqual([fill]);
    await order(filled('4', matchOf('t1', '100', '4'), 20), 2_000);
    fake.reset({ venue: 'spot', kind: 'orders' });
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    await order(filled('6', matchOf('t2', '101', '2'), 30), 5_000);
    expect(news.fills).toEqual([fill]);
    await world.pass(60_000);
    expect(news.fills).toEqual([fill]);
  });

  it('one whose frame was lost comes with the next', async () => {
    const { order, news, answers } = build();
    const lost = { ...fill, tradeId: 't2', createdAtMs: 25 };
    const before = { ...fill, tradeId: 't0', createdAtMs: 5 };
    answers.fills = succeed([lost, fill, before]);
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.fills).toEqual([fill, lost]);
  });

  it('20: the first word on a trade stands, and a contradiction is loud', async () => {
    const { order, news, answers, lines } = build();
    answers.fills = succeed([{ ...fill, price: '105', funds: '420' }]);
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    expect(news.fills).toEqual([fill]);
    expect(lines).toContain('! fill.contradicted');
    const again = build();
    await again.order(filled('4', matchOf('t1', '100', '4'), 20), 2_000);
    expect(again.lines).not.toContain('! fill.contradicted');
    await again.order(filled('4', matchOf('t1', '106', '4'), 21), 2_000);
    expect(again.lines).toContain('! fill.contradicted');
    expect(again.news.fills).toEqual([fill]);
  });

  it('are asked for once a second at most, and given up with a reset', async () => {
    const { order, news, answers, asked, world } = build();
    answers.fills = succeed([]);
    for (let n = 0; n < 50; n += 1) await order(filled(String(n + 1), matchOf(`m${n}`, '100', '1'), 20 + n), 20);
    expect(asked.filter(name => name === 'fills').length).toBeLessThan(4);
    await world.pass(60_000);
    expect(news.fills).toEqual([]);
    expect(news.resets).toEqual(['spot']);
    answers.fills = succeed([fill]);
    await order(filled('9', matchOf('t1', '100', '4'), 20), 5_000);
    expect(news.fills).toEqual([fill]);
  });
});

const onContract: OrderChange = { ...change, venue: 'futures', symbol: 'XBTUSDTM' };
const matched = (filledSize: string, match: OrderMatch, timeMs: number): OrderChange => ({
  ...filled(filledSize, match, timeMs),
  venue: 'futures',
  symbol: 'XBTUSDTM',
});
const firstMatch = () => matched('4', matchOf('t1', '100', '4'), 20);

describe('own fills of contracts', () => {
  it('19: one that comes by feed, by REST and again after a reconnect is told once', async () => {
    const { order, news, fake, asked, world } = build();
    await order(onContract);
    await order(firstMatch());
    expect(news.fills).toEqual([futuresFill]);
    fake.reset({ venue: 'futures', kind: 'orders' });
    await order(firstMatch(), 2_000);
    await order(matched('6', matchOf('t2', '101', '2'), 30), 60_000);
    expect(news.fills).toEqual([futuresFill]);
    expect(news.resets).toContain('futures');
    expect(asked).not.toContain('fills');
    await world.pass(60_000);
    expect(news.fills).toEqual([futuresFill]);
  });

  it('19: the same trade id on spot, on another contract or of the other order in it is another fill', async () => {
    const { order, news, answers } = build();
    const other = { ...futuresFill, symbol: 'XBTUSDM', createdAtMs: 21 };
    const ownSell = { ...futuresFill, orderId: 'o2', side: 'sell', createdAtMs: 22 } as const;
    await order(filled('4', matchOf('t1', '100', '4'), 20));
    await order(firstMatch(), 2_000);
    answers.futuresFills = succeed([other, futuresFill]);
    await order({ ...firstMatch(), symbol: 'XBTUSDM', timeMs: 21 }, 2_000);
    answers.futuresFills = succeed([ownSell, other, futuresFill]);
    await order({ ...firstMatch(), orderId: 'o2', side: 'sell', timeMs: 22 }, 2_000);
    expect(news.fills).toEqual([fill, futuresFill, other, ownSell]);
  });

  it('20: the first word on a trade stands, and a contradiction is loud', async () => {
    const { order, news, answers, lines } = build();
    answers.futuresFills = succeed([{ ...futuresFill, price: '105', funds: '0.42' }]);
    await order(firstMatch());
    // what the first price was worth, only the contract's multiplier would tell
    expect(news.fills).toEqual([{ ...futuresFill, funds: null }]);
    expect(lines).toContain('! fill.contradicted');
    await order(matched('4', matchOf('t1', '106', '4'), 21), 2_000);
    expect(lines.filter(line => line === '! fill.contradicted')).toHaveLength(2);
    expect(news.fills).toHaveLength(1);
  });

  it('21: a fill that comes before anything else of its order makes the order', async () => {
    const { order, news, answers } = build();
    const known: Order = { ...rest, venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures' };
    answers.order = succeed({ ...known, filledSize: '4', filledFunds: '0.4', updatedAtMs: 20 });
    await order(firstMatch());
    expect(news.orders).toMatchObject([{ venue: 'futures', id: 'o1', filledSize: '4', filledFunds: '0.4' }]);
    expect(news.fills).toEqual([futuresFill]);
    await order(onContract);
    expect(news.orders.at(-1)).toMatchObject({ filledSize: '4' });
  });

  it('that REST never tells end in a reset of their venue, and the other one goes on', async () => {
    const { order, news, answers } = build();
    answers.futuresFills = fail('exchange-failed', 'down');
    await order(firstMatch());
    await order(filled('4', matchOf('t1', '100', '4'), 20), 60_000);
    expect(news.fills).toEqual([fill]);
    expect(news.resets).toEqual(['futures']);
  });
});

describe('own stop orders', () => {
  it('are completed from REST when they come, and gone when they have gone', async () => {
    const { stop, news } = build();
    await stop(stopChange);
    expect(news.stops).toEqual([{ stop: stopOrder, isGone: false, failMessage: null }]);
    await stop({ ...stopChange, event: 'triggered', hasTriggered: true });
    expect(news.stops.at(-1)).toEqual({ stop: { ...stopOrder, status: 'triggered' }, isGone: true, failMessage: null });
    await stop(stopChange, 5_000);
    expect(news.stops).toHaveLength(2);
  });

  it('tell when the trigger fired and the order could not be placed', async () => {
    const { stop, news } = build();
    await stop({ ...stopChange, event: 'triggered', hasTriggered: false, failMessage: 'no balance' });
    expect(news.stops).toMatchObject([
      { isGone: true, failMessage: 'no balance', stop: { id: 's1', status: 'triggered' } },
    ]);
    await stop({ ...stopChange, orderId: 's2', event: 'triggered', hasTriggered: false });
    expect(news.stops.at(-1)?.failMessage).toBe('The order was not placed.');
  });

  it('that go while REST is asked do not come back', async () => {
    const { stop, fake, news } = build();
    fake.tell({ venue: 'spot', kind: 'stopOrders' }, stopChange);
    await stop({ ...stopChange, event: 'cancelled' }, 5_000);
    expect(news.stops).toMatchObject([{ isGone: true, stop: { status: 'new' } }]);
  });

  it('of futures are looked up on the list', async () => {
    const { stop, news, answers, asked } = build();
    answers.stop = succeed({ ...stopOrder, venue: 'futures' });
    await stop({ ...stopChange, venue: 'futures', tradeType: 'futures' });
    expect(asked).toEqual(['stops']);
    expect(news.stops).toMatchObject([{ isGone: false, stop: { venue: 'futures', clientOid: 'c' } }]);
    await stop({ ...stopChange, venue: 'futures', orderId: 'unlisted', price: null });
    expect(news.stops.at(-1)).toMatchObject({
      isGone: false,
      stop: { id: 'unlisted', type: 'market', clientOid: null },
    });
  });

  it('are told as the frame tells them when REST does not answer', async () => {
    const { stop, news, answers } = build();
    answers.stop = fail('exchange-failed', 'down');
    await stop(stopChange);
    expect(news.stops).toMatchObject([{ isGone: false, stop: { id: 's1', stopPrice: '91', clientOid: null } }]);
  });
});

describe('own positions', () => {
  const topic = { venue: 'futures', kind: 'positions' } as const;
  const { id: _id, ...row } = position;

  it('sparse frames are merged into the last whole row and never replace it', async () => {
    const { fake, news, world } = build();
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: row });
    await world.pass(20);
    expect(news.positions).toEqual([position]);
    fake.tell(topic, {
      kind: 'sparse',
      symbol: 'XBTUSDTM',
      patch: { markPrice: '110', unrealisedPnl: '100' },
      asOfMs: 200,
    });
    await world.pass(20);
    const marked = { ...position, markPrice: '110', unrealisedPnl: '100', asOfMs: 200 };
    expect(news.positions.at(-1)).toEqual(marked);
    fake.tell(topic, { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: '90' }, asOfMs: 150 });
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: { ...row, asOfMs: 160 } });
    await world.pass(20);
    expect(news.positions.at(-1)).toEqual(marked);
    fake.tell(topic, {
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'marginChange',
      position: { ...row, addedMargin: '7', asOfMs: 300 },
    });
    await world.pass(20);
    expect(news.positions.at(-1)).toEqual({ ...position, addedMargin: '7', asOfMs: 300 });
  });

  it('of a frame within a frame the last is told', async () => {
    const { fake, news, world } = build();
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: row });
    await world.pass(20);
    for (let n = 1; n <= 5; n += 1)
      fake.tell(topic, { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: String(n) }, asOfMs: 200 + n });
    await world.pass(20);
    expect(news.positions.map(({ markPrice }) => markPrice)).toEqual(['100', '5']);
  });

  it('that were not known are asked for; what came meanwhile is newer', async () => {
    const { fake, news, asked, world } = build();
    fake.tell(topic, {
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'positionChange',
      position: { ...row, quantity: '12', asOfMs: 150 },
    });
    fake.tell(topic, { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: '111' }, asOfMs: 160 });
    fake.tell(topic, {
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'positionChange',
      position: { ...row, quantity: '9', asOfMs: 140 },
    });
    await world.pass(20);
    expect(asked).toEqual(['positions']);
    expect(news.positions).toEqual([{ ...position, quantity: '12', markPrice: '111', asOfMs: 160 }]);
    const other = build();
    other.fake.tell(topic, { kind: 'sparse', symbol: 'XBTUSDTM', patch: { markPrice: '111' }, asOfMs: 160 });
    await other.world.pass(20);
    expect(other.news.positions).toEqual([position]);
  });

  it('that are closed go, and the next one has an id of its own', async () => {
    const { fake, news, answers, world } = build();
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: row });
    await world.pass(20);
    fake.tell(topic, {
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'positionChange',
      position: { ...row, isOpen: false, quantity: '0', asOfMs: 200 },
    });
    await world.pass(20);
    expect(news.positions.at(-1)).toMatchObject({ id: 'p1', isOpen: false });
    answers.positions = succeed([{ ...position, id: 'p2', asOfMs: 300 }]);
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: { ...row, asOfMs: 300 } });
    await world.pass(3_000);
    expect(news.positions.at(-1)).toMatchObject({ id: 'p2', isOpen: true });
  });

  it('after a pause the list tells which were closed meanwhile; a settled funding reloads the money', async () => {
    const { fake, news, answers, world } = build();
    fake.tell(topic, { kind: 'full', symbol: 'XBTUSDTM', reason: 'positionChange', position: row });
    await world.pass(20);
    answers.positions = succeed([]);
    fake.reset(topic);
    await world.pass(3_000);
    expect(news.positions.at(-1)).toMatchObject({ id: 'p1', isOpen: false, quantity: '0' });
    expect(news.resets).toEqual(['futures']);
    fake.tell(topic, {
      kind: 'funding-settled',
      symbol: 'XBTUSDTM',
      fundingFee: '1',
      fundingRate: '0.0001',
      timeMs: 5,
    });
    fake.tell(topic, { kind: 'risk-limit', symbol: 'XBTUSDTM', isDone: true, level: 2, message: null });
    await world.pass(3_000);
    expect(news.resets).toEqual(['futures', 'futures']);
  });

  it('that REST never tells of end in a reset, and a closed one is not waited for', async () => {
    const { fake, news, answers, world } = build();
    answers.positions = succeed([]);
    fake.tell(topic, {
      kind: 'full',
      symbol: 'ETHUSDTM',
      reason: 'positionChange',
      position: { ...row, symbol: 'ETHUSDTM', isOpen: false },
    });
    await world.pass(60_000);
    expect(news.resets).toEqual([]);
    fake.tell(topic, {
      kind: 'full',
      symbol: 'ETHUSDTM',
      reason: 'positionChange',
      position: { ...row, symbol: 'ETHUSDTM' },
    });
    await world.pass(60_000);
    expect(news.resets).toEqual(['futures']);
    expect(news.positions).toEqual([]);
  });
});

describe('own balances', () => {
  const spotTopic = { venue: 'spot', kind: 'balances' } as const;
  const futuresTopic = { venue: 'futures', kind: 'balances' } as const;
  const balance: Balance = {
    accountId: 'a1',
    wallet: 'trade',
    currency: 'USDT',
    total: '1',
    available: '1',
    held: '0',
  };

  it('learn their wallet from REST once, and are told from frames after that', async () => {
    const { fake, news, answers, asked, world } = build();
    answers.balances = succeed([balance]);
    fake.tell(spotTopic, balanceChange);
    await world.pass(20);
    expect(news.balances).toEqual([{ ...balance, total: '10', available: '6', held: '4' }]);
    fake.tell(spotTopic, { ...balanceChange, total: '11', timeMs: 12 });
    fake.tell(spotTopic, { ...balanceChange, total: '9', timeMs: 11 });
    await world.pass(20);
    expect(news.balances.map(({ total }) => total)).toEqual(['10', '11']);
    expect(asked).toEqual(['balances']);
    fake.reset(spotTopic);
    fake.tell(spotTopic, { ...balanceChange, total: '8', timeMs: 5 });
    await world.pass(20);
    expect(news.balances.at(-1)?.total).toBe('8');
    expect(news.resets).toEqual(['spot']);
  });

  it('whose account REST never names end in a reset', async () => {
    const { fake, news, lines, world } = build();
    fake.tell(spotTopic, balanceChange);
    await world.pass(60_000);
    expect(news.balances).toEqual([]);
    expect(news.resets).toEqual(['spot']);
    expect(lines).toContain('balances.not-completed');
  });

  it('of futures are told from a whole frame, and asked for after a partial one', async () => {
    const { fake, news, asked, world } = build();
    fake.tell(futuresTopic, walletChange);
    await world.pass(20);
    const futures = { accountId: 'futures:USDT', wallet: 'futures', currency: 'USDT' };
    expect(news.balances).toEqual([{ ...futures, total: '105', available: '60', held: '40' }]);
    expect(asked).toEqual([]);
    for (const part of ['equity', 'availableBalance', 'crossOrderMargin'] as const) {
      fake.tell(futuresTopic, { ...walletChange, [part]: null, timeMs: 20 });
      await world.pass(3_000);
    }
    fake.tell(futuresTopic, { ...walletChange, timeMs: 19 });
    await world.pass(3_000);
    expect(asked).toEqual(['overview USDT', 'overview USDT', 'overview USDT']);
    expect(news.balances.at(-1)).toEqual({ ...futures, total: '50', available: '44', held: '6' });
    fake.reset(futuresTopic);
    await world.pass(20);
    expect(news.resets).toEqual(['futures']);
  });
});

describe('the second version of the order topic', () => {
  it('that is refused leaves orders and fills to the first, and what nobody heard is read anew', async () => {
    const { fake, news, world } = build();
    fake.state({ venue: 'spot', kind: 'orders' }, 'dead', 'The exchange refused the topic (404).');
    expect(fake.wanted()).toContain('spot ordersV1');
    fake.state({ venue: 'spot', kind: 'ordersV1' }, 'live');
    fake.tell({ venue: 'spot', kind: 'ordersV1' }, filled('4', matchOf('t1', '100', '4'), 20));
    await world.pass(20);
    expect(news.resets).toEqual(['spot']);
    expect(news.orders).toMatchObject([{ id: 'o1' }]);
    expect(news.fills).toEqual([fill]);
  });
});

describe('a line of the account that was lost', () => {
  it('29: makes the page read all of its venue anew, once for all its topics', async () => {
    const { fake, news, world, order, asked } = build();
    await order(change);
    for (const kind of ['orders', 'stopOrders', 'balances'] as const) fake.reset({ venue: 'spot', kind });
    await world.pass(20);
    expect(news.resets).toEqual(['spot']);
    // what was known before is not built upon
    await order(filled('4', matchOf('t1', '100', '4'), 20), 2_000);
    expect(asked.filter(name => name === 'order').length).toBeGreaterThan(1);
  });

  it('nothing is left when the profile is closed', async () => {
    const { fake, close, world, news, order, stop } = build();
    await order(change, 0);
    await stop(stopChange, 0);
    fake.tell({ venue: 'futures', kind: 'balances' }, walletChange);
    const before = JSON.stringify(news);
    close();
    expect(fake.wanted()).toEqual([]);
    expect(world.waiting()).toBe(0);
    await world.pass(60_000);
    expect(JSON.stringify(news)).toBe(before);
  });
});
