import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '../store.ts';
import { intent, journalOn, silent } from '../testing/journal-fixture.ts';
import type { CountedOrder } from './spendings.ts';

let dataDir = '';
let store: Store;

const open = () => {
  const opened = openStore({ dataDir, log: silent, nowMs: () => 1000 });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-spendings-'));
  open();
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

const of = (mark: string, amount: CountedOrder['amount'], currency = 'USDT'): CountedOrder => ({
  mark,
  currency,
  amount,
});
const append = (id: string, spendings: readonly CountedOrder[], change = {}) =>
  store.journal.append({ intent: intent(id, { createdAtMs: 100, ...change }), body: {}, spendings });
const spent = (sinceMs = 0) => store.journal.spent('p1', sinceMs);

it('spendings are summed exactly by currency, per profile and since a time, also after a restart', () => {
  append('a', [of('m1', '0.1'), of('m2', '0.2')]);
  append('b', [of('m3', '7', 'BTC')]);
  append('c', [of('m4', '1000')], { profileId: 'p2' });
  append('d', [of('m5', '1000')], { createdAtMs: 99 });
  append('e', []);
  const sums = succeed({ USDT: '0.3', BTC: '7' });
  expect(spent(100)).toEqual(sums);
  append('f', [of('m6', '0.3')]);
  expect(spent(100)).toEqual(succeed({ USDT: '0.6', BTC: '7' }));
  store.close();
  open();
  expect(spent(100)).toEqual(succeed({ USDT: '0.6', BTC: '7' }));
  expect(spent(99)).toEqual(succeed({ USDT: '1000.6', BTC: '7' }));
  expect(spent(101)).toEqual(succeed({}));
});

it('spendings sum a currency that is named like a property of every object', () => {
  append('a', [of('m1', '1', 'constructor')]);
  expect(spent()).toEqual(succeed({ constructor: '1' }));
  append('b', [of('m2', '2', 'constructor'), of('m3', '4', '__proto__')]);
  const sums = spent();
  expect(Object.entries(sums.ok ? sums.value : {})).toEqual([
    ['constructor', '3'],
    ['__proto__', '4'],
  ]);
});

it.each(['rejected', 'found-absent'] as const)('spendings omit an action that was %s', state => {
  append('a', [of('m1', '5')]);
  append('b', [of('m2', '6')]);
  expect(spent()).toEqual(succeed({ USDT: '11' }));
  store.journal.advance(intent('a', { createdAtMs: 100, state }));
  expect(spent()).toEqual(succeed({ USDT: '6' }));
});

it.each(['sent', 'unknown', 'acknowledged', 'found-done'] as const)('spendings include an action that is %s', state => {
  append('a', [of('m1', '5')]);
  store.journal.advance(intent('a', { createdAtMs: 100, state }));
  expect(spent()).toEqual(succeed({ USDT: '5' }));
});

it('spendings omit rejected rows of a batch by their client ids', () => {
  append('a', [of('m1', '5'), of('m2', '6'), of('m3', '7')]);
  expect(spent()).toEqual(succeed({ USDT: '18' }));
  store.journal.release(intent('a'), ['m1', 'm3', 'unknown']);
  expect(spent()).toEqual(succeed({ USDT: '6' }));
});

it('spendings count the filled part of an ended order, also after a restart and repeated reports', () => {
  append('a', [of('m1', '400'), of('m2', '7')], { createdAtMs: 1000 });
  append('b', [of('m1', '1000')], { profileId: 'p2', createdAtMs: 1000 });
  expect(spent()).toEqual(succeed({ USDT: '407' }));
  store.journal.countFilled('p1', 'm1', '0.25');
  store.journal.countFilled('p1', 'm1', '0.25');
  store.journal.countFilled('p1', 'unknown', '0');
  expect(spent()).toEqual(succeed({ USDT: '107' }));
  store.close();
  open();
  expect(spent()).toEqual(succeed({ USDT: '107' }));
  store.journal.countFilled('p1', 'm1', '0');
  expect(spent()).toEqual(succeed({ USDT: '7' }));
  expect(store.journal.spent('p2', 0)).toEqual(succeed({ USDT: '1000' }));
});

const loan = (amount: CountedOrder['amount'], isTyped = false): CountedOrder => ({
  ...of('loans', amount),
  movement: { kind: 'loans', isTyped },
});
const hourMs = 3_600_000;
const moved = (nowMs: number) => store.journal.moved('p1', 'loans', nowMs);

it('spendings sum loans of the last hour, of the day and since one was typed, apart from orders', () => {
  const noonMs = 40 * 86_400_000 + 12 * hourMs;
  const at = (ms: number) => ({ createdAtMs: noonMs + ms });
  append('old', [loan('1000')], at(-31 * 24 * hourMs));
  append('a', [loan('1')], at(-13 * hourMs));
  append('b', [loan('2', true)], at(-2 * hourMs));
  append('c', [loan('4'), of('order', '500')], at(-hourMs + 1));
  append('d', [loan('8')], at(-5));
  append('e', [{ ...loan('16'), movement: { kind: 'transfers', isTyped: true } }], at(-4));
  append('f', [loan('32', true)], { ...at(-3), state: 'rejected' });
  append('g', [loan('64')], { ...at(-3), profileId: 'p2' });
  append('h', [loan('128')], { ...at(-2), state: 'unknown' });
  const sums = succeed({ hour: { USDT: '140' }, day: { USDT: '142' }, sinceTyped: { USDT: '140' } });
  expect(moved(noonMs)).toEqual(sums);
  expect(spent()).toEqual(succeed({ USDT: '500' }));
  store.close();
  open();
  expect(moved(noonMs)).toEqual(sums);
  store.journal.advance(intent('h', { ...at(-2), state: 'found-absent' }));
  expect(moved(noonMs)).toMatchObject({ value: { hour: { USDT: '12' } } });
});

it('spendings do not count loans for the order limit of the day, also from its cached sum', () => {
  append('a', [of('m1', '5')]);
  expect(spent()).toEqual(succeed({ USDT: '5' }));
  append('b', [loan('7')]);
  expect(spent()).toEqual(succeed({ USDT: '5' }));
});

it('spendings report invalid amounts, and never count them as zero', () => {
  append('a', [of('m1', '5')]);
  store.close();
  const raw = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  raw.exec(`UPDATE spendings SET amount = 'much'`);
  raw.close();
  open();
  expect(spent()).toMatchObject({ ok: false, error: { kind: 'storage' } });
});

it('spendings count an action rejected on a full disk until the rejection can be written', () => {
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  const { journal, retry } = journalOn(database);
  append('a', [of('m1', '5')]);
  expect(journal.spent('p1', 0)).toEqual(succeed({ USDT: '5' }));
  database.exec('PRAGMA query_only = 1');
  journal.advance(intent('a', { createdAtMs: 100, state: 'rejected' }));
  expect(journal.spent('p1', 0)).toEqual(succeed({ USDT: '5' }));
  database.exec('PRAGMA query_only = 0');
  expect(retry()).toBeNull();
  expect(journal.spent('p1', 0)).toEqual(succeed({}));
  database.close();
});

it('spendings are recovered from the readable actions of a damaged journal (fault 39)', () => {
  for (let n = 0; n < 120; n += 1) {
    const sent = intent(`i${n}`, { state: 'sent', createdAtMs: 100 });
    store.journal.append({ intent: sent, body: { filler: 'x'.repeat(500) }, spendings: [of(`m${n}`, '1')] });
  }
  store.close();
  const path = join(dataDir, 'journal.sqlite');
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
  writeFileSync(path, bytes.fill(0xff, middle, middle + 4096));
  open();
  const read = store.journal.open('p1');
  const kept = read.ok ? read.value.length : 0;
  expect(kept).toBeGreaterThan(50);
  expect(kept).toBeLessThan(120);
  expect(spent()).toEqual(succeed({ USDT: String(kept) }));
});
