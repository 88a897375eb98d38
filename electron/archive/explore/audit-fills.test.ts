import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildArchiveFilter } from '#shared/domain/archive/testing/build-archive-filter.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import type { ArchiveStore, FoundRow } from '../archive-store.ts';
import { type ArchivedColumns, noColumns, type RecordName } from '../records/columns.ts';
import { toFeeRateRow } from '../streams/market/fee-rates.ts';
import { commitOf, hourMs, row } from '../testing/commits.ts';
import { openLocalStore } from '../testing/local-store.ts';
import { createExplorer, type Explorer } from './explorer.ts';

const noon = Date.parse('2026-03-24T12:00:00Z');
const dayMs = 24 * hourMs;
let folder: string;
let store: ArchiveStore;
let accountId: number;
let explorer: Explorer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-audit-'));
  store = openLocalStore(join(folder, archiveFile));
  const opened = await store.openAccount({ profileId: 'p1', runId: null });
  if (!opened.ok) throw new Error(opened.detail);
  accountId = opened.value;
  explorer = createExplorer({
    archive: store,
    reader: store,
    archiveVersion: () => 0,
    isPresent: () => true,
    nowMs: () => noon,
  });
});
afterEach(async () => {
  await explorer.close();
  removeFolder(folder);
});

async function record(
  stream: 'spot-fills' | 'futures-fills' | 'spot-fee-rates',
  name: RecordName,
  rows: readonly FoundRow[],
): Promise<void> {
  const line = { accountId, stream, symbol: '' } as const;
  await store.openLine({ ...line, startMs: noon });
  await store.commitPage(commitOf(line, rows, { record: name }));
}

const bitcoin = { amount: '6200', size: '0.1', fee: '6.2', symbol: 'BTC-USDT', feeCurrency: 'USDT' } as const;
const contract = { ...bitcoin, symbol: 'XBTUSDTM', currency: 'USDT' } as const;

function fill(key: string, columns: Partial<ArchivedColumns>, change: Partial<FoundRow> = {}): FoundRow {
  return row(key, { timeMs: noon, columns: { ...noColumns, ...columns }, rest: { liquidity: 'taker' }, ...change });
}

const rate = (symbol: string, takerFeeRate: `${number}`) =>
  toFeeRateRow({ symbol, takerFeeRate, makerFeeRate: '0.0008' }, noon);

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function audits(change: Parameters<typeof buildArchiveFilter>[0] = {}) {
  const { rows } = valueOf(await explorer.search({ ...buildArchiveFilter(change), cursor: null }));
  return Object.fromEntries(rows.map(({ key, feeAudit }) => [key, feeAudit]));
}

