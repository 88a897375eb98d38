import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromNumber } from '#shared/decimal.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeClock, type FakeClock } from '#time/testing/fake-clock.ts';
import { type Archive, createArchive } from './archive.ts';
import type { ArchiveStore } from './archive-store.ts';
import { hasTime, intersect, unite } from './coverage/intervals.ts';
import {
  createForgetfulExchange,
  type ForgetfulExchange,
  type ForgetfulOptions,
} from './testing/forgetful-exchange.ts';
import { openLocalStore, valueOf } from './testing/local-store.ts';
import { buildBooking } from './testing/quiet-exchange.ts';

const minute = 60_000;
const hour = 60 * minute;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What happens at an exchange and to Fathom. */
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('booking' as const),
      lateMinutes: fc.integer({ min: 0, max: 9 }),
      isTwin: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('minutes' as const), minutes: fc.integer({ min: 1, max: 25 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('away' as const), hours: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), pages: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fills' as const), count: fc.constantFrom(1, 400, 999, 1001) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reads' as const), areFailing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disk' as const), isFull: fc.boolean() }) },
);
type ModelEvent = typeof event extends fc.Arbitrary<infer E> ? E : never;

interface Model {
  readonly folder: string;
  /** of the archive's file; a killed process leaves it, and the next one opens a copy */
  path: string;
  readonly clock: FakeClock;
  readonly exchange: ForgetfulExchange;
  store: ArchiveStore;
  archive: Archive;
  readonly trouble: Trouble;
}

interface Trouble {
  isDiskFull: boolean;
  /** so many pages are still stored before the process is killed; null: it is not killed */
  pagesToLive: number | null;
}

const full = { ok: false, fault: 'disk-full', detail: 'full' } as const;
const dead = { ok: false, fault: 'unwritable', detail: 'killed' } as const;

/** Opens the archive's file, as a process does when it starts. */
function open({ path, clock, exchange, trouble }: Omit<Model, 'store' | 'archive'>): Pick<Model, 'store' | 'archive'> {
  const store = openLocalStore(path);
  const archive = createArchive({
    store: {
      ...store,
      commitPage: commit => {
        if (trouble.isDiskFull) return Promise.resolve(full);
        if (trouble.pagesToLive === 0) return Promise.resolve(dead);
        if (trouble.pagesToLive !== null) trouble.pagesToLive -= 1;
        return store.commitPage(commit);
      },
    },
    clock,
    applyRetention: () => Promise.resolve(),
    finishDeletion: () => Promise.resolve(true),
    isLocked: () => false,
    choice: { read: () => ({ isPaused: false, sharePercent: 50 }), change: () => succeed(null) },
    log: silent,
  });
  archive.opened({ profileId: 'p', runId: null, permissions: [], client: exchange.client });
  return { store, archive };
}

/** One run takes about 1 s of the processor; `npm run model` takes more of them. */
const numRuns = process.env['FATHOM_MODEL_RUNS'] === undefined ? 3 : 10;
let copies = 0;

/** Kills the process after some pages: what it has written by then is all that the next one finds. */
async function kill(model: Model, pages: number): Promise<void> {
  model.trouble.pagesToLive = pages;
  await model.clock.pass(10 * minute);
  copies += 1;
  const copy = join(model.folder, `killed-${copies}.sqlite`);
  for (const suffix of ['', '-wal'])
    if (existsSync(`${model.path}${suffix}`)) copyFileSync(`${model.path}${suffix}`, `${copy}${suffix}`);
  await stop(model);
  model.trouble.pagesToLive = null;
  model.path = copy;
  Object.assign(model, open(model));
}

async function stop({ archive, clock }: Model): Promise<void> {
  const stopped = archive.stop();
  await clock.pass(0);
  await stopped;
}

let lastId = 0;

function book({ exchange, clock }: Model, lateMinutes: number, isTwin: boolean): void {
  const nowMs = clock.nowMs();
  const newestMs = exchange.all.at(-1)?.booking.createdAtMs ?? nowMs;
  // a twin is not later than a late row may be
  const createdAtMs = isTwin && nowMs - newestMs < 10 * minute ? newestMs : nowMs;
  const listedAtMs = Math.max(nowMs, createdAtMs + lateMinutes * minute);
  lastId += 1;
  const balance = fromNumber(exchange.all.length + 1);
  exchange.all.push({ listedAtMs, booking: buildBooking({ id: String(lastId), createdAtMs, balance }) });
}

/** Fills of the last minute. */
function trade({ exchange, clock }: Model, count: number): void {
  for (let number = 0; number < count; number += 1) {
    lastId += 1;
    const createdAtMs = clock.nowMs() - minute + Math.floor((number * minute) / count);
    exchange.fills.push(buildFill({ tradeId: String(lastId), orderId: String(lastId), createdAtMs }));
  }
}

