import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, type Decimal, subtract, toDecimal } from '#shared/decimal.ts';
import { type ArchiveStatus, type StreamName, streamNames } from '#shared/domain/archive/archive.ts';
import { type Archive, createArchive } from '#archive/archive.ts';
import type { ArchivedRow, ArchiveStore } from '#archive/archive-store.ts';
import { auditRows } from '#archive/explore/audit-fills.ts';
import { isFeeDifferent } from '#shared/portfolio/checks/fee-audit.ts';
import { hasTime, unite } from '#archive/coverage/intervals.ts';
import type { RecordName } from '#archive/records/columns.ts';
import { openLocalStore, valueOf } from '#archive/testing/local-store.ts';
import type { ExchangeClient } from '#client/client.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { must } from './testing/must.ts';

const dayMs = 24 * 3_600_000;
const visible = { priority: 'visible' } as const;

/** A clock that is far on at each question, so that pools and pauses never hold a test up. */
function createFastClock(): () => number {
  let ms = 0;
  return () => {
    ms += 60_000;
    return ms;
  };
}

async function untilIdle(archive: Archive): Promise<ArchiveStatus> {
  await expect.poll(() => archive.status('practice')?.state, { timeout: 800_000, interval: 50 }).toBe('idle');
  const status = archive.status('practice');
  if (status === null) throw new Error('nothing is recorded');
  return status;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const amounts = (all: readonly (readonly [string, string | null])[]) => all.map(pair => pair.join(' ')).toSorted();
const numberOf = ({ key }: ArchivedRow): number => Number(key.split(' ')[0]);
const decimalOf = (text: string | null): Decimal | null => (text === null ? null : toDecimal(text));
const inOrder = (all: readonly string[]) => [...new Set(all)].toSorted();

/** The whole first backfill of an account, against what the exchange lists. */
describe('the archive of the practice exchange', () => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  let folder: string;
  let store: ArchiveStore;
  let archive: Archive;
  let status: ArchiveStatus;

  beforeAll(async () => {
    exchange = await startExchange('document');
    client = exchange.client('trader');
    must(await client.connect());
    folder = mkdtempSync(join(tmpdir(), 'fathom-archive-'));
    store = openLocalStore(join(folder, 'archive.sqlite'));
    archive = createArchive({
      store,
      clock: { nowMs: Date.now, monotonicMs: createFastClock(), wait: () => setImmediate() },
      applyRetention: () => Promise.resolve(),
      finishDeletion: () => Promise.resolve(true),
      isLocked: () => false,
      choice: { read: () => ({ isPaused: false, sharePercent: 50 }), change: () => ({ ok: true, value: null }) },
      log: silent,
    });
    archive.opened({ profileId: 'practice', runId: exchange.ready.runId, permissions: ['General'], client });
  });
  afterAll(async () => {
    await archive.stop();
    await exchange.stop();
    removeFolder(folder);
  });

  /** The exchange continues while the test compares: what it has since added belongs to the next read. */
  const isCovered = (stream: StreamName) => {
    const line = status.streams.find(each => each.stream === stream);
    return ({ createdAtMs }: { readonly createdAtMs: number | null }) =>
      [...(line?.sealed ?? []), ...(line?.read ?? [])].some(
        ({ fromMs, toMs }) => fromMs <= (createdAtMs ?? 0) && (createdAtMs ?? 0) < toMs,
      );
  };
  const rowsOf = async (record: RecordName): Promise<readonly ArchivedRow[]> => {
    const [account] = await valueOf(store.accounts({}));
    return await valueOf(store.rows({ accountId: account?.accountId ?? 0, record, limit: 100_000 }));
  };

  it('reads every stream, and covers it without a gap from its start', async () => {
    status = await untilIdle(archive);
    expect(new Set(status.streams.map(({ stream }) => stream))).toEqual(new Set(streamNames));
    for (const {
      stream,
      symbol,
      state,
      reason,
      sealed,
      read,
      startMs,
      gaps,
      lost,
      breaks,
      unproven,
    } of status.streams) {
      const name = `${stream} ${symbol ?? ''}`;
      expect({ name, state, reason, lost, breaks, unproven }).toEqual({
        name,
        state: 'working',
        reason: null,
        lost: [],
        breaks: [],
        unproven: [],
      });
      // listed as they are now, so that their past begins with the first read
      if (stream.endsWith('-orders') || stream.endsWith('-stops')) continue;
      // a pending deposit keeps the millisecond of its time from being sealed
      expect({ name, gaps, ranges: unite(sealed, read).length }).toEqual({ name, gaps: [], ranges: 1 });
      // the rates of the first minutes of a day are read once
      const first = stream.endsWith('-fee-rates') ? unite(sealed, read) : sealed;
      expect(first[0]?.fromMs).toBe(startMs);
    }
  }, 840_000);

  it('seals orders of the last month except open ones, and leaves older time as a coverage gap', async () => {
    const monthMs = 30 * dayMs;
    for (const { stream, symbol, sealed, read, gaps, startMs } of status.streams) {
      if (!stream.endsWith('-orders')) continue;
      const name = `${stream} ${symbol ?? ''}`;
      expect({ name, gaps: gaps.length, fromMs: gaps[0]?.fromMs }).toEqual({ name, gaps: 1, fromMs: startMs });
      const known = unite(sealed, read);
      expect({ name, ranges: known.length }).toEqual({ name, ranges: 1 });
      expect(Math.abs((known[0]?.fromMs ?? 0) - (Date.now() - monthMs))).toBeLessThan(3_600_000);
    }
    const active = must(await client.spot.orders({ status: 'active', page: 1, pageSize: 500 }, visible)).items;
    const open = status.streams.find(({ stream }) => stream === 'spot-orders')?.read ?? [];
    const recent = active.filter(({ createdAtMs }) => Date.now() - (createdAtMs ?? 0) < monthMs);
    for (const { createdAtMs } of recent) expect(open.some(part => hasTime(part, createdAtMs ?? 0))).toBe(true);
    const rows = await rowsOf('spot-orders');
    const states = new Map(rows.map(({ key, columns }) => [key, columns.status]));
    for (const { id } of recent) expect(states.get(id)).toBe('active');
    const done = await collectWeeks(
      26,
      async window =>
        must(await client.spot.orders({ status: 'done', ...window, page: 1, pageSize: 500 }, visible)).items,
    );
    const missing = done
      .filter(({ createdAtMs }) => isCovered('spot-orders')({ createdAtMs }))
      .filter(({ id }) => !states.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(done.length).toBeGreaterThan(10);
  });

  it('has each untriggered stop order', async () => {
    const spot = must(await client.stops.ofAllTypes({}, visible)).items;
    const futures = must(await client.futures.allStops({}, visible)).items;
    const rows = await rowsOf('stop-orders');
    const active = rows.filter(({ columns }) => columns.status === 'active').map(({ key }) => key);
    expect(active).toEqual(expect.arrayContaining([...spot, ...futures].map(({ id }) => id)));
    expect(active.length).toBeGreaterThan(0);
  });

  it('has the loans of the margin accounts, and prices of held coins that are not in the future', async () => {
    const loans = await rowsOf('loans');
    expect(loans.length).toBeGreaterThan(0);
    const candles = await rowsOf('candles');
    expect(new Set(candles.map(({ columns }) => columns.kind))).toEqual(new Set(['1hour', '1day']));
    expect(candles.every(({ timeMs, columns }) => timeMs <= Date.now() && columns.price !== null)).toBe(true);
    expect(new Set(candles.map(({ columns }) => columns.symbol))).toContain('BTC-USDT');
  });

  it('has the fee rates of each market that was traded, and finds no fill with a different fee', async () => {
    const fills = await Promise.all(
      (['spot-fills', 'futures-fills'] as const).map(async record =>
        (await rowsOf(record)).map(row => ({ record, row })),
      ),
    );
    const traded = new Set(fills.flat().map(({ row }) => row.columns.symbol));
    const rates = await rowsOf('fee-rates');
    expect(new Set(rates.map(({ columns }) => columns.symbol))).toEqual(traded);
    const [account] = await valueOf(store.accounts({}));
    const audited = await auditRows(store, account?.accountId ?? 0, fills.flat());
    expect(audited.filter(({ audit }) => audit === null || isFeeDifferent(audit))).toEqual([]);
  });

  it('has each fill of the spot account once', async () => {
    const listed = await collectWeeks(
      26,
      async window => must(await client.spot.pastFills({ ...window, pageSize: 500 }, visible)).items,
    );
    const keys = listed.filter(isCovered('spot-fills')).map(fill => `${fill.symbol} ${fill.tradeId} ${fill.orderId}`);
    const rows = await rowsOf('spot-fills');
    const ofTrade = rows.filter(({ columns }) => columns.wallet === 'spot').map(({ key }) => key);
    expect(ofTrade.toSorted()).toEqual([...new Set(keys)].toSorted());
    expect(keys.length).toBeGreaterThan(250);
  });

  it('has each futures fill and each funding payment with exact amounts', async () => {
    const listed = await collectWeeks(
      13,
      async window => must(await client.futures.fills({ ...window, pageSize: 1000 }, visible)).items,
    );
    const rows = await rowsOf('futures-fills');
    expect(rows.length).toBeGreaterThan(40);
    expect(amounts(rows.map(({ columns }) => [columns.tradeId ?? '', columns.price]))).toEqual(
      amounts(listed.filter(isCovered('futures-fills')).map(({ tradeId, price }) => [tradeId, price])),
    );
    const symbols = [...new Set(listed.map(({ symbol }) => symbol))];
    const toMs = Date.now();
    const fromMs = toMs - 180 * dayMs;
    const paid = await Promise.all(
      symbols.map(async symbol => must(await client.futuresAccount.fundingHistory({ symbol, fromMs, toMs }, visible))),
    );
    const funding = (await rowsOf('funding')).filter(({ timeMs }) => timeMs >= fromMs);
    expect(amounts(funding.map(({ key, columns }) => [key, columns.amount]))).toEqual(
      amounts(paid.flatMap(({ items }) => items).map(({ id, funding: amount }) => [id, amount])),
    );
    expect(funding.length).toBeGreaterThan(400);
  });

  it('has each booking once, although two ledgers of the exchange list it', async () => {
    const toMs = Date.now();
    const listed = must(await client.wallet.allLedger({ fromMs: toMs - 200 * dayMs, toMs }, visible)).items.filter(
      isCovered('account-ledger'),
    );
    const rows = await rowsOf('ledger');
    expect(listed.length).toBeGreaterThan(500);
    expect(inOrder(rows.map(({ key }) => key.split(' ')[0] ?? ''))).toEqual(
      expect.arrayContaining(inOrder(listed.map(({ id }) => id))),
    );
    expect(rows.length).toBe(new Set(rows.map(({ key }) => key)).size);
  });

  it('leads from one balance to the next in each wallet, without a booking between', async () => {
    const rows = await rowsOf('ledger');
    let compared = 0;
    // the ledgers name a wallet differently, and all isolated pairs alike
    const byWallet = Map.groupBy(rows, ({ columns: { wallet, currency } }) => `${wallet?.split('_')[0]} ${currency}`);
    for (const [wallet, all] of byWallet) {
      if (wallet.startsWith('ISOLATED')) continue;
      const own = all.toSorted((one, other) => numberOf(one) - numberOf(other));
      for (const [index, { key, columns }] of own.entries()) {
        const before = decimalOf(own[index - 1]?.columns.balance ?? null);
        if (before === null) continue;
        compared += 1;
        const amount = decimalOf(columns.amount) ?? '0';
        const after = columns.side === 'out' ? subtract(before, amount) : add(before, amount);
        expect([wallet, key, after]).toEqual([wallet, key, columns.balance]);
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('has each closed position, and the interest of the cross account and of isolated pairs', async () => {
    const span = { fromMs: Date.now() - 180 * dayMs, toMs: Date.now() };
    const closed = must(await client.futuresAccount.allClosedPositions(span, visible)).items;
    const rows = await rowsOf('closed-positions');
    expect(inOrder(rows.map(({ key }) => key))).toEqual(inOrder(closed.map(({ id }) => id)));
    const paid = must(
      await client.margin.allInterest({ startAtMs: span.fromMs, endAtMs: span.toMs }, visible),
    ).items.filter(isCovered('cross-interest'));
    const interest = await rowsOf('interest');
    const ofCross = interest.filter(({ columns }) => columns.wallet === 'cross');
    expect(ofCross).toHaveLength(paid.length);
    expect(paid.length).toBeGreaterThan(0);
  });

  it('has each deposit and withdrawal', async () => {
    const toMs = Date.now();
    const span = { fromMs: toMs - 365 * dayMs, toMs };
    const found = [await rowsOf('deposits'), await rowsOf('withdrawals')].map(rows => rows.length);
    const deposits = must(await client.wallet.allDeposits(span, visible)).items;
    const withdrawals = must(await client.wallet.allWithdrawals(span, visible)).items;
    expect(found).toEqual([deposits.length, withdrawals.length]);
  });

  it('has a balance snapshot with unknown amounts only in other wallets of sub-accounts', async () => {
    // the list of the document has main wallets only, and a few accounts are asked one by one each time
    expect(status.snapshot?.missing.filter(part => !part.startsWith('sub-account:'))).toEqual([]);
    const [account] = await valueOf(store.accounts({}));
    const snapshot = await valueOf(store.newestSnapshot({ accountId: account?.accountId ?? 0 }));
    const wallets = new Set(snapshot?.rows.filter(({ owner }) => owner === '').map(({ wallet }) => wallet));
    expect([...wallets]).toEqual(expect.arrayContaining(['main', 'trade', 'futures', 'cross']));
    expect(snapshot?.rows.some(({ owner }) => owner !== '')).toBe(true);
  });

  it('passes its own check', async () => {
    expect(await valueOf(store.verify({}))).toMatchObject({ faults: [] });
  });
});

/** Rows by windows of a week, the newest first, as the document says. */
async function collectWeeks<T>(
  weeks: number,
  read: (window: { startAtMs: number; endAtMs: number }) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  const nowMs = Date.now();
  for (let week = 0; week < weeks; week += 1) {
    const endAtMs = nowMs - week * 7 * dayMs;
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    found.push(...(await read({ startAtMs: endAtMs - 7 * dayMs + 1, endAtMs })));
  }
  return found;
}

describe.each(dialects)('pages of the history, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  it('keep the answer as it arrived, with its rows', async () => {
    const toMs = Date.now();
    const page = must(await client.pastPages.accountLedger({ fromMs: toMs - dayMs, toMs }, visible));
    expect(page.rows.length).toBeGreaterThan(0);
    expect(page.text).toContain(page.rows[0]?.id);
    expect(page).toMatchObject({ endpoint: 'GET /api/v1/accounts/ledgers', unreadableCount: 0 });
  });

  it('return orders, loans and candles with the requested window', async () => {
    const toMs = Date.now();
    const window = { fromMs: toMs - 7 * dayMs, toMs };
    const symbol = 'BTC-USDT';
    const { pastPages } = client;
    const orders = [
      must(await pastPages.spotOrders({ ...window, status: 'done', tradeType: 'spot' }, visible)),
      must(await pastPages.hfDoneOrders({ ...window, symbol }, visible)),
      must(await pastPages.futuresOrders({ ...window, status: 'done' }, visible)),
    ];
    for (const { rows, unreadableCount } of orders) {
      expect(unreadableCount).toBe(0);
      expect(rows.every(({ createdAtMs: atMs }) => atMs !== null && window.fromMs <= atMs && atMs <= toMs)).toBe(true);
    }
    expect(orders[0]?.rows.length).toBeGreaterThan(0);
    const active = must(await pastPages.hfActiveOrders({ ...window, symbol }, visible));
    expect(active.rows.every(({ isActive }) => isActive)).toBe(true);
    const loans = must(await pastPages.loans({ ...window, kind: 'borrow', currency: 'USDT' }, visible));
    expect(loans.total).toBe(loans.rows.length);
    const candles = must(await pastPages.candles({ ...window, symbol, interval: '1day' }, visible));
    expect(candles.rows.length).toBeGreaterThan(0);
    expect(candles.rows.length).toBeLessThan(10);
  });

  it('walk through a ledger in batches, each booking once', async () => {
    const toMs = Date.now();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = must(await client.pastPages.hfLedger({ fromMs: toMs - 3 * dayMs, toMs, cursor }, visible));
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    const listed = must(await client.wallet.allHfLedger({ fromMs: toMs - 3 * dayMs, toMs }, visible)).items;
    expect(ids.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
  });
});
