import { type Decimal, isDecimal, subtract } from '#shared/decimal.ts';
import type { ArchiveFilter } from '#shared/domain/archive/explore.ts';
import type { FeeAuditCount, FeeMonth } from '#shared/domain/archive/fee-audit.ts';
import {
  type AuditedFill,
  auditFees,
  type FeeAudit,
  type HeldFeeRate,
  isFeeDifferent,
  totalFees,
} from '#shared/portfolio/checks/fee-audit.ts';
import { feesByMonth } from '#shared/portfolio/checks/fee-months.ts';
import type { ArchivedRow } from '../archive-store.ts';
import { dayStartOf } from '../coverage/plan.ts';
import { dayMs } from '../streams/stream.ts';
import type { PagePlaces } from './page-cursor.ts';
import { type ExploredArchive, readPage, type FoundRecord, type RowPage, valueOf } from './read-pages.ts';

/** A row with the audit of its fee; null: it is no fill. */
export interface AuditedRow extends FoundRecord {
  readonly audit: FeeAudit | null;
}

/** A page of rows with their audits. */
export interface AuditedPage extends Pick<RowPage, 'next'> {
  readonly rows: readonly AuditedRow[];
}

type AuditArchive = Pick<ExploredArchive, 'searchRows' | 'rowsBetween'>;

const fillRecords: ReadonlySet<string> = new Set(['spot-fills', 'futures-fills']);
const ratesPage = 5_000;
/** the archive has one account at a time */
const account = '';
const dayOf = (atMs: number) => String(dayStartOf(atMs));

function decimalOf(text: string | null | undefined): Decimal | null {
  return text !== null && text !== undefined && isDecimal(text) ? text : null;
}

/** The value of the fill in the coin of its fee. */
function feeValue({ record, row: { columns } }: FoundRecord): Pick<AuditedFill, 'value' | 'isFeeInOtherCoin'> {
  const { symbol, amount, size, feeCurrency, currency } = columns;
  const [base, quote] = record === 'futures-fills' ? [null, currency] : (symbol ?? '').split('-');
  if (feeCurrency === null) return { value: null, isFeeInOtherCoin: false };
  if (feeCurrency === quote) return { value: decimalOf(amount), isFeeInOtherCoin: false };
  return feeCurrency === base
    ? { value: decimalOf(size), isFeeInOtherCoin: false }
    : { value: null, isFeeInOtherCoin: true };
}

function toAuditedFill(fill: FoundRecord): AuditedFill {
  const { key, timeMs, stream, columns, rest } = fill.row;
  const liquidity = rest['liquidity'];
  return {
    account,
    atMs: timeMs,
    stream,
    id: key,
    symbol: columns.symbol ?? '',
    ...feeValue(fill),
    liquidity: liquidity === 'taker' || liquidity === 'maker' ? liquidity : 'unknown',
    fee: decimalOf(columns.fee),
  };
}

function toHeldRate({ timeMs, columns: { symbol }, rest }: ArchivedRow): readonly HeldFeeRate[] {
  const [takerRate, makerRate] = [decimalOf(rest['takerFeeRate']), decimalOf(rest['makerFeeRate'])];
  if (symbol === null || takerRate === null || makerRate === null) return [];
  return [{ account, symbol, day: dayOf(timeMs), takerRate, makerRate }];
}

/** The rates of the days of these fills. */
async function readRates(
  archive: Pick<ExploredArchive, 'rowsBetween'>,
  accountId: number,
  fills: readonly FoundRecord[],
): Promise<readonly HeldFeeRate[]> {
  if (fills.length === 0) return [];
  const times = fills.map(({ row }) => row.timeMs);
  const [first, last] = times.reduce(([from, to], at) => [Math.min(from, at), Math.max(to, at)], [Infinity, -Infinity]);
  const span = { fromMs: dayStartOf(first ?? 0), toMs: dayStartOf(last ?? 0) + dayMs };
  const found: ArchivedRow[] = [];
  for (;;) {
    const question = { accountId, record: 'fee-rates', ...span, limit: ratesPage, after: found.at(-1) } as const;
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    const page = await valueOf(archive.rowsBetween(question));
    found.push(...page);
    if (page.length < ratesPage) return found.flatMap(toHeldRate);
  }
}

