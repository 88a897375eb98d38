import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { type Created, newestFirst } from '#shared/rules/newest-first.ts';
import type { HfBatchQuery } from '../endpoints/spot-hf/hf-calls.ts';
import type { CallOptions, SpotCalls, SpotFillsQuery } from '../types.ts';
import { createEvidence, type Evidence, type HighFrequencyRows, joinReads, mergeRows } from './merge-lists.ts';
import type { FoundPairs } from './pair-finder.ts';
import { readPairs, type SpotListsOptions } from './spot-sources.ts';

type PageQuery = Omit<SpotFillsQuery, 'orderId'>;

interface Batch<T> {
  readonly items: readonly T[];
  readonly lastId: string | null;
}

/** One kind of rows that both families list page by page, newest first. */
interface PagedRows<T> {
  readonly classicPage: (page: number) => Promise<Result<Page<T>>>;
  readonly batch: (symbol: string, lastId: string | undefined) => Promise<Result<Batch<T>>>;
  readonly keyOf: (row: T) => string;
  readonly evidence: Evidence;
}

const defaultPageSize = 50;
const batchSize = 100;
const mostBatches = 40;
const dayMs = 24 * 3_600_000;
const byPairOnly =
  'The exchange has the lists of past high-frequency orders and fills by pair, and Fathom knows no other pair of this account.';

/** The newest rows of a pair, at least so many where there are as many. */
async function readNewest<T>({ batch }: PagedRows<T>, symbol: string, most: number): Promise<Result<readonly T[]>> {
  const rows: T[] = [];
  let lastId: string | undefined;
  for (let batches = 0; batches < mostBatches && rows.length < most; batches += 1) {
    const read = await batch(symbol, lastId);
    if (!read.ok) return read;
    rows.push(...read.value.items);
    const next = read.value.lastId ?? undefined;
    if (read.value.items.length === 0 || next === undefined || next === lastId) break;
    lastId = next;
  }
  return succeed(rows);
}

/** Rows of classic pages, and whether those are the whole list. */
interface ClassicRows<T> {
  readonly rows: readonly T[];
  readonly last: Page<T>;
}

async function readClassicPages<T>({ classicPage }: PagedRows<T>, pages: number): Promise<Result<ClassicRows<T>>> {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const read = await classicPage(page);
    if (!read.ok) return read;
    rows.push(...read.value.items);
    if (page >= pages || read.value.items.length === 0) return succeed({ rows, last: read.value });
  }
}

interface PageRead {
  readonly query: PageQuery;
  readonly asked: CallOptions;
}

function hfQuery({ side, type, startAtMs, endAtMs }: PageQuery): Omit<HfBatchQuery, 'symbol'> {
  return {
    side,
    type: type === 'limit' || type === 'market' ? type : undefined,
    startAtMs,
    endAtMs,
    limit: batchSize,
  };
}

/** Pages of past spot orders and fills of both families. docs/exchange/endpoints.md §3.10. */
export function createPageReads(
  options: SpotListsOptions,
  ofFills: Evidence,
): { readonly orders: SpotCalls['orders']; readonly fills: SpotCalls['pastFills'] } {
  const { client } = options;
  const ofOrders = createEvidence();
  return {
    orders(query, asked) {
      if (query.status === 'active') return client.spot.orders(query, asked);
      return readPage<Order>(
        options,
        { query, asked },
        {
          classicPage: page => client.spot.orders({ ...query, page }, asked),
          batch: (symbol, lastId) => client.spotHf.doneOrders({ ...hfQuery(query), symbol, lastId }, asked),
          keyOf: ({ id }) => id,
          evidence: ofOrders,
        },
      );
    },
    fills: (query, asked) =>
      readPage<Fill>(
        options,
        { query, asked },
        {
          classicPage: page => client.spot.pastFills({ ...query, page }, asked),
          async batch(symbol, lastId) {
            const read = await client.spotHf.fills({ ...hfQuery(query), symbol, lastId }, asked);
            return read.ok ? succeed({ ...read.value, items: read.value.items.map(({ fill }) => fill) }) : read;
          },
          keyOf: fillKey,
          evidence: ofFills,
        },
      ),
  };
}