async function apply(model: Model, happened: ModelEvent): Promise<void> {
  const { clock, exchange } = model;
  switch (happened.kind) {
    case 'booking':
      return book(model, happened.lateMinutes, happened.isTwin);
    case 'minutes':
      return await clock.pass(happened.minutes * minute);
    case 'away':
      model.archive.closed();
      await clock.pass(happened.hours * hour);
      return model.archive.opened({ profileId: 'p', runId: null, permissions: [], client: exchange.client });
    case 'restart':
      await stop(model);
      return void Object.assign(model, open(model));
    case 'kill':
      return await kill(model, happened.pages);
    case 'fills':
      return trade(model, happened.count);
    case 'reads':
      if (happened.areFailing) exchange.failures.set('hfLedger', fail('timeout', 'Late.'));
      else exchange.failures.delete('hfLedger');
      return;
    case 'disk':
      model.trouble.isDiskFull = happened.isFull;
      return;
    default:
      throw new TypeError('an event of the model without an effect');
  }
}

/** Coverage claims no time of which a row is missing. */
async function expectHonest({ store, exchange, clock }: Model, isQuiet: boolean): Promise<void> {
  const lines = await valueOf(store.lines({ accountId: 1 }));
  const line = lines.find(({ stream }) => stream === 'hf-ledger');
  const rows = await valueOf(store.rows({ accountId: 1, record: 'ledger', limit: 10_000 }));
  const keys = new Set(rows.map(({ key }) => key));
  expect(rows.length).toBe(keys.size);
  // a part that was read once may lack a late row when the exchange forgot it before the second read
  const confirmable = isQuiet ? [{ fromMs: clock.nowMs() - 3 * 24 * hour, toMs: Infinity }] : [];
  const covered = unite(line?.coverage.sealed ?? [], intersect(line?.coverage.read ?? [], confirmable));
  const claimed = exchange.all.filter(({ booking }) => covered.some(part => hasTime(part, booking.createdAtMs)));
  expect(claimed.filter(({ booking }) => !keys.has(`${booking.id} USDT in`))).toEqual([]);
  const fillLine = lines.find(({ stream }) => stream === 'recent-spot-fills');
  const fillRows = await valueOf(store.rows({ accountId: 1, record: 'spot-fills', limit: 100_000 }));
  const trades = new Set(fillRows.map(({ columns }) => columns.tradeId));
  expect(trades.size).toBe(fillRows.length);
  // the list of recent fills has those of a day
  const listedAgain = isQuiet ? [{ fromMs: clock.nowMs() - 24 * hour, toMs: Infinity }] : [];
  const known = unite(fillLine?.coverage.sealed ?? [], intersect(fillLine?.coverage.read ?? [], listedAgain));
  const listed = exchange.fills.filter(({ createdAtMs }) => known.some(part => hasTime(part, createdAtMs ?? 0)));
  expect(listed.filter(({ tradeId }) => !trades.has(tradeId))).toEqual([]);
  // nothing that the exchange never listed
  expect([...keys].filter(key => !exchange.all.some(({ booking }) => key === `${booking.id} USDT in`))).toEqual([]);
}

const exchangeOptions = fc.record({
  keptMs: fc.integer({ min: 3 * 24, max: 6 * 24 }).map(hours => hours * hour),
  batchSize: fc.integer({ min: 1, max: 7 }),
});

function start(folder: string, options: Omit<ForgetfulOptions, 'nowMs'>): Model {
  const clock = createFakeClock();
  const exchange = createForgetfulExchange({ ...options, nowMs: clock.nowMs });
  const trouble: Trouble = { isDiskFull: false, pagesToLive: null };
  const begun = { folder, path: join(folder, 'archive.sqlite'), clock, exchange, trouble };
  return { ...begun, ...open(begun) };
}

it('archive model has everything that the exchange listed within its windows, and claims nothing that is missing', async () => {
  await fc.assert(
    fc.asyncProperty(exchangeOptions, fc.array(event, { minLength: 5, maxLength: 25 }), async (options, events) => {
      const folder = mkdtempSync(join(tmpdir(), 'fathom-model-'));
      const model = start(folder, options);
      const { clock } = model;
      try {
        await clock.pass(minute);
        for (const each of events) {
          await apply(model, each);
          await expectHonest(model, false);
        }
        model.trouble.isDiskFull = false;
        model.exchange.failures.delete('hfLedger');
        await clock.pass(100 * minute);
        await expectHonest(model, true);
        const { sealed, read, gaps, lost, startMs } = model.archive
          .status('p')
          ?.streams.find(({ stream }) => stream === 'hf-ledger') ?? {
          sealed: [],
          read: [],
          gaps: [],
          lost: [],
          startMs: 0,
        };
        // all time is covered or lost, up to the last poll
        const known = unite(sealed, read, lost);
        expect(gaps).toEqual([]);
        expect(known).toEqual([{ fromMs: startMs, toMs: known[0]?.toMs }]);
        expect(clock.nowMs() - (known[0]?.toMs ?? 0)).toBeLessThan(6 * minute);
        expect((await valueOf(model.store.verify({}))).faults).toEqual([]);
      } finally {
        await stop(model);
        removeFolder(folder);
      }
    }),
    { numRuns, endOnFailure: true },
  );
}, 600_000);
