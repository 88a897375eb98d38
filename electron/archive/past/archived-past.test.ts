import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { ArchivedPage, ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { Result } from '#shared/errors.ts';
import { buildWithdrawal } from '#shared/testing/build-balance.ts';
import { buildFill, buildFuturesFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { ArchiveStore, FoundRow, LineKey } from '../archive-store.ts';
import type { RecordName } from '../records/columns.ts';
import { toFillRow } from '../streams/fill-row.ts';
import { toOrderRow } from '../streams/orders/order-row.ts';
import { toWithdrawalRow } from '../streams/wallet/withdrawals.ts';
import { commitOf } from '../testing/commits.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { buildArchiveStatus, buildStreamStatus } from './testing/archive-status.ts';
import { type ArchivedPast, createArchivedPast } from './archived-past.ts';

const everything = { venue: null, symbol: null, after: null } as const;

let folder: string;
let store: ArchiveStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-past-'));
  store = openLocalStore(join(folder, 'archive.sqlite'));
});
afterEach(async () => {
  await store.close();
  removeFolder(folder);
});

const account = (runId: string | null = null) => ({ profileId: 'p', runId });

function pastOf(of = account(), over: Partial<ArchiveStore> = {}): ArchivedPast {
  return createArchivedPast({ store: { ...store, ...over }, account: of, status: () => buildArchiveStatus() });
}

async function keep(record: RecordName, rows: readonly FoundRow[], of = account()): Promise<void> {
  const accountId = await valueOf(store.openAccount(of));
  const line: LineKey = { accountId, stream: 'spot-orders', symbol: '' };
  await valueOf(store.openLine({ ...line, startMs: 1 }));
  await valueOf(store.commitPage(commitOf(line, rows, { record })));
}

const keepOrders = (record: 'spot-orders' | 'futures-orders', orders: readonly Order[], of = account()) =>
  keep(
    record,
    orders.flatMap(order => toOrderRow(order) ?? []),
    of,
  );