async function findPairs(options: SpotListsOptions, { query, asked }: PageRead): Promise<Result<FoundPairs>> {
  if (query.symbol !== undefined) return succeed({ pairs: [query.symbol], otherPairs: null });
  const found = await options.finder.traded(options.nowMs() - dayMs, asked);
  return found.ok ? succeed({ pairs: found.value.pairs, otherPairs: byPairOnly }) : found;
}

async function readPage<T extends Created>(
  options: SpotListsOptions,
  read: PageRead,
  paged: PagedRows<T>,
): Promise<Result<Page<T>>> {
  const { page = 1, pageSize = defaultPageSize } = read.query;
  const readHighFrequency = async (): Promise<Result<HighFrequencyRows<T>>> => {
    const found = await findPairs(options, read);
    if (!found.ok) return found;
    const rows = await readPairs(found.value.pairs, symbol => readNewest(paged, symbol, page * pageSize));
    return rows.ok ? succeed({ rows: rows.value, ...found.value }) : rows;
  };
  const [highFrequency, account] = await Promise.all([readHighFrequency(), options.kind.read(read.asked)]);
  const isAlone = !highFrequency.ok || highFrequency.value.rows.length === 0;
  const classic = isAlone ? await asRows(paged.classicPage(page)) : await readClassicPages(paged, page);
  const joined = joinReads(classic, highFrequency, account);
  if (!joined.ok) return joined;
  const { classic: listed, highFrequency: found } = joined.value;
  const extra = countExtra(paged, listed, found);
  const isKnownWhole = account === 'classic' || paged.evidence.isClassicWhole();
  const coverage = isKnownWhole ? { ...joined.value.coverage, otherPairs: null } : joined.value.coverage;
  if (isAlone && listed !== null) return succeed({ ...listed.last, coverage });
  const rows = mergeRows({ classic: listed?.rows ?? [], highFrequency: found }, paged.keyOf, first => first);
  return succeed({ ...cutPage(rows, { page, pageSize, listed, extra }), coverage });
}

/** How many of the high-frequency rows the classic list lacks, as far back as it was read. */
function countExtra<T extends Created>(
  { keyOf, evidence }: PagedRows<T>,
  listed: ClassicRows<T> | null,
  found: readonly T[],
): number {
  const rows = listed?.rows ?? [];
  const isReadToItsEnd = listed === null || listed.last.totalItems <= rows.length;
  const oldestMs = isReadToItsEnd
    ? Number.NEGATIVE_INFINITY
    : (rows.findLast(({ createdAtMs }) => createdAtMs !== null)?.createdAtMs ?? 0);
  const known = new Set(rows.map(keyOf));
  const keys = found.filter(({ createdAtMs }) => createdAtMs === null || createdAtMs > oldestMs).map(keyOf);
  evidence.see(keys, known);
  return keys.filter(key => !known.has(key)).length;
}

interface PageCut<T> {
  readonly page: number;
  readonly pageSize: number;
  readonly listed: ClassicRows<T> | null;
  readonly extra: number;
}

/** One page of merged rows, newest first. */
function cutPage<T extends Created>(rows: readonly T[], { page, pageSize, listed, extra }: PageCut<T>): Page<T> {
  const end = page * pageSize;
  const totalItems = Math.max((listed?.last.totalItems ?? 0) + extra, Math.min(rows.length, end + 1));
  const unreadableCount = listed?.last.unreadableCount;
  return {
    page,
    pageSize,
    totalItems,
    totalPages: Math.ceil(totalItems / pageSize),
    items: rows.toSorted(newestFirst).slice(end - pageSize, end),
    ...(unreadableCount === undefined ? {} : { unreadableCount }),
  };
}

async function asRows<T>(read: Promise<Result<Page<T>>>): Promise<Result<ClassicRows<T>>> {
  const page = await read;
  return page.ok ? succeed({ rows: page.value.items, last: page.value }) : page;
}
