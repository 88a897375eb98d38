import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { MomentsComparison, ComparisonQuestion } from '#shared/domain/portfolio/portfolio.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import { createPortfolioEngine } from '../portfolio-engine.ts';
import {
  archiveOf,
  buildBalance,
  buildRow,
  buildSnapshot,
  createFakePast,
  createPriceExchange,
  type FakePast,
  hourMs,
  minuteMs,
  t0,
} from '../testing/fake-past.ts';
import { assignTransfers } from './assign-transfers.ts';

const question: ComparisonQuestion = {
  profileId: 'p',
  firstMs: t0 + minuteMs,
  secondMs: t0 + 4 * minuteMs,
  currency: 'USDT',
};
const prices = { 'BTC-USDT': { 0: '60000', 3: '63000', 4: '64000' } } as const;
const ofSub = { owner: 's7', wallet: 'trade' } as const;

async function compare(past: FakePast, other: Partial<ComparisonQuestion> = {}): Promise<MomentsComparison> {
  const { source } = createPriceExchange(prices);
  const portfolios = createPortfolioEngine({ archive: archiveOf(past), archiveVersion: () => 0 });
  const answer = await portfolios.compare({ ...question, ...other }, source);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

function holdingOf({ holdings }: MomentsComparison, owner: string, coin: string) {
  return holdings.find(holding => holding.owner === owner && holding.coin === coin);
}

/** The account sends 0.2 BTC to a sub-account; nothing else happens. */
function buildPast(): FakePast {
  const booking = { kind: 'SUB_TRANSFER', side: 'out', currency: 'BTC', amount: '0.2', wallet: 'MAIN' };
  return createFakePast({
    rows: { ledger: [buildRow('1', 3 * minuteMs, booking)] },
    snapshots: [
      buildSnapshot(0, [buildBalance('BTC', '1'), buildBalance('USDT', '100', ofSub)]),
      buildSnapshot(4 * minuteMs, [
        buildBalance('BTC', '0.8'),
        buildBalance('BTC', '0.2', ofSub),
        buildBalance('USDT', '90', ofSub),
      ]),
    ],
  });
}

const futures = (total: Decimal, unrealised: Decimal) => buildBalance('USDT', total, { wallet: 'futures', unrealised });

describe('a comparison of all accounts at two times', () => {
  it('uses the nearest snapshots', async () => {
    const { firstMs, secondMs } = await compare(buildPast());
    expect([firstMs, secondMs]).toEqual([t0, t0 + 4 * minuteMs]);
    const now = await compare(buildPast(), { firstMs: t0 - hourMs, secondMs: null });
    expect([now.firstMs, now.secondMs]).toEqual([t0, t0 + 4 * minuteMs]);
  });

  it('separates the effect of the price from that of the amount', async () => {
    expect(holdingOf(await compare(buildPast()), '', 'BTC')).toMatchObject({
      before: '1',
      after: '0.8',
      valueBefore: '60000',
      valueAfter: '51200',
      priceEffect: '4000',
      amountEffect: '-12800',
      explained: '-0.2',
    });
  });

  it('explains a sub-account by its matching transfer', async () => {
    const holding = holdingOf(await compare(buildPast()), 's7', 'BTC');
    expect(holding).toMatchObject({ before: '0', after: '0.2', explained: '0.2', priceEffect: '0' });
    const row = { record: 'ledger', key: '1', label: 'SUB_TRANSFER', amount: '0.2', price: '63000', value: '12600' };
    expect(holding?.rows).toEqual([expect.objectContaining(row)]);
  });

  it('does not explain the trades of a sub-account, because its lists are not readable', async () => {
    expect(holdingOf(await compare(buildPast()), 's7', 'USDT')).toMatchObject({
      amountEffect: '-10',
      explained: null,
      rows: [],
    });
  });

  it('names an account that is unknown at one time, with the nearest known time', async () => {
    const past = buildPast();
    const missing = [{ part: 'sub-account:s7', reason: 'no answer' }];
    past.snapshots[0] = buildSnapshot(0, [buildBalance('BTC', '1')], { missing });
    const comparison = await compare(past);
    expect(comparison.missing).toEqual([{ owner: 's7', moment: 'first', nearestMs: t0 + 4 * minuteMs }]);
    expect(holdingOf(comparison, 's7', 'BTC')).toMatchObject({
      before: null,
      after: '0.2',
      priceEffect: null,
      amountEffect: null,
      explained: null,
    });
  });

  it('does not count a change of unrealised results as an unexplained amount', async () => {
    const past = createFakePast({
      snapshots: [buildSnapshot(0, [futures('110', '10')]), buildSnapshot(4 * minuteMs, [futures('125', '25')])],
    });
    expect(holdingOf(await compare(past), '', 'USDT')).toMatchObject({
      before: '100',
      after: '100',
      amountEffect: '0',
      explained: '0',
    });
  });

  it('omits a wallet of the master account that is unknown at one time, and names it', async () => {
    const past = buildPast();
    const inMargin = buildBalance('BTC', '5', { wallet: 'cross' });
    past.snapshots[0] = buildSnapshot(0, [buildBalance('BTC', '1'), inMargin]);
    const missing = [{ part: 'cross-margin', reason: 'no answer' }];
    past.snapshots[1] = buildSnapshot(4 * minuteMs, [buildBalance('BTC', '0.8')], { missing });
    const comparison = await compare(past);
    expect(holdingOf(comparison, '', 'BTC')).toMatchObject({ before: '1', after: '0.8' });
    expect(comparison.leftOut).toEqual(['cross-margin']);
  });

  it('has no value of a coin without a price', async () => {
    const past = buildPast();
    past.snapshots[1] = buildSnapshot(4 * minuteMs, [buildBalance('XYZ', '3')]);
    const holding = holdingOf(await compare(past), '', 'XYZ');
    expect(holding).toMatchObject({ valueBefore: '0', valueAfter: null, priceEffect: null, amountEffect: null });
  });
});

function movement(amount: Decimal, bizType = 'SUB_TRANSFER'): ValueMovement {
  const stamp = { account: '', atMs: t0, stream: 'ledger', id: '1' };
  return { ...stamp, coin: 'BTC', amount, part: 'out', tradeId: null, bizType };
}

function change(owner: string, amount: Decimal) {
  return { owner, coin: 'BTC', change: amount };
}

function ownersOf(...input: Parameters<typeof assignTransfers>) {
  return assignTransfers(...input).map(({ owner }) => owner);
}

describe('a transfer of the ledger', () => {
  it('matches the only sub-account that changed in the other direction', () => {
    expect(ownersOf([movement('-1')], [change('a', '3'), change('b', '-1'), change('c', '0')])).toEqual(['a']);
  });

  it('matches the only one that changed by its amount when several changed', () => {
    expect(ownersOf([movement('-1')], [change('a', '3'), change('b', '1.0')])).toEqual(['b']);
  });

  it('matches none when several fit, none fits, or it is another booking', () => {
    expect(ownersOf([movement('-1')], [change('a', '1'), change('b', '1')])).toEqual([]);
    expect(ownersOf([movement('-1')], [change('a', '2'), change('b', '3')])).toEqual([]);
    expect(ownersOf([movement('-1')], [])).toEqual([]);
    expect(ownersOf([movement('-1', 'WITHDRAW')], [change('a', '1')])).toEqual([]);
  });
});