/** The rows with the audits of their fees. Throws `ExploreFailure`. */
export async function auditRows(
  archive: Pick<ExploredArchive, 'rowsBetween'>,
  accountId: number,
  rows: readonly FoundRecord[],
): Promise<readonly AuditedRow[]> {
  const fills = rows.filter(({ record }) => fillRecords.has(record));
  const rates = await readRates(archive, accountId, fills);
  const audits = new Map(
    auditFees(fills.map(toAuditedFill), rates, dayOf).map((audit, place) => [fills[place], audit]),
  );
  return rows.map(row => ({ ...row, audit: audits.get(row) ?? null }));
}

function meets({ audit }: AuditedRow, fees: ArchiveFilter['fees']): boolean {
  if (fees === null) return true;
  return audit !== null && (fees === 'different' ? isFeeDifferent(audit) : !audit.isAudited);
}

/** A search for audits reads so many rows in one answer; the next one continues. */
const mostScanned = 20_000;
const scanRows = 5_000;

interface AuditQuestion {
  readonly accountId: number;
  readonly filter: ArchiveFilter;
  readonly places: PagePlaces;
  readonly limit: number;
}

/**
 * One page of the rows that meet a filter, newest first, with their audits. With a condition on the audit a page may have
 * fewer rows than `limit`, or none, while `next` continues. Throws `ExploreFailure`.
 */
export async function readAuditedPage(
  archive: AuditArchive,
  { accountId, filter, places, limit }: AuditQuestion,
): Promise<AuditedPage> {
  const rows: AuditedRow[] = [];
  let next: PagePlaces | null = places;
  for (let scanned = 0; next !== null && rows.length === 0 && scanned < mostScanned; scanned += limit) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: RowPage = await readPage(archive, { accountId, filter, places: next, limit });
    // oxlint-disable-next-line no-await-in-loop -- page after page
    rows.push(...(await auditRows(archive, accountId, page.rows)).filter(row => meets(row, filter.fees)));
    next = page.next;
  }
  return { rows, next };
}

/** The audit of the newest fills that meet the filter, whatever its condition on the audit. Throws `ExploreFailure`. */
export async function countAudits(
  archive: AuditArchive,
  accountId: number,
  filter: ArchiveFilter,
): Promise<FeeAuditCount> {
  // fills of earlier months are not audited
  const [first] = await valueOf(
    archive.rowsBetween({ accountId, record: 'fee-rates', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1 }),
  );
  if (first === undefined) return { audited: 0, different: 0, isCut: false, totals: [], months: [] };
  const since = { ...filter, fromMs: Math.max(filter.fromMs ?? 0, monthStartOf(first.timeMs)), fees: null };
  const rows: AuditedRow[] = [];
  let next: PagePlaces | null = {};
  while (next !== null && rows.length < mostScanned) {
    const question: AuditQuestion = { accountId, filter: since, places: next, limit: scanRows };
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: AuditedPage = await readAuditedPage(archive, question);
    rows.push(...page.rows);
    next = page.next;
  }
  const audits = rows.flatMap(({ row, audit }) =>
    audit === null ? [] : [{ coin: row.columns.feeCurrency ?? '', audit }],
  );
  return {
    audited: audits.filter(({ audit }) => audit.isAudited).length,
    different: audits.filter(({ audit }) => isFeeDifferent(audit)).length,
    isCut: next !== null,
    totals: [...totalFees(audits)].map(([currency, { due, paid }]) => {
      return { currency, due, paid, difference: subtract(paid, due) };
    }),
    months: [...monthsOf(rows)],
  };
}

/** The start of the UTC month. */
function monthStartOf(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
}

function monthsOf(rows: readonly AuditedRow[]): readonly FeeMonth[] {
  const fees = rows.flatMap(({ row: { timeMs: atMs, columns }, audit }) =>
    audit === null ? [] : [{ atMs, coin: columns.feeCurrency, audit }],
  );
  return feesByMonth(fees).map(({ month, coin: currency, sums, auditedCount, unauditedCount, daysWithoutRate }) => {
    const { due, paid, difference } = sums ?? { due: null, paid: null, difference: null };
    return {
      month,
      currency,
      due,
      paid,
      difference,
      audited: auditedCount,
      unaudited: unauditedCount,
      daysWithoutRate: [...daysWithoutRate],
    };
  });
}
