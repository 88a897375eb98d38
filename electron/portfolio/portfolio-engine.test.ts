import { describe, expect, it } from 'vitest';
import { type Decimal, multiply, sum, toFixed } from '#shared/decimal.ts';
import type { Portfolio, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { fail } from '#shared/errors.ts';
import { mainOnly } from '#archive/snapshots/missing-parts.ts';
import { createPortfolioEngine } from './portfolio-engine.ts';
import {
  archiveOf,
  buildBalance,
  buildExampleJ,
  buildRow,
  buildSnapshot,
  coverLedgers,
  createFakePast,
  createPriceExchange,
  type FakePast,
  type FakePrices,
  hourMs,
  minuteMs,
  pricesOfJ,
  t0,
} from './testing/fake-past.ts';

const question: PortfolioQuestion = {
  profileId: 'p',
  owner: '',
  fromMs: null,
  toMs: null,
  currency: 'USDT',
  timeZone: 'UTC',
  method: 'average',
};

function open(past: FakePast, prices: FakePrices) {
  let version = 0;
  const exchange = createPriceExchange(prices);
  const portfolios = createPortfolioEngine({ archive: archiveOf(past), archiveVersion: () => version });
  return {
    ...exchange,
    portfolios,
    change: () => (version += 1),
    read: async (change: Partial<PortfolioQuestion> = {}): Promise<Portfolio> => {
      const read = await portfolios.read({ ...question, ...change }, exchange.source);
      if (!read.ok) throw new Error(read.error.message);
      return read.value;
    },
  };
}

function partsOf({ parts }: Portfolio): Readonly<Record<string, Decimal>> {
  return Object.fromEntries(parts.filter(({ value }) => value !== '0').map(({ part, value }) => [part, value]));
}

function expectSum({ start, parts, end }: Portfolio): void {
  expect(sum([start ?? '0', ...parts.map(({ value }) => value)])).toBe(end);
}

describe('a portfolio of spot movements (example J)', () => {
  it('has start, end, parts and P&L digit for digit', async () => {
    const portfolio = await open(buildExampleJ(), pricesOfJ).read();
    expect([portfolio.start, portfolio.end, portfolio.pnl]).toEqual(['70000', '66361.8', '3961.8']);
    const parts = { price: '4000.5', trades: '-1', fees: '-37.7', in: '5000', out: '-12600' };
    expect(partsOf(portfolio)).toEqual(parts);
    expectSum(portfolio);
    expect(portfolio.issues).toEqual([]);
  });

  it('values flows at the price of their time and shows their fee separately', async () => {
    const { flows, parts } = await open(buildExampleJ(), pricesOfJ).read();
    expect(flows).toEqual([
      { atMs: t0 + minuteMs, direction: 'in', owner: '', coin: 'USDT', amount: '5000', value: '5000' },
      { atMs: t0 + 3 * minuteMs, direction: 'out', owner: '', coin: 'BTC', amount: '0.2', value: '12600' },
    ]);
    const fees = parts.find(({ part }) => part === 'fees');
    expect(fees).toEqual({
      part: 'fees',
      value: '-37.7',
      coins: [
        { coin: 'BTC', value: '-31.5' },
        { coin: 'USDT', value: '-6.2' },
      ],
      rows: 2,
    });
  });

  it('has both returns and the results by coin', async () => {
    const portfolio = await open(buildExampleJ(), pricesOfJ).read();
    expect(toFixed(multiply(portfolio.timeWeighted.rate ?? '0', '100'), 2)).toBe('5.51');
    expect(portfolio.moneyWeighted.reason).toBeNull();
    const bitcoin = portfolio.markets.find(({ name }) => name === 'BTC');
    const results = { realised: '0', unrealised: '3429.384636363636363636', quantity: '0.8995', value: '57568' };
    expect(bitcoin).toMatchObject(results);
    expect(portfolio.days).toEqual([
      { day: '2026-03-01', startMs: t0, endMs: t0 + 24 * hourMs, endValue: '66361.8', pnl: '3961.8', flow: '-7600' },
    ]);
  });

  it('has a curve from start to end with the same figures at its ends', async () => {
    const { curve, gaps, asOfMs } = await open(buildExampleJ(), pricesOfJ).read();
    expect(curve.map(({ value, source }) => [value, source])).toEqual([
      ['70000', 'snapshot'],
      ['66361.8', 'snapshot'],
    ]);
    expect([gaps, asOfMs]).toEqual([[], t0 + 4 * minuteMs]);
  });

  it('lists the rows of a part, newest first, by coin and from a position on', async () => {
    const { portfolios, source } = open(buildExampleJ(), pricesOfJ);
    const rows = async (change: object) => {
      const read = await portfolios.rows({ ...question, part: 'trades', coin: null, offset: 0, ...change }, source);
      return read.ok ? read.value : null;
    };
    const trades = await rows({});
    expect(trades?.total).toBe(2);
    expect(trades?.rows.find(({ coin }) => coin === 'BTC')).toMatchObject({
      record: 'ledger',
      key: '3',
      label: 'TRADE_EXCHANGE',
      amount: '0.1',
      price: '61990',
      value: '6199',
    });
    expect((await rows({ coin: 'BTC', offset: 1 }))?.rows).toEqual([]);
    expect((await rows({ part: 'unexplained' }))?.total).toBe(0);
  });

  it('shows a decrease without a row as unexplained, in money', async () => {
    const past = buildExampleJ();
    past.snapshots[1] = buildSnapshot(4 * minuteMs, [buildBalance('USDT', '8743.8'), buildBalance('BTC', '0.8995')]);
    const portfolio = await open(past, pricesOfJ).read();
    expect(partsOf(portfolio)).toMatchObject({ unexplained: '-50' });
    expectSum(portfolio);
  });

  it('derives both ends from the rows without a snapshot', async () => {
    const span = { fromMs: t0 + 1.5 * minuteMs, toMs: t0 + 2.5 * minuteMs };
    const portfolio = await open(buildExampleJ(), pricesOfJ).read(span);
    expect([portfolio.start, portfolio.end]).toEqual(['75000', '76982.8']);
    expect(partsOf(portfolio)).toEqual({ price: '1990', trades: '-1', fees: '-6.2' });
    expect(portfolio.curve.map(({ source }) => source)).toEqual(['ledger', 'ledger']);
  });
});

function twoSnapshots(afterMs: number) {
  return [0, afterMs].map(atMs => buildSnapshot(atMs, [buildBalance('USDT', '100')]));
}

describe('a portfolio over time', () => {
  const prices: FakePrices = { 'BTC-USDT': { 0: '60000' } };

  it('shows a time without snapshots as a gap when ledgers are missing, and breaks the return there', async () => {
    const portfolio = await open(createFakePast({ snapshots: twoSnapshots(3 * hourMs) }), prices).read();
    expect(portfolio.gaps).toEqual([{ fromMs: t0, toMs: t0 + 3 * hourMs }]);
    expect(portfolio.timeWeighted).toEqual({ rate: null, fromMs: t0 + 3 * hourMs });
  });

  it('has no gap, and a derived value at the end of each day, while the ledgers are complete', async () => {
    const row = { kind: 'DEPOSIT', side: 'in', currency: 'USDT', amount: '7', wallet: 'MAIN' };
    const past = createFakePast({
      rows: { ledger: [buildRow('1', 30 * hourMs, row)] },
      snapshots: [
        buildSnapshot(0, [buildBalance('USDT', '100')]),
        buildSnapshot(60 * hourMs, [buildBalance('USDT', '107')]),
      ],
      lines: coverLedgers(0, 60 * hourMs),
    });
    const { gaps, curve, days } = await open(past, prices).read();
    expect(gaps).toEqual([]);
    expect(curve.map(({ value, source }) => [value, source])).toEqual([
      ['100', 'snapshot'],
      ['100', 'ledger'],
      ['107', 'ledger'],
      ['107', 'snapshot'],
    ]);
    expect(days.map(({ pnl, flow }) => [pnl, flow])).toEqual([
      ['0', '0'],
      ['0', '7'],
      ['0', '0'],
    ]);
  });

  it('starts before the first snapshot as far as all ledgers are complete', async () => {
    const row = { kind: 'DEPOSIT', side: 'in', currency: 'USDT', amount: '40', wallet: 'MAIN' };
    const past = createFakePast({
      rows: { ledger: [buildRow('1', -2 * hourMs, row)] },
      snapshots: twoSnapshots(10 * minuteMs),
      lines: coverLedgers(-5 * hourMs, 10 * minuteMs),
    });
    const portfolio = await open(past, prices).read();
    expect([portfolio.fromMs, portfolio.start]).toEqual([t0 - 5 * hourMs, '60']);
    expect(partsOf(portfolio)).toEqual({ in: '40' });
  });

  it('omits a coin without a price from both ends and names it', async () => {
    const rows = [buildBalance('USDT', '100'), buildBalance('XYZ', '5')];
    const past = createFakePast({ snapshots: [buildSnapshot(0, rows), buildSnapshot(minuteMs, rows)] });
    const portfolio = await open(past, prices).read();
    expect(portfolio.leftOut).toEqual([{ coin: 'XYZ', missing: 'start', quantity: '5' }]);
    expect([portfolio.start, portfolio.end]).toEqual(['100', '100']);
    expect(portfolio.curve.map(({ missing }) => missing)).toEqual([['XYZ'], ['XYZ']]);
    expect(portfolio.issues).toContainEqual(expect.objectContaining({ kind: 'no-price', subject: 'XYZ' }));
  });

  it('omits a wallet that is unknown at one end from both and names it', async () => {
    const rows = [buildBalance('USDT', '100')];
    const futures = buildBalance('USDT', '50', { wallet: 'futures' });
    const missing = [{ part: 'futures:USDT', reason: 'no answer' }];
    const past = createFakePast({
      snapshots: [buildSnapshot(0, [...rows, futures]), buildSnapshot(minuteMs, rows, { missing })],
    });
    const portfolio = await open(past, prices).read();
    expect([portfolio.start, portfolio.end]).toEqual(['100', '100']);
    expect(portfolio.issues).toContainEqual(expect.objectContaining({ kind: 'no-balance', subject: 'futures:USDT' }));
  });

  it('names every account that it omits, and those of which only the main wallet is known', async () => {
    const rows = [buildBalance('USDT', '100')];
    const clients = Array.from({ length: 60 }, (_, number) => `sub-account:s${number}`);
    const missing = clients.map((part, number) => ({ part, reason: number < 55 ? mainOnly : 'no answer' }));
    const past = createFakePast({
      snapshots: [buildSnapshot(0, rows, { missing }), buildSnapshot(minuteMs, rows)],
    });
    const { issues } = await open(past, prices).read({ owner: null });
    const of = (kind: string) => issues.filter(issue => issue.kind === kind).map(({ subject }) => subject);
    expect(of('main-wallet-only').toSorted()).toEqual(clients.slice(0, 55).toSorted());
    expect(of('no-balance')).toEqual(clients.slice(55));
  });

  it('names the first row that makes the balance of a coin negative', async () => {
    const row = { kind: 'WITHDRAW', side: 'out', currency: 'USDT', amount: '150', wallet: 'MAIN' };
    const past = createFakePast({
      rows: { ledger: [buildRow('1', minuteMs, row)] },
      snapshots: twoSnapshots(2 * minuteMs),
      lines: coverLedgers(0, 2 * minuteMs),
    });
    const { issues } = await open(past, prices).read();
    expect(issues).toContainEqual({
      kind: 'below-zero',
      subject: 'USDT',
      fromMs: t0 + minuteMs,
      toMs: null,
      amount: '-50',
    });
  });
});

describe('portfolio answers', () => {
  it('portfolio answers are kept until the archive changes', async () => {
    const { read, change, asked } = open(buildExampleJ(), pricesOfJ);
    const first = await read();
    expect(await read()).toBe(first);
    change();
    expect(await read()).not.toBe(first);
    // candles of the past do not change
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('portfolio answers are computed again when the exchange did not answer with candles', async () => {
    const { portfolios, source } = open(buildExampleJ(), pricesOfJ);
    let isDown = true;
    const unsteady: typeof source = {
      ...source,
      candles: async query => (isDown ? fail('unreachable', 'down') : source.candles(query)),
    };
    const read = async () => portfolios.read(question, unsteady);
    expect(await read()).toMatchObject({ value: { leftOut: [{ coin: 'BTC' }], start: '10000' } });
    isDown = false;
    expect(await read()).toMatchObject({ value: { leftOut: [], start: '70000' } });
  });

  it('portfolio answers are failures when nothing is recorded, or the archive cannot be read', async () => {
    const { portfolios, source } = open(createFakePast(), pricesOfJ);
    expect(await portfolios.read(question, source)).toMatchObject({ error: { kind: 'not-found' } });
    const other = { ...question, profileId: 'other' };
    expect(await portfolios.read(other, source)).toMatchObject({ error: { kind: 'not-found' } });
    const archive = {
      ...archiveOf(createFakePast()),
      accounts: () => Promise.resolve({ ok: false, fault: 'damaged', detail: 'torn' } as const),
    };
    const broken = createPortfolioEngine({ archive, archiveVersion: () => 0 });
    expect(await broken.read(question, source)).toMatchObject({ error: { kind: 'storage' } });
    const moments = { profileId: 'p', firstMs: 0, secondMs: null, currency: 'USDT' };
    expect(await broken.compare(moments, source)).toMatchObject({ error: { kind: 'storage' } });
  });
});
