import * as z from 'zod/mini';
import { isDecimal, isPositive } from '#shared/decimal.ts';
import type { Deposit, LedgerEntry, TransferEnd, TransferRequest } from '#shared/domain/money/transfer.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { id } from '#client/wire/scalars.ts';
import { collectPages, pageOf } from '../pages.ts';
import { bodyText } from '../placing.ts';
import { collectKeyed, type Keyed } from '../walks/keyed.ts';
import { collectBatches } from '../walks/last-id.ts';
import { ledgerKept, tradeLedgerKept } from '../walks/retention.ts';
import { collectSpan, dayMs, monthMs, weekMs } from '../walks/spans.ts';
import { checkWindow } from '../windows.ts';
import { depositRow, ledgerRow, transferableBody, wireWallets } from './transfer-rows.ts';
import type { LedgerBatchQuery, LedgerQuery, TransferCalls } from './wallet-calls.ts';

const pageSize = 500;
const batchSize = 200;
const maxPages = 20;
const mostWindows = 30;
/** The account ledger answers a day at a time and is kept for a year: docs/exchange/limits.md §6. */
const ledgerDays = 366;

/** Own wallets alone, or one end at a sub-account; two sub-accounts cannot pay each other. */
function kindOf({ from, to }: TransferRequest): 'INTERNAL' | 'PARENT_TO_SUB' | 'SUB_TO_PARENT' | null {
  if (from.userId === null && to.userId === null) return 'INTERNAL';
  if (from.userId === null) return 'PARENT_TO_SUB';
  return to.userId === null ? 'SUB_TO_PARENT' : null;
}

function isSameEnd(one: TransferEnd, other: TransferEnd): boolean {
  return one.wallet === other.wallet && one.symbol === other.symbol && one.userId === other.userId;
}

function refuse(field: string, message: string): Result<null> {
  return fail('invalid-request', message, { field });
}

/** The rules of a transfer that need no exchange. */
export function checkTransfer(request: TransferRequest): Result<null> {
  if (!isDecimal(request.amount) || !isPositive(request.amount)) {
    return refuse('amount', 'The amount must be above zero.');
  }
  if (isSameEnd(request.from, request.to)) return refuse('to', 'Money moves between two different wallets.');
  if (kindOf(request) === null) return refuse('to', 'One end of a transfer must be the master account.');
  for (const field of ['from', 'to'] as const) {
    const { wallet, symbol } = request[field];
    if (wallet === 'isolated' && symbol === null) return refuse(field, 'An isolated wallet is one of a pair: name it.');
  }
  return succeed(null);
}

/** docs/exchange/endpoints.md §6.3. */
function transferText(request: TransferRequest): string {
  const { clientOid, currency, amount, from, to } = request;
  return bodyText({
    clientOid,
    type: kindOf(request) ?? undefined,
    currency,
    amount,
    fromUserId: from.userId ?? undefined,
    fromAccountType: wireWallets[from.wallet],
    fromAccountTag: from.symbol ?? undefined,
    toUserId: to.userId ?? undefined,
    toAccountType: wireWallets[to.wallet],
    toAccountTag: to.symbol ?? undefined,
  });
}

const transferBody = z.object({ orderId: id });

function ledgerQuery({ currency, direction, bizType, startAtMs, endAtMs, page, pageSize: size }: LedgerQuery) {
  return { currency, direction, bizType, startAt: startAtMs, endAt: endAtMs, currentPage: page, pageSize: size };
}

