import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { succeed } from '#shared/errors.ts';
import type { PositionUpdate } from '#client/feed/messages/positions.ts';
import { position } from '../testing/records.ts';
import { full, openLiveAccount } from '../testing/opened-account.ts';

const topic = { venue: 'futures', kind: 'positions' } as const;
const { id: _id, ...row } = position;
const symbol = 'XBTUSDTM';
const whole = (change: Partial<typeof row> = {}): PositionUpdate => ({
  kind: 'full',
  symbol,
  reason: 'positionChange',
  position: { ...row, ...change },
});
const mark = (markPrice: Decimal, asOfMs: number | null): PositionUpdate => ({
  kind: 'sparse',
  symbol,
  patch: { markPrice },
  asOfMs,
});

async function openPositions() {
  const opened = await openLiveAccount();
  const { fake, clock, page } = opened;
  return {
    ...opened,
    rows: () => page.rows('positions'),
    publish: async (update: PositionUpdate, ms = 20) => {
      fake.publish(topic, update);
      await clock.pass(ms);
    },
  };
}

/** The same with one position known. */
async function openKnown() {
  const opened = await openPositions();
  opened.answers.positions = full.positions;
  await opened.publish(whole());
  return opened;
}

it('positions merge partial frames into the last complete row and never replace it', async () => {
  const { publish, rows } = await openKnown();
  expect(rows()).toEqual([position]);
  await publish({ kind: 'sparse', symbol, patch: { markPrice: '110', unrealisedPnl: '100' }, asOfMs: 200 });
  const marked = { ...position, markPrice: '110', unrealisedPnl: '100', asOfMs: 200 };
  expect(rows()).toEqual([marked]);
  await publish(mark('90', 150));
  await publish(whole({ asOfMs: 160 }));
  expect(rows()).toEqual([marked]);
  await publish(whole({ addedMargin: '7', asOfMs: 300 }));
  expect(rows()).toEqual([{ ...position, addedMargin: '7', asOfMs: 300 }]);
});

it('positions mark figures missing in a frame as unknown, and request the list once', async () => {
  const { publish, answers, times, rows } = await openKnown();
  const before = times('positions');
  answers.positions = succeed([]);
  await publish(whole({ markPrice: null, positionMargin: null, asOfMs: 200 }), 0);
  expect(rows()).toMatchObject([
    { markPrice: null, positionMargin: null, averageEntryPrice: position.averageEntryPrice },
  ]);
  answers.positions = succeed([{ ...position, asOfMs: 250 }]);
  await publish(whole({ markPrice: null, positionMargin: null, asOfMs: 210 }), 3_000);
  expect(times('positions')).toBe(before + 1);
  expect(rows()).toEqual([{ ...position, asOfMs: 250 }]);
});

const cross = {
  ...position,
  marginMode: 'cross',
  positionMargin: '100',
  maintenanceMargin: null,
  marginWithPnl: null,
} as const;
const settled = { kind: 'funding-settled', symbol, fundingFee: '1', fundingRate: '0.0001', timeMs: 5 } as const;
const valued = (markValue: Decimal, asOfMs: number): PositionUpdate => ({
  kind: 'sparse',
  symbol,
  patch: { markValue, marginWithPnl: '7' },
  asOfMs,
});

async function openCross(change: Partial<typeof row> = {}) {
  const opened = await openPositions();
  opened.answers.positions = succeed([{ ...cross, ...change }]);
  await opened.publish(whole({ ...cross, ...change }), 3_000);
  return opened;
}

it('positions compute the margin of a cross one from its mark value, by the rate of the last whole row', async () => {
  const { publish, rows } = await openCross();
  await publish(valued('1100', 200));
  expect(rows()).toMatchObject([{ markValue: '1100', positionMargin: '110', marginWithPnl: null }]);
  await publish(valued('-900', 210));
  expect(rows()).toMatchObject([{ markValue: '-900', positionMargin: '90' }]);
  await publish(whole({ ...cross, positionMargin: '200', asOfMs: 220 }));
  await publish(valued('1100', 230));
  expect(rows()).toMatchObject([{ positionMargin: '220' }]);
});

const withoutRate: readonly Partial<typeof row>[] = [{ markValue: null }, { markValue: '0' }, { positionMargin: null }];
it.each(withoutRate)('positions state no margin of a cross one whose last whole row had %o', async change => {
  const { publish, rows } = await openCross(change);
  await publish(valued('1100', 200));
  expect(rows()).toMatchObject([{ positionMargin: null }]);
});

