import * as z from 'zod/mini';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { ListStream } from '#shared/domain/archive/archive.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { PastPage, PastPageCalls, PastPageQuery, StopState } from '#client/endpoints/past-pages/page-calls.ts';
import type { CallOptions } from '#client/types.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, minuteMs, type Stream, type StreamPage, type StreamPageQuery, toRest } from '../stream.ts';

/**
 * The exchange lists the stop orders that are untriggered now. A time counts as read when the list was read within 20 minutes
 * after it; what was placed and ended between two reads is not recorded.
 */
const presentRules = { windowMs: 20 * minuteMs, keptMs: 20 * minuteMs, pollMs: 3 * minuteMs } as const;

/** A stop order is listed by the time of its creation; null: the exchange did not say it. */
export function toStopRow(stop: StopOrder): FoundRow | null {
  const { id, symbol, tradeType, type, side, price, size, funds, createdAtMs } = stop;
  if (createdAtMs === null) return null;
  return {
    key: id,
    timeMs: createdAtMs,
    columns: {
      ...noColumns,
      orderId: id,
      symbol,
      side,
      price,
      size,
      amount: funds,
      wallet: tradeType,
      kind: type,
      status: stop.status === 'triggered' ? 'triggered' : 'active',
    },
    rest: toRest({
      clientOid: stop.clientOid,
      stop: stop.stop,
      stopPrice: stop.stopPrice,
      stopPriceType: stop.stopPriceType,
      timeInForce: stop.timeInForce,
      isReduceOnly: stop.isReduceOnly,
      isCloseOrder: stop.isCloseOrder ?? null,
      positionSide: stop.positionSide ?? null,
      placedBy: stop.placedBy,
      remark: stop.remark,
    }),
  };
}

interface StopLists {
  /** one after the other */
  readonly lists: readonly ((query: PastPageQuery) => Promise<Result<PastPage<StopOrder>>>)[];
  readonly lookUp: (orderId: string) => Promise<Result<PastPage<StopState>>>;
}

/**
 * Which list is read, or that stop orders are looked up; how many rows there were before it; the cursor in that list, or how
 * many were looked up.
 */
const StopCursor = z.tuple([z.union([z.int(), z.literal('look-up')]), z.int(), z.nullable(z.string())]);

/** So many are looked up in one walk; the others in the next ones. */
export const mostLookUps = 20;

/** The exchange no longer lists the stop order, and did not answer what became of it. It is looked up again. */
const unknownStatus = 'unknown';
const openStatuses = ['active', unknownStatus] as const;
const isOpen = ({ columns }: FoundRow) => openStatuses.some(status => status === columns.status);

/** After these failures no other stop order can be looked up now. */
const failsAll: ReadonlySet<Failure['kind']> = new Set(['closed', 'rate-limited', 'permission']);

interface LookUpAnswer {
  readonly status: string;
  readonly page: Pick<PastPage<StopState>, 'unreadableCount' | 'text' | 'endpoint'>;
}

const noPage = { unreadableCount: 0, text: '', endpoint: '' };

function toAnswer(read: Result<PastPage<StopState>>): Result<LookUpAnswer> {
  if (read.ok) {
    const [status = unknownStatus] = read.value.rows;
    return succeed({ status, page: { ...read.value, unreadableCount: 0 } });
  }
  if (failsAll.has(read.error.kind)) return read;
  return succeed({ status: read.error.kind === 'not-found' ? 'ended' : unknownStatus, page: noPage });
}

/** The next stop order to look up: those whose end was asked for in vain come last. */
function nextOf(unmet: readonly FoundRow[]): FoundRow | undefined {
  return unmet.find(({ columns }) => columns.status !== unknownStatus) ?? unmet[0];
}

/** One stop order that was untriggered and is no longer listed, with what became of it. */
async function lookUpOne(
  { lookUp }: StopLists,
  { unmet }: StreamPageQuery,
  { count, done }: { readonly count: number; readonly done: number },
): Promise<Result<StreamPage>> {
  const stop = nextOf(unmet);
  if (stop === undefined) throw new TypeError('a stop order that is looked up is known');
  const read = toAnswer(await lookUp(stop.key));
  if (!read.ok) return read;
  const { status, page } = read.value;
  const isLast = unmet.length === 1 || done + 1 >= mostLookUps;
  const next = isLast ? null : JSON.stringify(['look-up', count + 1, String(done + 1)]);
  const rows = [{ ...stop, columns: { ...stop.columns, status } }];
  return succeed({ ...page, rows, total: count + 1, next });
}

/** Where to read after the last page of a list: the next list, stops that are no longer listed, or nowhere. */
function placeAfter(place: number, stops: StopLists, hasVanished: boolean): number | 'look-up' | null {
  if (place + 1 < stops.lists.length) return place + 1;
  return hasVanished ? 'look-up' : null;
}

/** A page of the lists; after the last one, those that are no longer listed are looked up. */
async function readStops(stops: StopLists, query: StreamPageQuery): Promise<Result<StreamPage>> {
  const [place, count, cursor] = query.cursor === undefined ? [0, 0, null] : StopCursor.parse(JSON.parse(query.cursor));
  if (place === 'look-up') return await lookUpOne(stops, query, { count, done: Number(cursor ?? 0) });
  const read = await stops.lists[place]?.({ ...query, cursor: cursor ?? undefined });
  if (read === undefined) throw new TypeError('a list of stop orders has its place');
  if (!read.ok) return read;
  const rows = read.value.rows.flatMap(stop => toStopRow(stop) ?? []);
  const unreadableCount = read.value.unreadableCount + read.value.rows.length - rows.length;
  const total = count + (read.value.total ?? 0);
  const listed = new Set(rows.map(({ key }) => key));
  const hasVanished = query.unmet.some(({ key }) => !listed.has(key));
  const nextPlace = placeAfter(place, stops, hasVanished);
  const following = nextPlace === null ? null : JSON.stringify([nextPlace, total, null]);
  const next = read.value.next === null ? following : JSON.stringify([place, count, read.value.next]);
  return succeed({ ...read.value, rows, unreadableCount, total, next, mayBeEmpty: read.value.next === null });
}

type OrderStreamName = Extract<ListStream, `${string}-stops`>;

function stopStream(
  name: OrderStreamName,
  cost: Stream['cost'],
  listsOf: (calls: PastPageCalls, options: CallOptions) => StopLists,
): Stream {
  return {
    name,
    record: 'stop-orders',
    rules: presentRules,
    backfillMs: presentRules.keptMs,
    cost,
    symbolsFrom: null,
    isOfPositions: false,
    proof: 'total',
    isWithoutId: false,
    lookedUpStatuses: openStatuses,
    isOpen,
    readPage: (calls, query, options) => readStops(listsOf(calls, options), query),
  };
}

/** Untriggered stop orders of spot and margin. */
export const spotStops = stopStream('spot-stops', costOf('stops.list'), (calls, options) => ({
  lists: (['spot', 'cross', 'isolated'] as const).map(
    tradeType => query => calls.spotStops({ ...query, tradeType }, options),
  ),
  lookUp: orderId => calls.spotStopState({ orderId }, options),
}));

/** Untriggered stop orders of futures. */
export const futuresStops = stopStream('futures-stops', costOf('futures.stopOrders'), (calls, options) => ({
  lists: [query => calls.futuresStops(query, options)],
  lookUp: orderId => calls.futuresStopState({ orderId }, options),
}));
