import * as z from 'zod/mini';
import { add } from '#shared/decimal.ts';
import { accept, type Outcome } from '#practice/kernel/kernel.ts';
import type { BorrowRecord, InterestRecord, RepayRecord } from '#practice/margin/types.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, epochMs, flag, numericAmount, read, readQuery, symbol, text } from '../endpoint/fields.ts';
import { pageFields, pageOf } from '../endpoint/pages.ts';
import { scopeFields, scopeOf } from './scope.ts';

/** Borrowing, repaying, and what has been: docs/exchange/endpoints.md §5.3. */

const currency = text(16);
// high and low frequency are one here
const isHf = z.exactOptional(flag);

const BorrowBody = z.object({ ...scopeFields, currency, size: numericAmount, timeInForce: choice('IOC', 'FOK'), isHf });
const RepayBody = z.object({ ...scopeFields, currency, size: numericAmount, isHf });

/** POST /api/v3/margin/borrow. */
export function borrow(call: SignedCall): Answer {
  const body = read(BorrowBody, call.body);
  if (!body.ok) return body;
  const scope = scopeOf(call, body.value);
  if (!scope.ok) return scope;
  const borrowed = call.exchange.margin.borrow(scope.value, body.value);
  if (!borrowed.ok) return borrowed;
  return accept({ orderNo: borrowed.value.orderNo, actualSize: borrowed.value.actualSize });
}

/** POST /api/v3/margin/repay. */
export function repay(call: SignedCall): Answer {
  const body = read(RepayBody, call.body);
  if (!body.ok) return body;
  const scope = scopeOf(call, body.value);
  if (!scope.ok) return scope;
  const repaid = call.exchange.margin.repay(scope.value, body.value);
  if (!repaid.ok) return repaid;
  return accept({ timestamp: call.nowMs, orderNo: repaid.value.orderNo, actualSize: repaid.value.size });
}

const historyFields = {
  symbol: z.exactOptional(symbol),
  isIsolated: z.exactOptional(choice('true', 'false')),
  startTime: z.exactOptional(epochMs),
  endTime: z.exactOptional(epochMs),
};

function historyQuery(minimumPageSize: number) {
  return z.object({
    ...historyFields,
    currency,
    orderNo: z.exactOptional(text(64)),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
}

function interestQuery(minimumPageSize: number) {
  return z.object({
    ...historyFields,
    currency: z.exactOptional(currency),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
}

interface HistoryRow {
  readonly symbol: string | null;
  readonly currency: string;
  readonly createdAtMs: number;
  readonly orderNo?: string;
}

interface HistorySelection {
  readonly symbol?: string;
  readonly isIsolated?: 'true' | 'false';
  readonly currency?: string;
  readonly orderNo?: string;
  readonly startTime?: number;
  readonly endTime?: number;
}

/** Rows of the account that is asked for; refused when that is isolated and unnamed. */
function selected<T extends HistoryRow>(
  rows: readonly T[],
  wanted: HistorySelection,
  call: SignedCall,
): Outcome<readonly T[]> {
  const isIsolated = wanted.isIsolated === 'true';
  const scope = scopeOf(call, wanted.symbol === undefined ? { isIsolated } : { isIsolated, symbol: wanted.symbol });
  if (!scope.ok) return scope;
  const matches = (row: T): boolean =>
    row.symbol === scope.value.symbol &&
    (wanted.currency ?? row.currency) === row.currency &&
    (wanted.orderNo === undefined || wanted.orderNo === row.orderNo) &&
    row.createdAtMs >= (wanted.startTime ?? 0) &&
    row.createdAtMs <= (wanted.endTime ?? call.nowMs);
  return accept(rows.filter(matches));
}

/** GET /api/v3/margin/borrow: newest first. */
export function listBorrows(call: SignedCall): Answer {
  const query = readQuery(historyQuery(call.dialect.minimumPageSize), call.query);
  if (!query.ok) return query;
  const found = selected(call.exchange.margin.history(call.accountId).borrows, query.value, call);
  if (!found.ok) return found;
  return accept({ timestamp: call.nowMs, ...pageOf(found.value, query.value, writeBorrow) });
}

/** GET /api/v3/margin/repay: newest first. */
export function listRepays(call: SignedCall): Answer {
  const query = readQuery(historyQuery(call.dialect.minimumPageSize), call.query);
  if (!query.ok) return query;
  const found = selected(call.exchange.margin.history(call.accountId).repays, query.value, call);
  if (!found.ok) return found;
  return accept({ timestamp: call.nowMs, ...pageOf(found.value, query.value, writeRepay) });
}

/** GET /api/v3/margin/interest: newest first. */
export function listInterests(call: SignedCall): Answer {
  const query = readQuery(interestQuery(call.dialect.minimumPageSize), call.query);
  if (!query.ok) return query;
  const found = selected(call.exchange.margin.history(call.accountId).interests, query.value, call);
  if (!found.ok) return found;
  return accept({ timestamp: call.nowMs, ...pageOf(found.value, query.value, writeInterest) });
}

function writeBorrow(row: BorrowRecord): JsonFields {
  const { orderNo, symbol: name, currency: coin, size, actualSize, status, createdAtMs } = row;
  return { orderNo, symbol: name, currency: coin, size, actualSize, status, createdTime: createdAtMs };
}

function writeRepay(row: RepayRecord): JsonFields {
  const { orderNo, symbol: name, currency: coin, principal, interest, status, createdAtMs } = row;
  const size = add(principal, interest);
  return { orderNo, symbol: name, currency: coin, size, principal, interest, status, createdTime: createdAtMs };
}

function writeInterest({ currency: coin, dailyRate, amount, createdAtMs }: InterestRecord): JsonFields {
  return { currency: coin, dayRatio: dailyRate, interestAmount: amount, createdTime: createdAtMs };
}
