import type * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { orElse, wholeText } from './fields.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';

export interface PageRequest {
  readonly currentPage: number;
  readonly pageSize: number;
}

interface PageRule {
  readonly minimumPageSize: number;
  readonly maximumPageSize: number;
  readonly defaultPageSize: number;
}

/**
 * The two paging parameters with an endpoint's own limits (docs/exchange/endpoints.md §1.3). Page numbers start at 1.
 */
export function pageFields(rule: PageRule): {
  readonly currentPage: z.ZodMiniType<number>;
  readonly pageSize: z.ZodMiniType<number>;
} {
  const sizes = wholeText({ minimum: rule.minimumPageSize, maximum: rule.maximumPageSize });
  return {
    currentPage: orElse(wholeText({ minimum: 1, maximum: 1_000_000 }), 1),
    pageSize: orElse(sizes, rule.defaultPageSize),
  };
}

/** Page envelope, docs/exchange/records.md §2. A page beyond the last one is empty, not an error. */
export function pageOf<T>(rows: readonly T[], request: PageRequest, write: (row: T) => JsonValue): JsonFields {
  const start = (request.currentPage - 1) * request.pageSize;
  return {
    currentPage: request.currentPage,
    pageSize: request.pageSize,
    totalNum: rows.length,
    totalPage: Math.ceil(rows.length / request.pageSize),
    items: rows.slice(start, start + request.pageSize).map(write),
  };
}

const dayMs = 24 * 60 * 60 * 1000;
/** Default maximum window of a history list, docs/exchange/limits.md §6. */
const windowDays = 7;

interface WindowRequest {
  readonly startAt?: number;
  readonly endAt?: number;
  readonly nowMs: number;
  /** what is listed, for the words of the rejection */
  readonly what: string;
  /** the maximum window; a week by default */
  readonly days?: number;
}

/**
 * Rules 2 and 3 of the order list (docs/exchange/endpoints.md §1.4): one end gives the other, more than 7*24 hours (or
 * what the list allows) is an error.
 */
export function weekWindow({
  startAt,
  endAt,
  nowMs,
  what,
  days = windowDays,
}: WindowRequest): Outcome<{ startAtMs: number; endAtMs: number }> {
  const windowMs = days * dayMs;
  const endAtMs = endAt ?? (startAt === undefined ? nowMs : startAt + windowMs);
  const startAtMs = startAt ?? endAtMs - windowMs;
  if (startAtMs > endAtMs) return refuse('parameter', 'startAt must not be after endAt', 'startAt');
  if (endAtMs - startAtMs <= windowMs) return accept({ startAtMs, endAtMs });
  return refuse('parameter', `startAt and endAt must not be more than ${days}*24 hours apart for ${what}`, 'startAt');
}

/** A window of any width, open where no end is given; rule 4: a start after the end is an error. */
export function openWindow({
  startAt,
  endAt,
}: Pick<WindowRequest, 'startAt' | 'endAt'>): Outcome<{ startAtMs?: number; endAtMs?: number }> {
  if (startAt !== undefined && endAt !== undefined && startAt > endAt)
    return refuse('parameter', 'startAt must not be after endAt', 'startAt');
  return accept({
    ...(startAt === undefined ? {} : { startAtMs: startAt }),
    ...(endAt === undefined ? {} : { endAtMs: endAt }),
  });
}

/** What "one month of data by default" comes to (docs/exchange/endpoints.md §6.1). */
const monthMs = 30 * dayMs;

/** The end is now and the start a month before the end unless the request says otherwise; any width is taken. */
export function monthWindow({
  startAt,
  endAt,
  nowMs,
}: Omit<WindowRequest, 'what'>): Outcome<{ startAtMs: number; endAtMs: number }> {
  const endAtMs = endAt ?? nowMs;
  const startAtMs = startAt ?? endAtMs - monthMs;
  if (startAtMs <= endAtMs) return accept({ startAtMs, endAtMs });
  return refuse('parameter', 'startAt must not be after endAt', 'startAt');
}
