import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { AccountTrend, AccountTrends } from '#shared/domain/portfolio/account-trends.ts';
import type { BalanceSnapshot, SnapshotBalance } from '#archive/archive-store.ts';
import { createPortfolioEngine } from '../portfolio-engine.ts';
import {
  archiveOf,
  buildBalance,
  buildRow,
  buildSnapshot,
  coverLedgers,
  createFakePast as createPast,
  createPriceExchange,
  type FakePast,
  hourMs,
  minuteMs,
  nowMs,
  t0,
} from '../testing/fake-past.ts';

/** The fake exchange's time, after the round time of the builders. */
const end = nowMs - t0;
const ofSub = { owner: 's7', wallet: 'trade' } as const;
/** What an archive has whose ledgers are complete. */
const createFakePast = (past: Partial<FakePast> = {}) => createPast({ lines: coverLedgers(0, end), ...past });
/** The minute of a price that is known so long before the end. */
const minuteOf = (beforeMs: number) => (end - beforeMs) / minuteMs;
const prices = {
  'BTC-USDT': {
    [minuteOf(168 * hourMs)]: '50000',
    [minuteOf(24 * hourMs)]: '60000',
    [minuteOf(hourMs)]: '60000',
    [minuteOf(30 * minuteMs)]: '61000',
  },
} as const;

async function answerTo(past: FakePast, currency = 'USDT') {
  const { source } = createPriceExchange(prices);
  const engine = createPortfolioEngine({ archive: archiveOf(past), archiveVersion: () => 0 });
  return engine.trends({ profileId: 'p', currency }, source);
}

