import { describe, expect, it } from 'vitest';
import { type Decimal, multiply } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { change, fill, filled, futuresFill, matched, matchOf, onContract, rest } from '../testing/records.ts';
import { full, openLiveAccount } from '../testing/opened-account.ts';

const spot = 'spot.fills';
const futures = 'futures.fills';
/** as in a frame alone */
const published = (of: Fill, tradeId: string, price: Decimal, size: Decimal): Fill => ({
  ...of,
  tradeId,
  price,
  size,
  funds: of.venue === 'spot' ? multiply(price, size) : null,
  fee: null,
  feeRate: null,
  feeCurrency: null,
  openFee: null,
  closeFee: null,
  settleCurrency: null,
  createdAtMs: 30,
});
const firstSpot = () => filled('4', matchOf('t1', '100', '4'), 20);
const firstMatch = () => matched('4', matchOf('t1', '100', '4'), 20);

describe('spot fills', () => {
  it('list a fill once when it arrives by frame, by REST and after a reconnect (fault 19)', async () => {
    const { order, page, answers, fake, clock, notices } = await openLiveAccount();
    answers.fills = full.fills;
    await order(firstSpot());
    expect(page.rows(spot)).toEqual([fill]);
    await order(firstSpot(), 2_000);
    fake.reset({ venue: 'spot', kind: 'orders' });
    await order(firstSpot());
    await order(filled('6', matchOf('t2', '101', '2'), 30), 5_000);
    const second = published(fill, 't2', '101', '2');
    expect(page.rows(spot)).toEqual([fill, second]);
    await clock.pass(120_000);
    expect(page.rows(spot)).toEqual([fill, second]);
    expect(notices).toEqual([]);
  });

  it('appear at once without the fee, which REST adds', async () => {
    const { order, page, answers, account, clock } = await openLiveAccount();
    answers.fills = fail('timeout', 'slow');
    await order(filled('2', matchOf('t2', '101', '2'), 30));
    expect(page.rows(spot)).toEqual([published(fill, 't2', '101', '2')]);
    answers.fills = succeed([{ ...fill, tradeId: 't2', price: '101', size: '2', createdAtMs: 30 }]);
    account.refresh(spot);
    await clock.pass(20);
    expect(page.rows(spot)).toMatchObject([{ tradeId: 't2', fee: '0.4', feeRate: '0.001', feeCurrency: 'USDT' }]);
  });

  it('list a fill whose frame was lost together with the next one', async () => {
    const { order, page, answers } = await openLiveAccount();
    const lost = { ...fill, tradeId: 't2', createdAtMs: 25 };
    answers.fills = succeed([lost, fill]);
    await order(firstSpot());
    expect(page.rows(spot)).toEqual([fill, lost]);
  });

  it('keep the first report of a trade, and publish a contradiction once (fault 20)', async () => {
    const { order, page, answers, lines, notices, clock } = await openLiveAccount();
    answers.fills = succeed([{ ...fill, price: '105', funds: '420' }]);
    await order(firstSpot());
    expect(page.rows(spot)).toEqual([fill]);
    expect(lines).toContain('! fill.contradicted');
    await clock.pass(120_000);
    expect(page.rows(spot)).toEqual([fill]);
    expect(notices).toEqual(['Trade t1 of BTC-USDT came twice: 4 at 100, then 4 at 105. The first is kept.']);
    const again = await openLiveAccount();
    again.answers.fills = full.fills;
    await again.order(firstSpot(), 2_000);
    expect(again.notices).toEqual([]);
    await again.order(filled('4', matchOf('t1', '106', '4'), 21), 2_000);
    expect(again.notices).toEqual(['Trade t1 of BTC-USDT came twice: 4 at 100, then 4 at 106. The first is kept.']);
    expect(again.page.rows(spot)).toEqual([fill]);
  });

  it('report an answer with another price as a contradiction, but not the same price in other digits (fault 20)', async () => {
    const { page, answers, account, notices, clock } = await openLiveAccount();
    answers.fills = full.fills;
    account.refresh(spot);
    await clock.pass(20);
    answers.fills = succeed([{ ...fill, price: '100.0', fee: '0.5' }]);
    account.refresh(spot);
    await clock.pass(20);
    expect(page.rows(spot)).toEqual([{ ...fill, price: '100.0', fee: '0.5' }]);
    expect(notices).toEqual([]);
    answers.fills = succeed([{ ...fill, size: '5' }]);
    account.refresh(spot);
    await clock.pass(20);
    expect(notices).toHaveLength(1);
    expect(page.rows(spot)).toMatchObject([{ size: '4' }]);
  });

  it('spot fills are requested at most once a second, and not for ever', async () => {
    const { order, page, answers, times, lines, clock } = await openLiveAccount();
    for (let n = 0; n < 50; n += 1) await order(filled(`${n + 1}`, matchOf(`m${n}`, '100', '1'), 20 + n), 20);
    expect(times('fills')).toBeLessThan(4);
    await clock.pass(30_000);
    expect(lines).toContain('fills.not-completed');
    expect(page.rows(spot)).toHaveLength(50);
    expect(page.rows(spot).every(({ fee }) => fee === null)).toBe(true);
    const before = times('fills');
    await clock.pass(15_000);
    expect(times('fills')).toBe(before);
    answers.fills = full.fills;
    await order(filled('9', matchOf('t1', '100', '4'), 20), 5_000);
    expect(page.rows(spot).filter(({ fee }) => fee !== null)).toEqual([fill]);
  });

  it('request nothing while no panel shows them, and request again when one does', async () => {
    const { order, page, answers, times, watch, clock } = await openLiveAccount();
    watch('panel', 'positions');
    answers.fills = full.fills;
    await order(firstSpot(), 120_000);
    expect(times('fills')).toBe(0);
    watch('panel', spot);
    await clock.pass(20);
    expect(times('fills')).toBe(1);
    expect(page.rows(spot)).toEqual([fill]);
  });

  it('cover one day and at most a thousand rows', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    const many = Array.from({ length: 1_002 }, (_, n) => ({ ...fill, tradeId: `x${n}`, createdAtMs: 1_000 + n }));
    answers.fills = succeed(many);
    account.refresh(spot);
    await clock.pass(20);
    const kept = page.rows(spot).map(({ tradeId }) => tradeId);
    expect([kept.length, kept.includes('x1'), kept.includes('x2'), kept.includes('x1001')]).toEqual([
      1_000,
      false,
      true,
      true,
    ]);
    answers.fills = succeed([{ ...fill, createdAtMs: 24 * 3_600_000 }]);
    await clock.pass(24 * 3_600_000);
    expect(page.rows(spot)).toHaveLength(1);
    // a day of checks takes long on a busy machine
  }, 240_000);

  it('keep the time of the frame when REST states none', async () => {
    const { order, page, answers } = await openLiveAccount();
    answers.fills = succeed([{ ...fill, createdAtMs: null }]);
    await order(firstSpot());
    expect(page.rows(spot)).toMatchObject([{ fee: fill.fee, createdAtMs: expect.any(Number) }]);
  });

  it('keep a fill of unknown time, and drop one that is older than a day', async () => {
    const { page, answers, account, clock } = await openLiveAccount();
    answers.fills = succeed([
      { ...fill, createdAtMs: null },
      { ...fill, tradeId: 'old', createdAtMs: -24 * 3_600_000 },
    ]);
    account.refresh(spot);
    await clock.pass(20);
    expect(page.rows(spot)).toMatchObject([{ tradeId: fill.tradeId, createdAtMs: null }]);
  });

  it('bound the memory of reported contradictions', async () => {
    const { order, page, answers, account, notices, clock } = await openLiveAccount();
    answers.fills = full.fills;
    await order(firstSpot());
    answers.fills = succeed(
      Array.from({ length: 5_001 }, (_, n) => ({ ...fill, tradeId: `x${n}`, createdAtMs: 1_000 + n })),
    );
    account.refresh(spot);
    await clock.pass(20);
    await order(filled('4', matchOf('t1', '106', '4'), 21), 2_000);
    expect(notices).toEqual([]);
    expect(page.rows(spot)).toHaveLength(1_000);
  });
});

