import * as z from 'zod/mini';
import { absolute, compare, type Decimal, normalise } from '#shared/decimal.ts';
import {
  type LedgerEntry,
  type TransferEnd,
  TransferRequest,
  type TransferWallet,
} from '#shared/domain/money/transfer.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { checkTransfer } from '#client/endpoints/wallet/transfers.ts';
import { absenceOf } from '#client/wire/absence.ts';
import {
  collectUnreadable,
  firstUnknown,
  idsOf,
  type RowCollector,
  unreadableFailure,
} from '#client/wire/unreadable-rows.ts';
import { isTaken } from './order-lookup.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';

/** `orderId` is null when the answer was lost and the ledger shows it, which does not know that number. */
export interface TransferOutcome {
  readonly orderId: string | null;
}

/** What the ledger held before: what is in it afterwards and was not there is new. */
const Before = z.object({
  ids: z.array(z.string()),
  newestMs: z.nullable(EpochMs),
  /** transfers just like this one that were answered and that the ledger did not show yet: their bookings come first */
  late: z.optional(z.int()),
});
type Before = z.infer<typeof Before>;

const JournalBody = z.object({ request: TransferRequest, before: Before });

/** docs/exchange/endpoints.md §6.3: the exchange does not find a transfer by its client id, so its ledger is read. */
export const transferMoney: ActionType<TransferRequest, TransferOutcome> = {
  kinds: ['transfer'],
  // one at a time per currency: two identical ones could not be distinguished in the ledger
  identify: request => ({
    kind: 'transfer',
    key: request.clientOid,
    payload: request,
    lock: request.currency,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'actions', rows: 1 }),
  policy: ({ currency, amount }) =>
    Promise.resolve(succeed({ action: { kind: 'transfer', money: { currency, amount } }, marks: [] })),
  prepare: prepareTransfer,
  restore: body => {
    const { request, before } = JournalBody.parse(body);
    return { request, action: transferAction(request, before) };
  },
};

async function prepareTransfer(
  request: TransferRequest,
  { client }: ActionContext,
): Promise<Result<TradingAction<TransferOutcome>>> {
  const checked = checkTransfer(request);
  if (!checked.ok) return checked;
  const odd = collectUnreadable();
  const past = await readBookings(client, request, { sinceMs: null, ...odd });
  if (!past.ok) return past;
  const newestMs = past.value.reduce<number | null>((newest, { atMs }) => Math.max(newest ?? atMs, atMs), null);
  const late = lateOf(client, request, past.value);
  return succeed(
    transferAction(request, { ids: [...past.value.map(({ id }) => id), ...idsOf(odd.all())], newestMs, late }),
  );
}

/** Of transfers that were answered: what the ledger held before the first, and how many there were since. */
interface Answered {
  readonly ids: readonly string[];
  count: number;
}

const answered = new WeakMap<ExchangeClient, Map<string, Answered>>();

function answeredTo(client: ExchangeClient): Map<string, Answered> {
  const transfers = answered.get(client) ?? new Map<string, Answered>();
  answered.set(client, transfers);
  return transfers;
}

/** Transfers with the same one cannot be distinguished in the requested ledger. */
function likenessOf(request: TransferRequest): string {
  return JSON.stringify([request.currency, normalise(request.amount), askedEnd(request)]);
}

function isNewOf(request: TransferRequest, ids: readonly string[]) {
  return ({ id, amount }: Booking) => !ids.includes(id) && compare(amount, request.amount) === 0;
}

/** How many of those before, just like this one, the ledger does not show yet. */
function lateOf(client: ExchangeClient, request: TransferRequest, past: readonly Booking[]): number {
  const transfers = answeredTo(client);
  const likeness = likenessOf(request);
  const before = transfers.get(likeness);
  if (before === undefined) return 0;
  const late = Math.max(0, before.count - past.filter(isNewOf(request, before.ids)).length);
  if (late === 0) transfers.delete(likeness);
  return late;
}

function noteAnswered(client: ExchangeClient, request: TransferRequest, { ids }: Before): void {
  const transfers = answeredTo(client);
  const likeness = likenessOf(request);
  const kept = transfers.get(likeness) ?? { ids, count: 0 };
  kept.count += 1;
  transfers.set(likeness, kept);
}

function transferAction(request: TransferRequest, before: Before): TradingAction<TransferOutcome> {
  const { clientOid, currency, amount, from, to } = request;
  return {
    kind: 'transfer',
    key: clientOid,
    symbol: currency,
    summary: `Move ${amount} ${currency} from ${nameOf(from)} to ${nameOf(to)}`,
    body: { request, before },
    send: async client => {
      const answer = await client.wallet.transfer(request, asAction);
      if (answer.ok) noteAnswered(client, request, before);
      return answer;
    },
    lookUp: async (client, depth) => {
      const first = await look(client, request, before);
      // what is in neither of two readings after the matching window was not done
      return depth === 'full' && first.state === 'not-done' ? look(client, request, before) : first;
    },
    isAlready: isMarkUsed,
    isShownLate: true,
  };
}