it('positions leave the margin of an isolated one at a new mark value, and of a cross one at a frame without a value', async () => {
  const isolated = await openKnown();
  await isolated.publish(valued('1100', 200));
  expect(isolated.rows()).toMatchObject([{ positionMargin: '101', marginWithPnl: '7' }]);
  const { publish, rows } = await openCross();
  await publish(mark('110', 200));
  expect(rows()).toMatchObject([{ markPrice: '110', positionMargin: '100' }]);
});

it('positions are read every five seconds while the mark price of a cross one moves, for its liquidation price', async () => {
  const { publish, times, clock } = await openCross();
  await clock.pass(10_000);
  const before = times('positions');
  for (let second = 0; second < 12; second += 1) await publish(mark(`${100 + second}`, 200 + second), 1_000);
  expect(times('positions') - before).toBeGreaterThanOrEqual(2);
  expect(times('positions') - before).toBeLessThanOrEqual(3);
  const isolated = await openKnown();
  const known = isolated.times('positions');
  for (let second = 0; second < 12; second += 1) await isolated.publish(mark(`${100 + second}`, 200 + second), 1_000);
  expect(isolated.times('positions')).toBe(known);
});

it('positions keep the real leverage of a cross one, which only frames have, until its quantity changes', async () => {
  const { answers, publish, rows } = await openCross({ realLeverage: '2.5' });
  const listed = { ...cross, realLeverage: null };
  answers.positions = succeed([{ ...listed, asOfMs: 300 }]);
  await publish(settled, 3_000);
  expect(rows()).toMatchObject([{ asOfMs: 300, realLeverage: '2.5' }]);
  answers.positions = succeed([{ ...listed, quantity: '11', asOfMs: 310 }]);
  await publish(settled, 3_000);
  expect(rows()).toMatchObject([{ quantity: '11', realLeverage: null }]);
});

it('positions publish the last of several frames within one page frame', async () => {
  const { fake, page, clock } = await openKnown();
  const before = page.messages.length;
  for (let n = 1; n <= 5; n += 1) fake.publish(topic, mark(`${n}`, 200 + n));
  await clock.pass(20);
  expect(page.messages.slice(before)).toMatchObject([{ kind: 'edits', upserts: [{ markPrice: '5' }], removed: [] }]);
});

it('positions request an unknown position, and keep newer frames received meanwhile', async () => {
  const { fake, answers, times, rows, clock } = await openPositions();
  answers.positions = full.positions;
  fake.publish(topic, whole({ quantity: '12', asOfMs: 150 }));
  fake.publish(topic, mark('111', 160));
  fake.publish(topic, mark('112', 155));
  fake.publish(topic, whole({ quantity: '9', asOfMs: 140 }));
  await clock.pass(20);
  expect(times('positions')).toBe(1);
  expect(rows()).toEqual([{ ...position, quantity: '12', markPrice: '111', asOfMs: 160 }]);
  const other = await openPositions();
  other.answers.positions = full.positions;
  await other.publish(mark('111', 160));
  expect(other.rows()).toEqual([position]);
});

it('positions revert nothing for an answer older than frames, and take a newer one', async () => {
  const { publish, answers, account, rows, clock } = await openKnown();
  await publish(mark('110', 200));
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ markPrice: '110' }]);
  answers.positions = succeed([{ ...position, markPrice: '120', asOfMs: 210 }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ markPrice: '120' }]);
});

it('positions remove a closed one, do not restore it from an older report, and give the next one its own id', async () => {
  const { publish, answers, account, rows, clock } = await openKnown();
  await publish(whole({ isOpen: false, quantity: '0', asOfMs: 200 }));
  expect(rows()).toEqual([]);
  // an answer, a row and a mark of the moment before
  account.refresh('positions');
  await clock.pass(20);
  await publish(whole({ asOfMs: 199 }));
  await publish(mark('1', 199));
  expect(rows()).toEqual([]);
  answers.positions = succeed([{ ...position, id: 'p2', asOfMs: 300 }]);
  await publish(whole({ asOfMs: 300 }), 3_000);
  expect(rows()).toMatchObject([{ id: 'p2', isOpen: true }]);
});