/** Ledgers: docs/exchange/endpoints.md §6.4. */
function createLedgerCalls(send: Send, nowMs: () => number) {
  const ledger: TransferCalls['ledger'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    return await send({ endpoint: 'wallet.ledger', query: ledgerQuery(input) }, pageOf(ledgerRow), options);
  };
  const batch =
    (endpoint: 'wallet.hfLedger' | 'wallet.marginLedger'): TransferCalls['hfLedger'] =>
    async ({ lastId, limit = batchSize, ...input }: LedgerBatchQuery, options) => {
      const checked = checkWindow(input);
      if (!checked.ok) return checked;
      const { currency, direction, bizType, startAtMs, endAtMs } = input;
      const query = { currency, direction, bizType, lastId, limit, startAt: startAtMs, endAt: endAtMs };
      return await send({ endpoint, query }, listOf(ledgerRow), options);
    };
  const hfLedger = batch('wallet.hfLedger');
  return {
    ledger,
    hfLedger,
    marginLedger: batch('wallet.marginLedger'),
    allLedger: ({ fromMs, toMs, ...filter }, options) =>
      collectSpan<LedgerEntry>({
        what: 'bookings',
        fromMs,
        toMs,
        windowMs: dayMs,
        mostWindows: ledgerDays,
        kept: ledgerKept(nowMs()),
        fetchWindow: window =>
          collectPages<LedgerEntry>({
            fetchPage: page =>
              ledger({ ...filter, startAtMs: window.fromMs, endAtMs: window.toMs, page, pageSize }, options),
            idOf: entry => entry.id,
            pageSize,
            maxPages,
          }),
        idOf: entry => entry.id,
      }),
    allHfLedger: ({ fromMs, toMs, ...filter }, options) =>
      collectSpan<LedgerEntry>({
        what: 'bookings',
        fromMs,
        toMs,
        windowMs: weekMs,
        mostWindows,
        kept: tradeLedgerKept(nowMs()),
        fetchWindow: window =>
          collectBatches<LedgerEntry>({
            fetchBatch: async lastId => {
              const query = { ...filter, startAtMs: window.fromMs, endAtMs: window.toMs, lastId };
              const read = await hfLedger(query, options);
              return read.ok ? succeed({ items: read.value, lastId: read.value.at(-1)?.id ?? null }) : read;
            },
            idOf: entry => entry.id,
            mostBatches: maxPages,
          }),
        idOf: entry => entry.id,
      }),
  } satisfies Partial<TransferCalls>;
}

/** Money between wallets, and money that came in: docs/exchange/endpoints.md §6.3 and §6.4. */
export function createTransferCalls(send: Send, nowMs: () => number): TransferCalls {
  const deposits: TransferCalls['deposits'] = async (input, options) => {
    const checked = checkWindow(input);
    if (!checked.ok) return checked;
    const { currency, startAtMs, endAtMs, page, pageSize: size } = input;
    const query = { currency, startAt: startAtMs, endAt: endAtMs, currentPage: page, pageSize: size };
    return await send({ endpoint: 'wallet.deposits', query }, pageOf(depositRow), options);
  };
  return {
    ...createLedgerCalls(send, nowMs),
    transferable: ({ currency, wallet, symbol }, options) => {
      const query = { currency, type: wireWallets[wallet], tag: symbol };
      return send({ endpoint: 'wallet.transferable', query }, transferableBody, options);
    },
    async transfer(request, options) {
      const checked = checkTransfer(request);
      if (!checked.ok) return checked;
      return await send({ endpoint: 'wallet.transfer', body: transferText(request) }, transferBody, options);
    },
    deposits,
    async allDeposits({ fromMs, toMs, currency }, options) {
      const read = await collectSpan<Keyed<Deposit>>({
        what: 'deposits',
        fromMs,
        toMs,
        windowMs: monthMs,
        mostWindows,
        fetchWindow: window =>
          collectKeyed<Deposit>({
            fetchPage: page =>
              deposits({ currency, startAtMs: window.fromMs, endAtMs: window.toMs, page, pageSize }, options),
            keyOf: row =>
              `${row.currency} ${row.createdAtMs} ${row.amount} ${row.address ?? ''} ${row.walletTxId ?? ''}`,
            pageSize,
            maxPages,
          }),
        idOf: ({ key }) => key,
      });
      return read.ok ? succeed({ ...read.value, items: read.value.items.map(({ row }) => row) }) : read;
    },
  };
}