describe('archived fills', () => {
  it('have the fee that was due by the rate of their UTC day', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001')]);
    await record('spot-fills', 'spot-fills', [
      fill('exact', bitcoin),
      fill('more', { ...bitcoin, fee: '6.3' }),
      fill('maker', { ...bitcoin, fee: '4.96' }, { rest: { liquidity: 'maker' } }),
      fill('in base', { ...bitcoin, fee: '0.0001', feeCurrency: 'BTC' }),
      fill('in another coin', { ...bitcoin, fee: '0.4', feeCurrency: 'KCS' }),
      fill('day before', bitcoin, { timeMs: noon - dayMs }),
      fill('no currency', { ...bitcoin, feeCurrency: null }),
      fill('no liquidity', bitcoin, { rest: {} }),
    ]);
    expect(await audits()).toEqual({
      exact: { isAudited: true, rate: '0.001', due: '6.2', paid: '6.2', difference: '0' },
      more: { isAudited: true, rate: '0.001', due: '6.2', paid: '6.3', difference: '0.1' },
      maker: { isAudited: true, rate: '0.0008', due: '4.96', paid: '4.96', difference: '0' },
      'in base': { isAudited: true, rate: '0.001', due: '0.0001', paid: '0.0001', difference: '0' },
      'in another coin': { isAudited: false, reason: 'other-coin' },
      'day before': { isAudited: false, reason: 'no-rate' },
      'no currency': { isAudited: false, reason: 'no-value' },
      'no liquidity': { isAudited: false, reason: 'no-liquidity' },
    });
  });

  it('of a contract are valued in its settle currency', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('XBTUSDTM', '0.0006')]);
    await record('futures-fills', 'futures-fills', [
      fill('exact', { ...contract, fee: '3.72' }),
      fill('other', { ...contract, feeCurrency: 'XBT' }),
    ]);
    expect(await audits()).toMatchObject({
      exact: { isAudited: true, due: '3.72', difference: '0' },
      other: { isAudited: false, reason: 'other-coin' },
    });
  });

  it('are not audited on a day on which the rate changed', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001'), rate('BTC-USDT', '0.002')]);
    await record('spot-fills', 'spot-fills', [fill('a', bitcoin)]);
    expect(await audits()).toEqual({ a: { isAudited: false, reason: 'rate-changed' } });
  });

  it('are found by their audit, behind pages that have none', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001')]);
    const exact = Array.from({ length: 700 }, (_, place) => fill(`exact ${place}`, bitcoin, { timeMs: noon + place }));
    const unaudited = fill('unaudited', { ...bitcoin, fee: null });
    await record('spot-fills', 'spot-fills', [...exact, fill('different', { ...bitcoin, fee: '7' }), unaudited]);
    expect(Object.keys(await audits({ fees: 'different' }))).toEqual(['different']);
    expect(Object.keys(await audits({ fees: 'not-audited' }))).toEqual(['unaudited']);
  });

  it('have sums of due and paid by coin, whatever the condition on the audit', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001')]);
    await record('spot-fills', 'spot-fills', [
      fill('exact', bitcoin),
      fill('more', { ...bitcoin, fee: '6.3' }),
      fill('before', bitcoin, { timeMs: noon - 9 * dayMs }),
    ]);
    const counted = valueOf(await explorer.count(buildArchiveFilter({ fees: 'different' })));
    expect(counted).toMatchObject({
      rows: 3,
      feeAudit: {
        audited: 2,
        different: 1,
        isCut: false,
        totals: [{ currency: 'USDT', due: '12.4', paid: '12.5', difference: '0.1' }],
      },
    });
    expect(valueOf(await explorer.count(buildArchiveFilter({ view: 'orders' }))).feeAudit).toBeNull();
  });

  it('have their sums by UTC month, which names the days without a rate', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001')]);
    await record('spot-fills', 'spot-fills', [
      fill('exact', bitcoin),
      fill('more', { ...bitcoin, fee: '6.3000000000000001' }),
      fill('before', bitcoin, { timeMs: noon - 9 * dayMs }),
      fill('month before', bitcoin, { timeMs: noon - 40 * dayMs }),
      fill('month after', bitcoin, { timeMs: noon + 9 * dayMs }),
    ]);
    const counted = valueOf(await explorer.count(buildArchiveFilter()));
    const none = { due: null, paid: null, difference: null, audited: 0, unaudited: 1 };
    expect(counted.feeAudit?.months).toEqual([
      { month: '2026-04', currency: 'USDT', ...none, daysWithoutRate: ['2026-04-02'] },
      {
        month: '2026-03',
        currency: 'USDT',
        due: '12.4',
        paid: '12.5000000000000001',
        difference: '0.1000000000000001',
        audited: 2,
        unaudited: 1,
        daysWithoutRate: ['2026-03-15'],
      },
    ]);
  });

  it('have their audit in exported files', async () => {
    await record('spot-fee-rates', 'fee-rates', [rate('BTC-USDT', '0.001')]);
    const fills = [fill('a', bitcoin), fill('b', { ...bitcoin, fee: '6.3' }), fill('c', { ...bitcoin, fee: null })];
    await record('spot-fills', 'spot-fills', fills);
    const file = join(folder, 'fills.json');
    const target = { file, manifest: join(folder, 'fills.manifest.json'), allowedBytes: 1e9 };
    valueOf(await explorer.export({ ...buildArchiveFilter(), format: 'json' }, () => succeed(target)));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([
      { key: 'c', fee_audit: 'no-fee', fee_rate_held: null, fee_due: null, fee_difference: null },
      { key: 'b', fee_audit: 'different', fee_rate_held: '0.001', fee_due: '6.2', fee_difference: '0.1' },
      { key: 'a', fee_audit: 'as-due', fee_rate_held: '0.001', fee_due: '6.2', fee_difference: '0' },
    ]);
  });
});