function must<T>(read: Result<T>): T {
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const done = (id: string, createdAtMs: number, change: Partial<Order> = {}) =>
  buildOrder({ id, createdAtMs, isActive: false, isCancelled: true, ...change });
const futuresDone = (id: string, createdAtMs: number) =>
  done(id, createdAtMs, { venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM' });

/** All pages one after the other. */
async function readAll<T>(read: (after: ArchivedPlace | null) => Promise<Result<ArchivedPage<T>>>) {
  const pages: ArchivedPage<T>[] = [];
  let after: ArchivedPlace | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: ArchivedPage<T> = must(await read(after));
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return pages;
}

/** Columns of a row; the order `odd` has a side that does not exist. */
function spoilt({ key, columns }: FoundRow): FoundRow['columns'] {
  return { ...columns, side: key === 'odd' ? 'sideways' : columns.side };
}

describe('rows of the archive as the lists show them', () => {
  it('restores an order with all its fields', async () => {
    const order = done('o', 5, {
      clientOid: 'c',
      funds: '10',
      fee: '0.1',
      feeCurrency: 'USDT',
      filledSize: '2',
      filledFunds: '200',
      selfTradePrevention: 'CN',
      cancelAfterS: 60,
      isPostOnly: true,
      isHidden: true,
      isIceberg: true,
      visibleSize: '1',
      leverage: '3',
      isReduceOnly: true,
      positionSide: 'long',
      stopPrice: '90',
      remark: 'r',
      isCancelled: false,
      updatedAtMs: 9,
    });
    await keepOrders('spot-orders', [order]);
    expect(must(await pastOf().orders(everything, [])).items).toEqual([order]);
  });

  it('restores fills of both venues', async () => {
    const spot: Fill = buildFill({ createdAtMs: 7, isForceTaker: true, liquidity: 'maker' });
    const futures: Fill = buildFuturesFill({ createdAtMs: 6, cause: 'liquidation' });
    await keep('spot-fills', [toFillRow(spot) ?? []].flat());
    await keep('futures-fills', [toFillRow(futures) ?? []].flat());
    expect(must(await pastOf().fills(everything)).items).toEqual([spot, futures]);
    expect(must(await pastOf().fills({ ...everything, venue: 'futures' })).items).toEqual([futures]);
  });

  it('restores a withdrawal', async () => {
    const withdrawal: Withdrawal = buildWithdrawal({ memo: 'm', remark: 'r', isInner: true, updatedAtMs: 8 });
    await keep('withdrawals', [toWithdrawalRow(withdrawal) ?? []].flat());
    expect(must(await pastOf().withdrawals({ after: null })).items).toEqual([withdrawal]);
  });

  it('counts rows that lack what they must have, and returns the others', async () => {
    const rows = [done('odd', 6), done('a', 5)].flatMap(order => toOrderRow(order) ?? []);
    await keep(
      'spot-orders',
      rows.map(row => Object.assign({}, row, { columns: spoilt(row) })),
    );
    const { items, unreadableCount } = must(await pastOf().orders(everything, []));
    expect([items.map(({ id }) => id), unreadableCount]).toEqual([['a'], 1]);
  });
});

const broken = () => Promise.resolve({ ok: false, fault: 'damaged', detail: 'x' } as const);

describe('pages of the past', () => {
  it('have each row of both venues once, newest first, whatever the times are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(30), { maxLength: 700 }),
        fc.array(fc.nat(30), { maxLength: 700 }),
        async (spotTimes, futuresTimes) => {
          const of = account(crypto.randomUUID());
          const spot = spotTimes.map((time, index) => done(`s${index}`, 1 + time));
          const futures = futuresTimes.map((time, index) => futuresDone(`f${index}`, 1 + time));
          await keepOrders('spot-orders', spot, of);
          await keepOrders('futures-orders', futures, of);
          const past = pastOf(of);
          const pages = await readAll(after => past.orders({ ...everything, after }, []));
          const found = pages.flatMap(({ items }) => items);
          const ids = [...spot, ...futures].map(({ id }) => id);
          expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
          const times = found.map(({ createdAtMs }) => createdAtMs);
          expect(times).toEqual(times.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('have the rows of one symbol, also where they are rare', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => done(`m${index}`, 1000 + index, { symbol: 'ETH-USDT' }));
    await keepOrders('spot-orders', [...many, done('rare', 1), done('new', 5000)]);
    const past = pastOf();
    const pages = await readAll(after => past.orders({ venue: 'spot', symbol: 'BTC-USDT', after }, []));
    expect(pages.flatMap(({ items }) => items).map(({ id }) => id)).toEqual(['new', 'rare']);
  });

  it('leave out orders that are active', async () => {
    await keepOrders('spot-orders', [done('a', 5), buildOrder({ id: 'active', createdAtMs: 6 })]);
    expect(must(await pastOf().orders(everything, [])).items.map(({ id }) => id)).toEqual(['a']);
  });

  it('have an order that ended after the archive read it as active, as it ended', async () => {
    const old = buildOrder({ id: 'old', createdAtMs: 6 });
    await keepOrders('spot-orders', [done('a', 5), old, done('other', 4)]);
    const ended = { ...old, isActive: false, filledSize: '2' } as const;
    const past = pastOf();
    const { items } = must(await past.orders(everything, [ended]));
    expect(items.filter(({ id }) => id === 'old')).toEqual([ended]);
    const elsewhere = must(await past.orders({ ...everything, symbol: 'ETH-USDT' }, [ended]));
    expect(elsewhere.items).toEqual([]);
  });

  it('have an old order that just ended among the newest rows, and on no other page but its own', async () => {
    const many = Array.from({ length: 450 }, (_, index) => done(`m${index}`, 1000 + index));
    await keepOrders('spot-orders', many);
    const ended = done('ended', 1100, { updatedAtMs: 2000 });
    const past = pastOf();
    const pages = await readAll(after => past.orders({ ...everything, after }, [ended]));
    expect(pages.map(({ items }) => items.some(({ id }) => id === 'ended'))).toEqual([true, true, false]);
  });

  it('have nothing of an earlier run of the practice exchange, or of another profile', async () => {
    await keepOrders('spot-orders', [done('earlier', 5)], account('run-1'));
    await keepOrders('spot-orders', [done('other', 5)], { profileId: 'q', runId: null });
    // oxlint-disable-next-line no-await-in-loop -- one account after the other
    for (const asked of [account('run-2'), account()])
      expect(must(await pastOf(asked).orders(everything, [])).items).toEqual([]);
    expect(must(await pastOf(account('run-1')).orders(everything, [])).items).toHaveLength(1);
  });

  it('fail when the archive cannot be read', async () => {
    await keepOrders('spot-orders', [done('a', 5)]);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const over of [{ rows: broken }, { accounts: broken }])
      expect(await pastOf(account(), over).orders(everything, [])).toMatchObject({ error: { kind: 'storage' } });
  });
});

const coverageOf = async (streams: readonly ReturnType<typeof buildStreamStatus>[], symbol: string | null = null) => {
  const status = () => buildArchiveStatus({ streams: [...streams] });
  const past = createArchivedPast({ store, account: account(), status });
  return must(await past.fills({ ...everything, symbol })).coverage;
};

describe('the coverage of a list', () => {
  const fills = ['spot-fills', 'all-cross-margin-fills', 'all-isolated-margin-fills', 'futures-fills'] as const;
  const lines = fills.map(stream => buildStreamStatus({ stream, sealed: [{ fromMs: 10, toMs: 100 }], startMs: 10 }));

  it('is what all its streams cover, since the last of them began', async () => {
    const hf = { stream: 'hf-fills', symbol: 'ETH-USDT', startMs: 40, sealed: [{ fromMs: 40, toMs: 60 }] } as const;
    const read = buildStreamStatus({
      ...hf,
      sealed: [...hf.sealed],
      read: [{ fromMs: 60, toMs: 90 }],
      queuedWindows: 2,
    });
    expect(await coverageOf([...lines, read])).toMatchObject({
      startMs: 40,
      covered: [{ fromMs: 40, toMs: 90 }],
      queuedWindows: 2,
    });
    expect(await coverageOf([...lines, read], 'BTC-USDT')).toMatchObject({ startMs: 10, queuedWindows: 0 });
  });

  it('does not go back further than the ledger that names the symbols, unless the symbol is known', async () => {
    const hf = buildStreamStatus({ stream: 'hf-fills', symbol: 'ETH-USDT', sealed: [{ fromMs: 10, toMs: 100 }] });
    const ledger = buildStreamStatus({ stream: 'hf-ledger', startMs: 70, sealed: [{ fromMs: 70, toMs: 100 }] });
    const known = { startMs: 10, covered: [{ fromMs: 10, toMs: 100 }] };
    const cut = { startMs: 70, covered: [{ fromMs: 70, toMs: 100 }] };
    expect(await coverageOf([...lines, hf, ledger])).toMatchObject(cut);
    expect(await coverageOf([...lines, hf, ledger], 'BTC-USDT')).toMatchObject(cut);
    expect(await coverageOf([...lines, hf, ledger], 'ETH-USDT')).toMatchObject(known);
    // without high-frequency trades
    expect(await coverageOf([...lines, ledger])).toMatchObject(known);
  });

  it('is nothing while one of its streams has not begun', async () => {
    expect(await coverageOf(lines.slice(1))).toMatchObject({ startMs: null, covered: [] });
  });

  it('names the streams that the key may not read, and leaves them out', async () => {
    const reason = 'The key may not read margin.';
    const refused = buildStreamStatus({ stream: 'all-cross-margin-fills', state: 'not-permitted', reason });
    const offered = lines.filter(({ stream }) => stream !== refused.stream);
    expect(await coverageOf([...offered, refused])).toMatchObject({
      covered: [{ fromMs: 10, toMs: 100 }],
      unread: [{ stream: refused.stream, reason }],
    });
  });
});
