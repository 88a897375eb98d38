import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Decimal, fromNumber } from '#shared/decimal.ts';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import { succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeClock, type FakeClock } from '#time/testing/fake-clock.ts';
import { type Archive, createArchive } from '../archive.ts';
import { hasTime } from '../coverage/intervals.ts';
import { createForgetfulExchange, type ForgetfulExchange } from '../testing/forgetful-exchange.ts';
import { openLocalStore } from '../testing/local-store.ts';
import { buildBooking } from '../testing/quiet-exchange.ts';

const minute = 60_000;
const hour = 60 * minute;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let folder: string;
let clock: FakeClock;
let exchange: ForgetfulExchange;
let archive: Archive;
let balance: number;
/** of the main wallet */
let mainTotal: Decimal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-proof-'));
  clock = createFakeClock();
  exchange = createForgetfulExchange({ nowMs: clock.nowMs, keptMs: 72 * hour, batchSize: 7 });
  balance = 0;
  mainTotal = '100';
  const { accounts } = exchange.client;
  const balances: typeof accounts.balances = () => {
    const amounts = { total: mainTotal, available: mainTotal, held: null };
    return Promise.resolve(succeed([{ accountId: '1', wallet: 'main', currency: 'USDT', ...amounts }]));
  };
  exchange = { ...exchange, client: { ...exchange.client, accounts: { ...accounts, balances } } };
  archive = createArchive({
    store: openLocalStore(join(folder, 'archive.sqlite')),
    clock,
    applyRetention: () => Promise.resolve(),
    finishDeletion: () => Promise.resolve(true),
    isLocked: () => false,
    choice: { read: () => ({ isPaused: false, sharePercent: 50 }), change: () => succeed(null) },
    log: silent,
  });
  open();
});
afterEach(async () => {
  const stopped = archive.stop();
  await clock.pass(0);
  await stopped;
  removeFolder(folder);
});

function open(): void {
  archive.opened({ profileId: 'p', runId: null, permissions: [], client: exchange.client });
}

/** Nothing is recorded for some hours, and then for five minutes. */
async function away(hours: number): Promise<void> {
  archive.closed();
  await clock.pass(hours * hour);
  open();
  await clock.pass(5 * minute);
}

/** A booking of 1 USDT now, listed from the moment `listedAtMs` on. Returns its time. */
function book(listedAtMs = clock.nowMs()): number {
  balance += 1;
  const createdAtMs = clock.nowMs();
  const booking = buildBooking({
    id: String(balance),
    accountType: 'TRADE_HF',
    balance: fromNumber(balance),
    createdAtMs,
  });
  exchange.all.push({ listedAtMs, booking });
  return createdAtMs;
}

function ledger(name: StreamName = 'hf-ledger') {
  const line = archive.status('p')?.streams.find(({ stream }) => stream === name);
  if (line === undefined) throw new Error('the ledger has a line');
  return line;
}

const isSealed = (timeMs: number) => ledger().sealed.some(part => hasTime(part, timeMs));

const countAsked = (list: string) => exchange.asked.filter(name => name === list).length;

describe('a ledger with a missing booking', () => {
  it('stays unsealed at each read until the booking comes, although the booking before it was sealed hours ago', async () => {
    await clock.pass(minute);
    const first = book();
    await clock.pass(30 * minute);
    expect(isSealed(first)).toBe(true);
    const missing = book(Infinity);
    await clock.pass(20 * minute);
    const last = book();
    await clock.pass(10 * minute);
    // the newest window has one booking only; then it is read again, and after a restart
    for (const passes of [() => clock.pass(0), () => clock.pass(70 * minute), () => away(5)]) {
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      await passes();
      expect([first, missing, last].map(isSealed)).toEqual([false, false, false]);
      expect(ledger().breaks).toMatchObject([{ atMs: last }]);
    }
    // each part that is read again is read by one request, not continually
    expect(countAsked('hfLedger')).toBeLessThan(60);
    exchange.all.splice(0, Infinity, ...exchange.all.map(({ booking }) => ({ booking, listedAtMs: clock.nowMs() })));
    await away(1);
    expect([first, missing, last].map(isSealed)).toEqual([true, true, true]);
    expect(ledger()).toMatchObject({ breaks: [], unproven: [] });
  });

  it('is sealed with the next read when the booking comes late', async () => {
    await clock.pass(minute);
    const first = book();
    const late = book(clock.nowMs() + 20 * minute);
    await clock.pass(minute);
    const last = book();
    await clock.pass(10 * minute);
    expect(ledger().breaks).toMatchObject([{ atMs: last }]);
    await clock.pass(80 * minute);
    expect([first, late, last].map(isSealed)).toEqual([true, true, true]);
  });
});

describe('the ledger of the main wallet', () => {
  it('stays unsealed between two balance snapshots until their difference is booked', async () => {
    exchange.failures.delete('accountLedger');
    await clock.pass(20 * minute);
    const createdAtMs = clock.nowMs();
    mainTotal = '105';
    const isDone = () => ledger('account-ledger').sealed.some(part => hasTime(part, createdAtMs));
    await clock.pass(30 * minute);
    for (const passes of [() => clock.pass(0), () => clock.pass(70 * minute), () => away(5)]) {
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      await passes();
      expect([isDone(), ledger('account-ledger').breaks.length]).toEqual([false, 1]);
    }
    expect(countAsked('accountLedger') - 365).toBeLessThan(60);
    exchange.bookings.push(buildBooking({ amount: '5', createdAtMs }));
    await away(1);
    expect([isDone(), ledger('account-ledger').breaks]).toEqual([true, []]);
  });
});

describe('a list of fills that is full', () => {
  it('is not read continually for older fills that it no longer has', async () => {
    await clock.pass(minute);
    const createdAtMs = clock.nowMs() - 1000;
    exchange.fills.push(...Array.from({ length: 1001 }, (_, place) => buildFill({ tradeId: `${place}`, createdAtMs })));
    await clock.pass(60 * minute);
    expect(countAsked('recentSpotFills')).toBeLessThan(12);
    const { read, gaps } = ledger('recent-spot-fills');
    expect([read, gaps].map(parts => parts.some(part => hasTime(part, createdAtMs)))).toEqual([false, true]);
  });
});