/**
 * The client id was used: by this transfer, which was delivered twice. Its error code is undocumented; the message of
 * the exchange is known.
 */
function isMarkUsed(error: Failure): boolean {
  return isTaken(error) || /client[ _]?oid/iu.test(error.exchangeMessage ?? '');
}

function nameOf({ wallet, symbol, userId }: TransferEnd): string {
  const of = symbol === null ? wallet : `${wallet} ${symbol}`;
  return userId === null ? of : `${of} of sub-account ${userId}`;
}

/** The end whose ledger is asked: an own one, and rather where it went out. */
function askedEnd({ from, to }: TransferRequest): { readonly end: TransferEnd; readonly direction: 'in' | 'out' } {
  const isFromBest =
    from.userId === null && (from.wallet !== 'futures' || to.userId !== null || to.wallet === 'futures');
  return isFromBest ? { end: from, direction: 'out' } : { end: to, direction: 'in' };
}

interface Booking {
  readonly id: string;
  readonly amount: Decimal;
  readonly atMs: number;
}

/** How the ledger names each wallet; the high-frequency ones have names of their own. */
const accountTypes: Readonly<Record<Exclude<TransferWallet, 'futures'>, RegExp>> = {
  main: /^MAIN$/u,
  trade: /^TRADE(?:_HF)?$/u,
  margin: /^(?:MARGIN|CROSS)/u,
  isolated: /^ISOLATED/u,
};

interface BookingsQuery extends Pick<RowCollector, 'unreadable'> {
  readonly sinceMs: number | null;
}

function readBookings(
  client: ExchangeClient,
  request: TransferRequest,
  { sinceMs, unreadable }: BookingsQuery,
): Promise<Result<readonly Booking[]>> {
  const { end, direction } = askedEnd(request);
  const { currency } = request;
  const options = { ...asAction, unreadable };
  if (end.wallet === 'futures') return readFutures(client, { currency, direction, options });
  return readSpot(client, { currency, direction, startAtMs: sinceMs ?? undefined, options }, end.wallet);
}

interface LedgerQuery {
  readonly currency: string;
  readonly direction: 'in' | 'out';
  readonly startAtMs?: number | undefined;
  readonly options: CallOptions;
}

async function readFutures(
  client: ExchangeClient,
  { currency, direction, options }: LedgerQuery,
): Promise<Result<readonly Booking[]>> {
  const read = await client.futuresAccount.newestLedger({ currency }, options);
  if (!read.ok) return read;
  const word = direction === 'in' ? 'transferin' : 'transferout';
  const moved = read.value.filter(({ type }) => type.toLowerCase() === word);
  return succeed(moved.map(({ offset, amount, timeMs }) => ({ id: offset, amount: absolute(amount), atMs: timeMs })));
}

/** Both ledgers of a wallet, where the exchange has two. */
async function readSpot(
  client: ExchangeClient,
  { options, ...query }: LedgerQuery,
  wallet: Exclude<TransferWallet, 'futures'>,
): Promise<Result<readonly Booking[]>> {
  const page = await client.wallet.ledger({ ...query, page: 1, pageSize: 100 }, options);
  if (!page.ok) return page;
  const second = await readSecond(client, { options, ...query }, wallet);
  if (!second.ok && absenceOf(second.error) !== 'unsupported') return second;
  const entries = [...page.value.items, ...(second.ok ? second.value : [])];
  const own = entries.filter(({ accountType, bizType }) => {
    return accountTypes[wallet].test(accountType) && /transfer/iu.test(bizType);
  });
  return succeed(own.map(({ id, amount, createdAtMs }) => ({ id, amount: absolute(amount), atMs: createdAtMs })));
}

function readSecond(
  client: ExchangeClient,
  { options, ...query }: LedgerQuery,
  wallet: TransferWallet,
): Promise<Result<readonly LedgerEntry[]>> {
  if (wallet === 'trade') return client.wallet.hfLedger(query, options);
  if (wallet === 'main') return Promise.resolve(succeed([]));
  return client.wallet.marginLedger(query, options);
}

async function look(
  client: ExchangeClient,
  request: TransferRequest,
  { ids, newestMs, late = 0 }: Before,
): Promise<LookupResult<TransferOutcome>> {
  const odd = collectUnreadable();
  const past = await readBookings(client, request, { sinceMs: newestMs, ...odd });
  if (!past.ok) return toFailedLookup(past.error);
  const found = past.value.filter(isNewOf(request, ids))[late];
  const row = firstUnknown(odd.all(), ids);
  if (found === undefined && row !== undefined) return toFailedLookup(unreadableFailure(row).error);
  if (found === undefined) {
    const detail = 'Not transferred: the ledger of the exchange does not contain it. You can send it again.';
    return { state: 'not-done', detail };
  }
  return {
    state: 'done',
    value: { orderId: null },
    detail: `Transferred: the ledger of the exchange has it as ${found.id}.`,
  };
}