describe('contract fills', () => {
  it('list a fill once when it arrives by frame, by REST and after a reconnect (fault 19)', async () => {
    const { order, page, answers, fake, asked, clock } = await openLiveAccount();
    answers.futuresFills = full.futuresFills;
    await order(onContract);
    await order(firstMatch());
    expect(page.rows(futures)).toEqual([futuresFill]);
    fake.reset({ venue: 'futures', kind: 'orders' });
    await order(firstMatch(), 2_000);
    await order(matched('6', matchOf('t2', '101', '2'), 30), 20_000);
    const second = published(futuresFill, 't2', '101', '2');
    expect(page.rows(futures)).toEqual([futuresFill, second]);
    expect(asked).not.toContain('fills');
    await clock.pass(60_000);
    expect(page.rows(futures)).toEqual([futuresFill, second]);
  });

  it('count the same trade id on spot, on another contract or of the other order as another fill (fault 19)', async () => {
    const { order, page, answers, notices } = await openLiveAccount();
    const other = { ...futuresFill, symbol: 'XBTUSDM', price: '7', createdAtMs: 21 } as const;
    const ownSell = { ...futuresFill, orderId: 'o2', side: 'sell', price: '8', createdAtMs: 22 } as const;
    answers.fills = full.fills;
    answers.futuresFills = full.futuresFills;
    await order(firstSpot());
    await order(firstMatch(), 2_000);
    answers.futuresFills = succeed([other, futuresFill]);
    await order({ ...matched('4', matchOf('t1', '7', '4'), 21), symbol: 'XBTUSDM' }, 2_000);
    answers.futuresFills = succeed([ownSell, other, futuresFill]);
    await order({ ...matched('4', matchOf('t1', '8', '4'), 22), orderId: 'o2', side: 'sell' }, 2_000);
    expect([...page.rows(spot), ...page.rows(futures)]).toEqual([fill, futuresFill, other, ownSell]);
    expect(notices).toEqual([]);
  });

  it('keep the first report of a trade, and publish a contradiction once (fault 20)', async () => {
    const { order, page, answers, lines, notices } = await openLiveAccount();
    answers.futuresFills = succeed([{ ...futuresFill, price: '105', funds: '0.42' }]);
    await order(firstMatch());
    // the value at the first price needs the multiplier of the contract
    expect(page.rows(futures)).toEqual([{ ...futuresFill, funds: null }]);
    await order(matched('4', matchOf('t1', '106', '4'), 21), 2_000);
    expect(lines.filter(line => line === '! fill.contradicted')).toHaveLength(1);
    expect(notices).toHaveLength(1);
    expect(page.rows(futures)).toHaveLength(1);
  });

  it('create the order when a fill arrives before any other report of it (fault 21)', async () => {
    const { order, page, answers } = await openLiveAccount();
    const known: Order = { ...rest, venue: 'futures', symbol: 'XBTUSDTM', tradeType: 'futures' };
    answers.order = succeed({ ...known, filledSize: '4', filledFunds: '0.4', updatedAtMs: 20 });
    answers.futuresFills = full.futuresFills;
    await order(firstMatch());
    expect(page.rows('futures.orders')).toMatchObject([{ id: 'o1', filledSize: '4', filledFunds: '0.4' }]);
    expect(page.rows(futures)).toEqual([futuresFill]);
    await order(onContract);
    expect(page.rows('futures.orders')).toMatchObject([{ filledSize: '4' }]);
  });

  it('contract fills are marked as old with the reason when REST fails, while the other venue continues', async () => {
    const { order, page, answers, clock } = await openLiveAccount();
    answers.futuresFills = fail('exchange-failed', 'down');
    answers.fills = full.fills;
    await order(firstMatch());
    await order(firstSpot(), 2_000);
    expect(page.rows(spot)).toEqual([fill]);
    expect(page.status(futures)?.error).toMatchObject({ kind: 'exchange-failed' });
    expect(page.status(spot)?.error).toBeNull();
    answers.futuresFills = full.futuresFills;
    await clock.pass(60_000);
    expect(page.rows(futures)).toEqual([futuresFill]);
    expect(page.status(futures)).toMatchObject({ error: null, nextAttemptAtMs: null });
  });
});

it('report no fill for an order that opens and is cancelled', async () => {
  const { order, asked } = await openLiveAccount();
  await order(change);
  expect(asked).not.toContain('fills');
});
