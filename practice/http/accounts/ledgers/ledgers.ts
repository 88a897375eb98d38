import * as z from 'zod/mini';
import type { MovementRecord } from '#practice/accounts/movements/movements.ts';
import { walletTypeOf } from '#practice/accounts/isolated-wallet.ts';
import { dayMs } from '#practice/kernel/durations.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, epochMs, given, orElse, readQuery, text, wholeText } from '#practice/http/endpoint/fields.ts';
import { pageFields, pageOf, weekWindow } from '#practice/http/endpoint/pages.ts';

/** What came into the wallets and left them: docs/exchange/endpoints.md §6.4. */

const mostCurrencies = 10;

/** How far a list reaches back, and the widest window that it answers at once; docs/exchange/limits.md §6. */
interface LedgerRules {
  readonly keptMs: number;
  readonly windowDays: number;
}

const accountRules: LedgerRules = { keptMs: 365 * dayMs, windowDays: 1 };
/** Lists in batches: windows are not refused for a week, but older rows are left out without a word. */
const batchRules: LedgerRules = { keptMs: 3 * dayMs, windowDays: 7 };

const selectFields = {
  currency: z.exactOptional(text(200)),
  direction: z.exactOptional(choice('in', 'out')),
  startAt: z.exactOptional(epochMs),
  endAt: z.exactOptional(epochMs),
};

interface Selection {
  readonly currency?: string;
  readonly direction?: 'in' | 'out';
  readonly bizType?: string;
  readonly startAt?: number;
  readonly endAt?: number;
}

interface LedgerList extends LedgerRules {
  /** the list's word for why money moved */
  readonly typeOf?: (row: MovementRecord) => string;
}

function select(
  call: SignedCall,
  wanted: Selection,
  { keptMs, windowDays, typeOf = row => row.businessType }: LedgerList,
): Outcome<readonly MovementRecord[]> {
  const { startAt, endAt, direction, bizType } = wanted;
  const currencies = wanted.currency?.split(',');
  if ((currencies?.length ?? 0) > mostCurrencies)
    return refuse('parameter', `currency must name at most ${mostCurrencies} currencies`, 'currency');
  const window = weekWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs, what: 'ledgers', days: windowDays });
  if (!window.ok) return window;
  const { endAtMs } = window.value;
  const startAtMs = Math.max(window.value.startAtMs, call.nowMs - keptMs);
  const found = call.exchange.movements
    .list(call.accountId, startAtMs)
    .filter(row => row.createdAtMs <= endAtMs)
    .filter(row => (currencies?.includes(row.currency) ?? true) && (direction ?? row.direction) === row.direction)
    .filter(row => bizType === undefined || bizType === typeOf(row));
  return accept(found);
}

