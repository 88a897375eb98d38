import * as z from 'zod/mini';
import type { FundingPayment, FuturesTransaction } from '#practice/futures/account-types.ts';
import type { Answer, Call, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, epochMs, orElse, readQuery, symbol, text, wholeText } from '#practice/http/endpoint/fields.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';
import { unknownContract } from '../reference.ts';

/** Funding and the movements of the futures wallet: docs/exchange/endpoints.md §9.7. */

const offset = z.exactOptional(wholeText({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const boolean = choice('true', 'false');

/** Lists of this kind are walked by the id of the last row that was seen, forward into the past. */
function walkFields(defaultCount: number) {
  return {
    startAt: z.exactOptional(epochMs),
    endAt: z.exactOptional(epochMs),
    offset,
    forward: orElse(boolean, 'true'),
    maxCount: orElse(wholeText({ minimum: 1, maximum: 1000 }), defaultCount),
  };
}

interface Walk {
  readonly startAt?: number;
  readonly endAt?: number;
  readonly offset?: number;
  readonly forward: 'true' | 'false';
  readonly maxCount: number;
}

interface Row {
  readonly id: bigint;
  readonly timeMs: number;
}

/** A stretch of a list that is sorted newest first, and whether more follows in the direction of the walk. */
function stretchOf<T extends Row>(rows: readonly T[], walk: Walk): Outcome<{ rows: readonly T[]; hasMore: boolean }> {
  const { startAt = 0, endAt = Number.MAX_SAFE_INTEGER, offset: last, maxCount } = walk;
  if (startAt > endAt) return refuse('parameter', 'startAt must not be after endAt', 'startAt');
  const within = rows.filter(({ timeMs }) => timeMs >= startAt && timeMs <= endAt);
  if (walk.forward === 'true') {
    const left = last === undefined ? within : within.filter(({ id }) => id < BigInt(last));
    return accept({ rows: left.slice(0, maxCount), hasMore: left.length > maxCount });
  }
  // back towards the present: those just newer than the last one, still newest first
  const left = last === undefined ? within : within.filter(({ id }) => id > BigInt(last));
  return accept({ rows: left.slice(-maxCount), hasMore: left.length > maxCount });
}

const FundingQuery = z.object({ symbol, reverse: orElse(boolean, 'true'), ...walkFields(10) });

/** GET /api/v1/funding-history?symbol: what the account paid and received. */
export function listFundingPayments(call: SignedCall): Answer {
  const query = readQuery(FundingQuery, call.query);
  if (!query.ok) return query;
  const { symbol: name, reverse } = query.value;
  if (call.exchange.futures.contract(name) === null) return unknownContract(name);
  const payments = call.exchange.futures.fundingPayments(call.accountId).filter(payment => payment.symbol === name);
  const stretch = stretchOf(payments, query.value);
  if (!stretch.ok) return stretch;
  const { rows, hasMore } = stretch.value;
  const dataList = (reverse === 'true' ? rows : rows.toReversed()).map(writePayment);
  return accept({ dataList, hasMore });
}

function writePayment(payment: FundingPayment): JsonFields {
  return {
    id: payment.id,
    symbol: payment.symbol,
    timePoint: payment.timeMs,
    fundingRate: numeric(payment.rate),
    markPrice: numeric(payment.markPrice),
    positionQty: numeric(payment.quantity),
    positionCost: numeric(payment.value),
    funding: numeric(payment.funding),
    settleCurrency: payment.settleCurrency,
    context: JSON.stringify({ marginMode: payment.marginMode, positionSide: payment.positionSide }),
    marginMode: payment.marginMode,
  };
}

const TransactionQuery = z.object({
  currency: z.exactOptional(text(16)),
  type: z.exactOptional(text(32)),
  ...walkFields(50),
});

/** GET /api/v1/transaction-history: every movement of the futures wallets; the type is read without its capitals. */
export function listTransactions(call: SignedCall): Answer {
  const query = readQuery(TransactionQuery, call.query);
  if (!query.ok) return query;
  const { currency, type } = query.value;
  const transactions = call.exchange.futures
    .transactions(call.accountId)
    .filter(row => (currency ?? row.currency) === row.currency && isOfType(row, type));
  const stretch = stretchOf(transactions, query.value);
  if (!stretch.ok) return stretch;
  return accept({ dataList: stretch.value.rows.map(writeTransaction), hasMore: stretch.value.hasMore });
}

/** The service writes the word with an s and with a z. */
function isOfType({ type }: FuturesTransaction, wanted: string | undefined): boolean {
  return wanted === undefined || wanted.toLowerCase().replace('realized', 'realised') === type.toLowerCase();
}

function writeTransaction(row: FuturesTransaction): JsonFields {
  return {
    time: row.timeMs,
    type: row.type,
    amount: numeric(row.amount),
    fee: numeric(row.fee),
    accountEquity: numeric(row.balance),
    status: 'Completed',
    remark: row.remark,
    offset: row.id,
    currency: row.currency,
  };
}

const RatesQuery = z.object({ symbol, from: epochMs, to: epochMs });

/** GET /api/v1/contract/funding-rates?symbol&from&to: what was settled, newest first. */
export function listFundingRates(call: Call): Answer {
  const query = readQuery(RatesQuery, call.query);
  if (!query.ok) return query;
  const { symbol: name, from, to } = query.value;
  if (call.exchange.futures.contract(name) === null) return unknownContract(name);
  if (from > to) return refuse('parameter', 'from must not be after to', 'from');
  const rates = call.exchange.futures.fundingRates(name).filter(({ timeMs }) => timeMs >= from && timeMs <= to);
  return accept(rates.map(({ rate, timeMs }) => ({ symbol: name, fundingRate: numeric(rate), timepoint: timeMs })));
}

const FeesQuery = z.object({ symbol });

/** GET /api/v1/trade-fees?symbol: what the account pays in a contract. */
export function getTradeFees(call: SignedCall): Answer {
  const query = readQuery(FeesQuery, call.query);
  if (!query.ok) return query;
  const contract = call.exchange.futures.contract(query.value.symbol);
  if (contract === null) return unknownContract(query.value.symbol);
  const { takerFeeRate, makerFeeRate } = contract;
  return accept({ symbol: contract.symbol, takerFeeRate, makerFeeRate });
}