it('positions replace the known one by another under the same symbol, also when frames are ahead of the list', async () => {
  const { publish, answers, account, rows, clock } = await openKnown();
  await publish(mark('110', 400));
  answers.positions = succeed([{ ...position, id: 'p2', asOfMs: 300 }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ id: 'p2', markPrice: '110' }]);
});

it('positions close what a list omits, unless a frame reported it since the request', async () => {
  const { publish, answers, account, hold, release, rows, clock } = await openKnown();
  answers.positions = succeed([]);
  hold();
  account.refresh('positions');
  await publish(mark('110', 200));
  await release();
  expect(rows()).toMatchObject([{ markPrice: '110' }]);
  await clock.pass(20_000);
  expect(rows()).toEqual([]);
});

it('positions take closed ones from the list after a pause', async () => {
  const { answers, fake, rows, clock } = await openKnown();
  await clock.pass(2_000);
  answers.positions = succeed([]);
  fake.reset(topic);
  await clock.pass(3_000);
  expect(rows()).toEqual([]);
});

it('positions and balances are read after a settled settled, and a position after a change of its risk limit', async () => {
  const { publish, asked } = await openKnown();
  asked.length = 0;
  await publish(settled, 3_000);
  expect(asked).toEqual(expect.arrayContaining(['positions', 'balances']));
  expect(asked).not.toContain('fills');
  asked.length = 0;
  await publish({ kind: 'risk-limit', symbol, isDone: true, level: 2, message: null }, 3_000);
  expect(asked).toEqual(['positions']);
});

it('positions stop waiting for one that the list never contains, and do not wait for a closed one', async () => {
  const { publish, lines, rows, times, clock } = await openPositions();
  const eth = { symbol: 'ETHUSDTM' };
  await publish({ ...whole({ ...eth, isOpen: false }), ...eth }, 10_000);
  expect(times('positions')).toBe(1);
  await publish({ ...whole(eth), ...eth }, 30_000);
  expect(lines).toContain('positions.not-completed');
  const asked = times('positions');
  await clock.pass(20_000);
  expect([rows(), times('positions')]).toEqual([[], asked]);
});

it('positions take the answer of an action at once, and never revert it', async () => {
  const { account, rows, clock } = await openKnown();
  account.takePosition({ ...position, addedMargin: '5', asOfMs: 150 });
  await clock.pass(1);
  expect(rows()).toMatchObject([{ addedMargin: '5' }]);
  account.takePosition({ ...position, addedMargin: '4', asOfMs: 140 });
  account.takePosition({ ...position, symbol: 'ETHUSDTM' });
  await clock.pass(20);
  expect(rows()).toMatchObject([{ addedMargin: '5' }]);
});

it('positions without a time are shown, and frames without one are taken in their order', async () => {
  const { publish, answers, account, rows, clock } = await openPositions();
  answers.positions = succeed([{ ...position, asOfMs: null }]);
  account.refresh('positions');
  await clock.pass(3_000);
  expect(rows()).toEqual([{ ...position, asOfMs: null }]);
  await publish(mark('110', null));
  await publish(whole({ markPrice: '120', asOfMs: null }));
  expect(rows()).toEqual([{ ...position, markPrice: '120', asOfMs: null }]);
  await publish(mark('130', 200));
  await publish(mark('140', null));
  // the known time stays, so an older report is still recognised
  await publish(mark('1', 199));
  expect(rows()).toEqual([{ ...position, markPrice: '140', asOfMs: 200 }]);
});

it('positions keep a frame that came after the request of a list without times, and take a list requested later', async () => {
  const { publish, answers, account, hold, release, rows, clock } = await openKnown();
  answers.positions = succeed([{ ...position, markPrice: '90', asOfMs: null }]);
  hold();
  account.refresh('positions');
  await publish(mark('110', 200));
  await release();
  expect(rows()).toMatchObject([{ markPrice: '110', asOfMs: 200 }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ markPrice: '90', asOfMs: null }]);
});

it('positions do not restore a closed one from a list without times that was requested before', async () => {
  const { publish, answers, account, hold, release, rows, clock } = await openKnown();
  answers.positions = succeed([{ ...position, asOfMs: null }]);
  hold();
  account.refresh('positions');
  await publish(whole({ isOpen: false, quantity: '0', asOfMs: 200 }));
  await release();
  expect(rows()).toEqual([]);
  answers.positions = succeed([{ ...position, id: 'p2', asOfMs: null }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ id: 'p2' }]);
});
