import type { Fill } from '#shared/domain/account/fill.ts';
import { fail, succeed } from '#shared/errors.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import type { MarketLedgerEntry, PastPage, PastPageQuery } from '#client/endpoints/past-pages/page-calls.ts';
import { createQuietExchange, type QuietExchange } from './quiet-exchange.ts';

/** A booking that the exchange lists from a moment on that may be later than its time. */
export interface LateBooking {
  readonly booking: MarketLedgerEntry;
  readonly listedAtMs: number;
}

export interface ForgetfulExchange extends QuietExchange {
  readonly all: LateBooking[];
  /** the last `mostFills` of a day are listed */
  readonly fills: Fill[];
}

/** What a test chooses of its exchange. */
export interface ForgetfulOptions {
  readonly nowMs: () => number;
  /** at least what is documented */
  readonly keptMs: number;
  /** rows of one answer of the ledger */
  readonly batchSize: number;
}

const dayMs = 24 * 3_600_000;
const mostFills = 1000;
const otherLists = [
  'accountLedger',
  'marginLedger',
  'spotFills',
  'futuresFills',
  'futuresLedger',
  'closedPositions',
  'crossInterest',
  'deposits',
  'withdrawals',
  'spotOrders',
  'futuresOrders',
  'spotStops',
  'futuresStops',
] as const;

/**
 * A quiet exchange whose high-frequency ledger has rows that come late or share a millisecond, small batches and a short
 * memory, and whose list of recent fills is cut without notice.
 */
export function createForgetfulExchange({ nowMs, keptMs, batchSize }: ForgetfulOptions): ForgetfulExchange {
  const quiet = createQuietExchange();
  const all: LateBooking[] = [];
  const fills: Fill[] = [];
  // the other lists are left out: their backfill would take most of the time of a test
  for (const name of otherLists) quiet.failures.set(name, fail('permission', 'Left out.'));
  const isListed = ({ booking, listedAtMs }: LateBooking): boolean =>
    listedAtMs <= nowMs() && booking.createdAtMs >= nowMs() - keptMs;
  const readPage = ({ fromMs, toMs, cursor }: PastPageQuery): PastPage<MarketLedgerEntry> => {
    const found = all
      .filter(isListed)
      .map(({ booking }) => booking)
      .filter(({ createdAtMs, id }) => {
        return createdAtMs >= fromMs && createdAtMs <= toMs && (cursor === undefined || Number(id) < Number(cursor));
      })
      .toSorted((a, b) => Number(b.id) - Number(a.id))
      .slice(0, batchSize);
    const next = found.at(-1)?.id ?? null;
    return { rows: found, unreadableCount: 0, total: null, next, text: JSON.stringify(found), endpoint: 'GET /hf' };
  };
  const { pastPages } = quiet.client;
  const hfLedger: typeof pastPages.hfLedger = query => {
    quiet.asked.push('hfLedger');
    return Promise.resolve(quiet.failures.get('hfLedger') ?? succeed(readPage(query)));
  };
  const recentSpotFills: typeof pastPages.recentSpotFills = () => {
    quiet.asked.push('recentSpotFills');
    const listed = fills.filter(({ createdAtMs }) => (createdAtMs ?? 0) >= nowMs() - dayMs);
    const rows = listed.toSorted(newestFirst).slice(0, mostFills);
    const text = String(rows.length);
    return Promise.resolve(
      succeed({ rows, unreadableCount: 0, total: null, next: null, text, endpoint: 'GET /fills' }),
    );
  };
  return { ...quiet, all, fills, client: { ...quiet.client, pastPages: { ...pastPages, hfLedger, recentSpotFills } } };
}
