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
const mark = (markPrice: Decimal, asOfMs: number): PositionUpdate => ({
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
    tell: async (update: PositionUpdate, ms = 20) => {
      fake.tell(topic, update);
      await clock.pass(ms);
    },
  };
}

/** The same with one position known. */
async function openKnown() {
  const opened = await openPositions();
  opened.answers.positions = full.positions;
  await opened.tell(whole());
  return opened;
}

it('sparse frames are merged into the last whole row and never replace it', async () => {
  const { tell, rows } = await openKnown();
  expect(rows()).toEqual([position]);
  await tell({ kind: 'sparse', symbol, patch: { markPrice: '110', unrealisedPnl: '100' }, asOfMs: 200 });
  const marked = { ...position, markPrice: '110', unrealisedPnl: '100', asOfMs: 200 };
  expect(rows()).toEqual([marked]);
  await tell(mark('90', 150));
  await tell(whole({ asOfMs: 160 }));
  expect(rows()).toEqual([marked]);
  await tell(whole({ addedMargin: '7', asOfMs: 300 }));
  expect(rows()).toEqual([{ ...position, addedMargin: '7', asOfMs: 300 }]);
});

it('of many frames within one of the page the last is told', async () => {
  const { fake, page, clock } = await openKnown();
  const before = page.messages.length;
  for (let n = 1; n <= 5; n += 1) fake.tell(topic, mark(`${n}`, 200 + n));
  await clock.pass(20);
  expect(page.messages.slice(before)).toMatchObject([{ kind: 'edits', upserts: [{ markPrice: '5' }], removed: [] }]);
});

it('that were not known are asked for; what came meanwhile is newer', async () => {
  const { fake, answers, times, rows, clock } = await openPositions();
  answers.positions = full.positions;
  fake.tell(topic, whole({ quantity: '12', asOfMs: 150 }));
  fake.tell(topic, mark('111', 160));
  fake.tell(topic, mark('112', 155));
  fake.tell(topic, whole({ quantity: '9', asOfMs: 140 }));
  await clock.pass(20);
  expect(times('positions')).toBe(1);
  expect(rows()).toEqual([{ ...position, quantity: '12', markPrice: '111', asOfMs: 160 }]);
  const other = await openPositions();
  other.answers.positions = full.positions;
  await other.tell(mark('111', 160));
  expect(other.rows()).toEqual([position]);
});

it('an answer that is older than what frames told takes nothing back; a newer one does', async () => {
  const { tell, answers, account, rows, clock } = await openKnown();
  await tell(mark('110', 200));
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ markPrice: '110' }]);
  answers.positions = succeed([{ ...position, markPrice: '120', asOfMs: 210 }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ markPrice: '120' }]);
});

it('that are closed go and do not come back with an older word; the next one has an id of its own', async () => {
  const { tell, answers, account, rows, clock } = await openKnown();
  await tell(whole({ isOpen: false, quantity: '0', asOfMs: 200 }));
  expect(rows()).toEqual([]);
  // an answer, a row and a mark of the moment before
  account.refresh('positions');
  await clock.pass(20);
  await tell(whole({ asOfMs: 199 }));
  await tell(mark('1', 199));
  expect(rows()).toEqual([]);
  answers.positions = succeed([{ ...position, id: 'p2', asOfMs: 300 }]);
  await tell(whole({ asOfMs: 300 }), 3_000);
  expect(rows()).toMatchObject([{ id: 'p2', isOpen: true }]);
});

it('another position under the same symbol takes the place of the known one, also when frames are ahead of the list', async () => {
  const { tell, answers, account, rows, clock } = await openKnown();
  await tell(mark('110', 400));
  answers.positions = succeed([{ ...position, id: 'p2', asOfMs: 300 }]);
  account.refresh('positions');
  await clock.pass(20);
  expect(rows()).toMatchObject([{ id: 'p2', markPrice: '110' }]);
});

it('what a list does not have was closed, unless a frame has told of it since the list was asked for', async () => {
  const { tell, answers, account, hold, release, rows, clock } = await openKnown();
  answers.positions = succeed([]);
  hold();
  account.refresh('positions');
  await tell(mark('110', 200));
  await release();
  expect(rows()).toMatchObject([{ markPrice: '110' }]);
  await clock.pass(20_000);
  expect(rows()).toEqual([]);
});

it('after a pause the list tells which were closed meanwhile', async () => {
  const { answers, fake, rows, clock } = await openKnown();
  await clock.pass(2_000);
  answers.positions = succeed([]);
  fake.reset(topic);
  await clock.pass(3_000);
  expect(rows()).toEqual([]);
});

it('a settled funding makes positions and money be read; a risk limit the position', async () => {
  const { tell, asked } = await openKnown();
  asked.length = 0;
  const funding = { kind: 'funding-settled', symbol, fundingFee: '1', fundingRate: '0.0001', timeMs: 5 } as const;
  await tell(funding, 3_000);
  expect(asked).toEqual(expect.arrayContaining(['positions', 'balances']));
  expect(asked).not.toContain('fills');
  asked.length = 0;
  await tell({ kind: 'risk-limit', symbol, isDone: true, level: 2, message: null }, 3_000);
  expect(asked).toEqual(['positions']);
});

it('that the list never tells of are not waited for for ever, and a closed one is not waited for', async () => {
  const { tell, lines, rows, times, clock } = await openPositions();
  const eth = { symbol: 'ETHUSDTM' };
  await tell({ ...whole({ ...eth, isOpen: false }), ...eth }, 10_000);
  expect(times('positions')).toBe(1);
  await tell({ ...whole(eth), ...eth }, 30_000);
  expect(lines).toContain('positions.not-completed');
  const asked = times('positions');
  await clock.pass(20_000);
  expect([rows(), times('positions')]).toEqual([[], asked]);
});

it('the answer of an act moves the row at once, and never back', async () => {
  const { account, rows, clock } = await openKnown();
  account.takePosition({ ...position, addedMargin: '5', asOfMs: 150 });
  await clock.pass(1);
  expect(rows()).toMatchObject([{ addedMargin: '5' }]);
  account.takePosition({ ...position, addedMargin: '4', asOfMs: 140 });
  account.takePosition({ ...position, symbol: 'ETHUSDTM' });
  await clock.pass(20);
  expect(rows()).toMatchObject([{ addedMargin: '5' }]);
});