async function read(past: FakePast, currency = 'USDT'): Promise<AccountTrends> {
  const answer = await answerTo(past, currency);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

function trendOf({ accounts }: AccountTrends, owner = 's7'): AccountTrend {
  const trend = accounts.find(each => each.owner === owner);
  if (trend === undefined) throw new Error(`no trend of ${owner}`);
  return trend;
}

/** So many ms before the end. */
const at = (beforeMs: number, rows: readonly SnapshotBalance[], change: Partial<BalanceSnapshot> = {}) =>
  buildSnapshot(end - beforeMs, rows, change);

const changesOf = async (past: FakePast) => trendOf(await read(past)).changes;

const btc = (amount: Decimal) => [buildBalance('BTC', amount, ofSub)];

/** Three sub-accounts, of which the third one never changes. */
const threeBalances = (first: Decimal, second: Decimal) => [
  buildBalance('USDT', first, ofSub),
  buildBalance('USDT', second, { ...ofSub, owner: 's8' }),
  buildBalance('USDT', '5', { ...ofSub, owner: 's9' }),
];

/** The list of an hour ago lacks what is missing, and has no sub-account. */
const afterEmptyList = (missing: BalanceSnapshot['missing']) =>
  createFakePast({ snapshots: [at(hourMs, [], { missing }), at(0, [buildBalance('USDT', '7', ofSub)])] });

const transfer = (key: string, beforeMs: number, amount: string) =>
  buildRow(key, end - beforeMs, { kind: 'SUB_TRANSFER', side: 'out', currency: 'USDT', amount, wallet: 'MAIN' });

describe('the trend of a sub-account', () => {
  it('separates the change of an hour, a day and 7 days from transfers', async () => {
    const past = createFakePast({
      rows: { ledger: [transfer('1', 5 * hourMs, '300')] },
      snapshots: [
        at(168 * hourMs, [buildBalance('BTC', '1', ofSub)]),
        at(24 * hourMs, [buildBalance('BTC', '1', ofSub), buildBalance('USDT', '100', ofSub)]),
        at(5 * hourMs + minuteMs, [buildBalance('BTC', '1', ofSub), buildBalance('USDT', '100', ofSub)]),
        at(5 * hourMs - minuteMs, [buildBalance('BTC', '1', ofSub), buildBalance('USDT', '400', ofSub)]),
        at(hourMs, [buildBalance('BTC', '1', ofSub), buildBalance('USDT', '400', ofSub)]),
        at(0, [buildBalance('BTC', '1', ofSub), buildBalance('USDT', '410', ofSub)]),
      ],
    });
    const trends = await read(past);
    expect(trends).toMatchObject({ currency: 'USDT', asOfMs: nowMs });
    expect(trendOf(trends).changes).toEqual({
      hour: { fromMs: nowMs - hourMs, change: '1010', flow: '0', reason: null },
      day: { fromMs: nowMs - 24 * hourMs, change: '1010', flow: '300', reason: null },
      // the price rose from 50,000
      week: { fromMs: nowMs - 168 * hourMs, change: '11110', flow: '300', reason: null },
    });
  });

  it('has a value at each snapshot, and a gap where snapshots are missing', async () => {
    const past = createFakePast({
      snapshots: [
        at(3 * hourMs, [buildBalance('USDT', '5', ofSub)]),
        at(15 * minuteMs, [buildBalance('USDT', '6', ofSub)]),
        at(0, [buildBalance('USDT', '7', ofSub)]),
      ],
    });
    const { points } = trendOf(await read(past));
    expect(points.map(({ value }) => value)).toEqual(['5', null, '6', '7']);
  });

  it('has at most 57 points, and its gaps, over many snapshots', async () => {
    const quarters = Array.from({ length: 4 * 168 + 1 }, (_, index) => index * 15 * minuteMs);
    const kept = quarters.filter(beforeMs => beforeMs < 48 * hourMs || beforeMs > 72 * hourMs);
    const past = createFakePast({
      snapshots: kept.map(beforeMs => at(beforeMs, [buildBalance('USDT', `${beforeMs + 1}`, ofSub)])),
    });
    const { points } = trendOf(await read(past));
    expect(points).toHaveLength(57);
    expect(points[0]?.value).toBe(`${168 * hourMs + 1}`);
    expect(points.at(-1)?.value).toBe('1');
    const gap = points.filter(({ value }) => value === null).map(({ atMs }) => (nowMs - atMs) / hourMs);
    expect(gap).toEqual([69, 66, 63, 60, 57, 54, 51, 48]);
  });

  it('is unknown with a reason, and never 0, where balances are missing', async () => {
    const unknown = { missing: [{ part: 'sub-account:s7', reason: 'invalid' }] };
    const both = [at(hourMs, [], unknown), at(0, [buildBalance('USDT', '7', ofSub)])];
    expect(await changesOf(createFakePast({ snapshots: both }))).toEqual({
      hour: { fromMs: nowMs - hourMs, change: null, flow: null, reason: 'no-balance' },
      day: { fromMs: null, change: null, flow: null, reason: 'not-recorded' },
      week: { fromMs: null, change: null, flow: null, reason: 'not-recorded' },
    });
    const old = [
      at(3 * hourMs, [buildBalance('USDT', '7', ofSub)]),
      at(2 * hourMs, [buildBalance('USDT', '7', ofSub)]),
    ];
    expect((await changesOf(createFakePast({ snapshots: old }))).hour).toMatchObject({
      change: null,
      reason: 'not-current',
    });
  });

  it('counts an account that the whole list did not have as empty, and not when the list was cut', async () => {
    expect((await changesOf(afterEmptyList([]))).hour).toMatchObject({ change: '7', reason: null });
    expect((await changesOf(afterEmptyList([{ part: 'sub-accounts', reason: 'cut' }]))).hour).toMatchObject({
      change: null,
      reason: 'no-balance',
    });
  });

  it('is unknown for each sub-account that an unassigned transfer fits, and for no other', async () => {
    const past = createFakePast({
      rows: { ledger: [transfer('1', 20 * minuteMs, '10')] },
      snapshots: [
        at(hourMs, threeBalances('10', '10')),
        at(30 * minuteMs, threeBalances('10', '10')),
        at(0, threeBalances('17', '18')),
      ],
    });
    const trends = await read(past);
    expect(trendOf(trends, 's7').changes.hour).toMatchObject({ change: null, reason: 'unassigned-transfer' });
    expect(trendOf(trends, 's8').changes.hour).toMatchObject({ change: null, reason: 'unassigned-transfer' });
    expect(trendOf(trends, 's9').changes.hour).toMatchObject({ change: '0', flow: '0' });
  });

  it('assigns a transfer that a snapshot has already, though it was booked right after', async () => {
    const past = createFakePast({
      rows: { ledger: [transfer('1', 30 * minuteMs - 1000, '10')] },
      snapshots: [
        at(hourMs, [buildBalance('USDT', '10', ofSub)]),
        at(30 * minuteMs, [buildBalance('USDT', '20', ofSub)]),
        at(0, [buildBalance('USDT', '20', ofSub)]),
      ],
    });
    expect(trendOf(await read(past)).changes.hour).toMatchObject({ change: '0', flow: '10' });
  });

  it('counts a transfer that the balances at the start of a window have already in none', async () => {
    const past = createFakePast({
      rows: { ledger: [transfer('1', hourMs - 1000, '10')] },
      snapshots: [
        at(hourMs + 15 * minuteMs, [buildBalance('USDT', '10', ofSub)]),
        at(hourMs, [buildBalance('USDT', '20', ofSub)]),
        at(0, [buildBalance('USDT', '20', ofSub)]),
      ],
    });
    expect(trendOf(await read(past)).changes.hour).toMatchObject({ change: '0', flow: '0' });
  });

  it('assigns no transfer to an account that changed by less, and is unknown for those that changed', async () => {
    const past = createFakePast({
      rows: { ledger: [transfer('1', 20 * minuteMs, '1000')] },
      snapshots: [
        at(hourMs, threeBalances('10', '10')),
        at(30 * minuteMs, threeBalances('10', '10')),
        // s7 received and spent it, s8 gained a little by itself
        at(0, threeBalances('9', '15')),
      ],
    });
    const trends = await read(past);
    for (const owner of ['s7', 's8'])
      expect(trendOf(trends, owner).changes.hour).toMatchObject({ change: null, reason: 'unassigned-transfer' });
  });

  it('is unknown while the ledger of transfers has a gap, and ends where the ledger was read', async () => {
    const balances = [
      at(hourMs, [buildBalance('USDT', '7', ofSub)]),
      at(15 * minuteMs, [buildBalance('USDT', '8', ofSub)]),
      at(0, [buildBalance('USDT', '1008', ofSub)]),
    ];
    const gap = createFakePast({ snapshots: balances, lines: [] });
    expect((await changesOf(gap)).hour).toMatchObject({ change: null, flow: null, reason: 'no-ledger' });
    const behind = createFakePast({ snapshots: balances, lines: coverLedgers(0, end - 10 * minuteMs) });
    const trends = await read(behind);
    expect(trends.asOfMs).toBe(nowMs - 15 * minuteMs);
    expect(trendOf(trends).points.at(-1)?.value).toBe('8');
  });

  it('leaves out a coin without a price and names it', async () => {
    const rows = [buildBalance('XYZ', '9', ofSub), buildBalance('USDT', '7', ofSub)];
    const trend = trendOf(await read(createFakePast({ snapshots: [at(hourMs, rows), at(0, rows)] })));
    expect(trend).toMatchObject({ leftOut: ['XYZ'], changes: { hour: { change: '0' } } });
    expect(trend.points.at(-1)?.value).toBe('7');
    const moved = [buildBalance('XYZ', '4', ofSub), buildBalance('USDT', '8', ofSub)];
    const later = trendOf(await read(createFakePast({ snapshots: [at(hourMs, rows), at(0, moved)] })));
    expect(later).toMatchObject({ leftOut: ['XYZ'], changes: { hour: { change: '1' } } });
  });

  it('names a coin whose price at the start of a window is missing', async () => {
    // 60,000 is known from 24 hours before the end on
    const past = createFakePast({ snapshots: [at(24.5 * hourMs, btc('1')), at(0, btc('2'))] });
    const trend = trendOf(await read(past));
    expect(trend).toMatchObject({ leftOut: ['BTC'], changes: { day: { change: '0' } } });
    expect(trend.points.map(({ value }) => value)).toEqual([null, null, '122000']);
  });

  it('is valued in the currency that is asked for', async () => {
    const rows = [buildBalance('USDT', '61000', ofSub)];
    const past = createFakePast({ snapshots: [at(0, rows)] });
    const [point] = trendOf(await read(past, 'BTC')).points;
    expect(Number(point?.value)).toBeCloseTo(1, 12);
  });

  it('is a failure when no balance is recorded', async () => {
    expect(await answerTo(createFakePast())).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });
});