/** GET /api/v1/accounts/ledgers: main, trade and margin wallets, page by page. */
export function listLedgers(call: SignedCall): Answer {
  const { minimumPageSize } = call.dialect;
  const LedgersQuery = z.object({
    ...selectFields,
    bizType: z.exactOptional(text(40)),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
  const query = readQuery(LedgersQuery, call.query);
  if (!query.ok) return query;
  const rows = select(call, query.value, accountRules);
  if (!rows.ok) return rows;
  const feeOf = feesOf(call, rows.value);
  return accept(pageOf(rows.value, query.value, row => ({ ...writeRow(row, feeOf(row)), createdAt: row.createdAtMs })));
}

const batchFields = {
  ...selectFields,
  lastId: z.exactOptional(wholeText({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: orElse(wholeText({ minimum: 1, maximum: 200 }), 100),
};

/** The newest rows, or those before the last one of the batch before. */
function batchOf(
  rows: readonly MovementRecord[],
  { lastId, limit }: { readonly lastId?: number; readonly limit: number },
): readonly MovementRecord[] {
  return rows.filter(row => lastId === undefined || lastId === 0 || row.number < lastId).slice(0, limit);
}

const HfQuery = z.object({
  ...batchFields,
  bizType: z.exactOptional(
    choice('TRADE_EXCHANGE', 'TRANSFER', 'SUB_TRANSFER', 'RETURNED_FEES', 'DEDUCTION_FEES', 'OTHER'),
  ),
});

/** GET /api/v1/hf/accounts/ledgers: the trade wallet, batch by batch. */
export function listHfLedgers(call: SignedCall): Answer {
  const query = readQuery(HfQuery, call.query);
  if (!query.ok) return query;
  const rows = select(call, query.value, batchRules);
  if (!rows.ok) return rows;
  const own = rows.value.filter(row => row.wallet === 'trade');
  const feeOf = feesOf(call, rows.value);
  return accept(batchOf(own, query.value).map(row => writeHfRow(row, feeOf(row))));
}

const MarginQuery = z.object({ ...batchFields, bizType: z.exactOptional(text(40)) });

const marginAccountTypes: ReadonlyMap<string, string> = new Map([
  ['margin', 'MARGIN_V2'],
  ['isolated', 'ISOLATED_V2'],
]);

function isIsolatedTrade({ wallet, businessType }: MovementRecord): boolean {
  return businessType === 'MARGIN_EXCHANGE' && walletTypeOf(wallet) === 'isolated';
}

/** This list separates trades of isolated margin from those of cross margin. */
function marginTypeOf(row: MovementRecord): string {
  return isIsolatedTrade(row) ? 'ISOLATED_EXCHANGE' : row.businessType;
}

/** GET /api/v3/hf/margin/account/ledgers: the margin wallets, cross and isolated, batch by batch. */
export function listMarginLedgers(call: SignedCall): Answer {
  const query = readQuery(MarginQuery, call.query);
  if (!query.ok) return query;
  const rows = select(call, query.value, { ...batchRules, typeOf: marginTypeOf });
  if (!rows.ok) return rows;
  const own = rows.value.filter(row => marginAccountTypes.has(walletTypeOf(row.wallet)));
  const feeOf = feesOf(call, rows.value);
  return accept(batchOf(own, query.value).map(row => writeMarginRow(row, feeOf(row))));
}

/** A movement is booked so much later than its trade at most. */
const settlingMs = 1000;

type FeeOf = (row: MovementRecord) => string;

/** The fee of the trade behind each of these movements, where it was taken in that very currency. */
function feesOf(call: SignedCall, rows: readonly MovementRecord[]): FeeOf {
  const fees = new Map(
    call.exchange.spot
      .fills(call.accountId, (rows.at(-1)?.createdAtMs ?? call.nowMs) - settlingMs)
      .map(fill => [`${fill.tradeId} ${fill.orderId} ${fill.feeCurrency}`, fill.fee] as const),
  );
  return ({ cause, currency }) =>
    cause?.tradeId === undefined ? '0' : (fees.get(`${cause.tradeId} ${cause.orderId} ${currency}`) ?? '0');
}

function contextOf({ cause }: MovementRecord): string {
  if (cause === null) return '';
  return JSON.stringify({ symbol: cause.symbol, orderId: cause.orderId, tradeId: cause.tradeId?.toString() });
}

function writeRow(row: MovementRecord, fee: string): JsonFields {
  return {
    id: String(row.number),
    currency: row.currency,
    amount: row.amount,
    fee,
    balance: row.balance,
    accountType: walletTypeOf(row.wallet).toUpperCase(),
    bizType: row.businessType,
    direction: row.direction,
    context: contextOf(row),
  };
}

function writeMarginRow(row: MovementRecord, fee: string): JsonValue {
  return {
    ...writeRow(row, fee),
    id: row.number,
    accountType: marginAccountTypes.get(walletTypeOf(row.wallet)) ?? '',
    bizType: marginTypeOf(row),
    context: row.cause === null ? '{}' : contextOf(row),
    tax: '0',
    createdAt: row.createdAtMs,
  };
}

function writeHfRow(row: MovementRecord, fee: string): JsonValue {
  return { ...writeRow(row, fee), accountType: 'TRADE_HF', tax: '0', createdAt: String(row.createdAtMs) };
}
