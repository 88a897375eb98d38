import { describe, expect, it } from 'vitest';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { createDoneOrders } from './done-orders.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { openAccount } from './testing/opened-account.ts';
import { balance, fill, rest, stopOrder } from './testing/records.ts';

const settledIn = (settleCurrency: string): FuturesContract => buildFuturesContract({ settleCurrency });
const busy = fail('exchange-failed', 'The exchange is in trouble.');

async function openBalances() {
  const opened = openAccount();
  const { answers, watch, clock, page } = opened;
  answers.balances = succeed([balance]);
  answers.contracts = succeed([settledIn('USDT'), settledIn('XBT')]);
  watch('panel', 'balances');
  await clock.pass(1_000);
  const wallets = () => [...page.rows('balances')].map(({ wallet, currency }) => `${wallet} ${currency}`);
  const completeness = () => page.status('balances')?.completeness;
  return { ...opened, wallets, completeness };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...fill, tradeId: `t${index}` }));

describe('a futures wallet that does not answer (fault 38)', () => {
  it('keeps its row with the time of its last answer, keeps the other wallets, and is requested again until it answers', async () => {
    const { answers, clock, wallets, completeness } = await openBalances();
    expect(completeness()).toEqual({ kind: 'whole' });
    const lastRightMs = clock.nowMs() - 1_000;
    answers.refusedOverviews = { USDT: busy };
    await clock.pass(16_000);
    expect(completeness()).toEqual({
      kind: 'partial',
      missing: [{ part: 'the USDT futures wallet', reason: 'The exchange is in trouble.', asOfMs: expect.any(Number) }],
    });
    expect(JSON.stringify(completeness())).toContain(`"asOfMs":${lastRightMs}`);
    expect(wallets()).toEqual(['trade USDT', 'futures USDT', 'futures XBT']);
    answers.refusedOverviews = {};
    await clock.pass(16_000);
    expect(completeness()).toEqual({ kind: 'whole' });
  });

  it('a futures wallet that does not answer is reported as missing, not as empty, when it never answered', async () => {
    const { answers, watch, clock, page } = openAccount();
    answers.balances = succeed([balance]);
    answers.contracts = succeed([settledIn('USDT')]);
    answers.refusedOverviews = { USDT: busy };
    watch('panel', 'balances');
    await clock.pass(1_000);
    expect([...page.rows('balances')]).toEqual([balance]);
    expect(page.status('balances')?.completeness).toMatchObject({ kind: 'partial', missing: [{ asOfMs: null }] });
  });

  it('reports all futures wallets as missing when no source lists them', async () => {
    const { answers, watch, clock, page } = openAccount();
    answers.balances = succeed([balance]);
    watch('panel', 'balances');
    await clock.pass(1_000);
    expect(page.status('balances')?.completeness).toEqual({
      kind: 'partial',
      missing: [{ part: 'all futures wallets', reason: 'down', asOfMs: null }],
    });
  });

  it('requests it again soon although the feed is live, but not for a key without the right', async () => {
    const { answers, clock, asked, publishStates } = await openBalances();
    publishStates('live');
    await clock.pass(3_000);
    answers.refusedOverviews = { USDT: busy };
    await clock.pass(60_000);
    asked.length = 0;
    await clock.pass(30_000);
    expect(asked.filter(name => name === 'balances').length).toBeGreaterThan(1);
    answers.refusedOverviews = { USDT: fail('permission', 'no') };
    await clock.pass(16_000);
    asked.length = 0;
    await clock.pass(30_000);
    expect(asked.filter(name => name === 'balances').length).toBeLessThan(2);
  });
});

describe('a truncated list', () => {
  it.each([
    ['spot.orders', 'orders', { items: [rest], isComplete: false }, 'spot orders beyond the 1 that are shown'],
    ['spot.stops', 'stops', { items: [stopOrder], isComplete: false }, 'spot stops beyond the 1 that are shown'],
  ] as const)('%s states which part is missing', async (list, name, answer, part) => {
    const { answers, watch, clock, page } = openAccount();
    Object.assign(answers, { [name]: succeed(answer) });
    watch('panel', list);
    await clock.pass(1_000);
    expect(page.status(list)?.completeness).toMatchObject({ kind: 'partial', missing: [{ part }] });
  });

  it('truncates fills at the newest 1,000, the most that the exchange returns', async () => {
    const { answers, watch, clock, page } = openAccount();
    answers.fills = succeed(many(1_000));
    answers.futuresFills = succeed(many(999));
    watch('panel', 'spot.fills', 'futures.fills');
    await clock.pass(1_000);
    expect(page.status('spot.fills')?.completeness).toMatchObject({ missing: [{ part: 'older spot fills' }] });
    expect(page.status('futures.fills')?.completeness).toEqual({ kind: 'whole' });
  });

  it('states the total and the time of the order history, also when the same answer is repeated', async () => {
    const clock = createFakeClock(3_600_000);
    const page = { page: 1, pageSize: 1, totalItems: 40, totalPages: 40, items: [rest] };
    const client = createFakeClient({
      spot: { orders: () => Promise.resolve(succeed(page)) },
      futures: { recentDoneOrders: () => Promise.resolve(succeed(Array.from({ length: 1_000 }, () => rest))) },
    });
    const doneOrders = createDoneOrders({ client, clock });
    const atMs = clock.nowMs();
    const ask = (venue: 'spot' | 'futures') => doneOrders.page({ venue, symbol: null, page: 1, pageSize: 1 });
    const first = await ask('spot');
    await clock.pass(5_000);
    for (const answer of [first, await ask('spot')])
      expect(answer).toMatchObject({
        value: { asOfMs: atMs, completeness: { missing: [{ reason: 'The newest 1 of 40 are shown.' }] } },
      });
    expect(await ask('futures')).toMatchObject({
      value: { completeness: { missing: [{ reason: 'The exchange gives the newest 1,000 of 24 hours.' }] } },
    });
  });
});
