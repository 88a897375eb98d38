import * as z from 'zod/mini';
import type { DepositRecord } from '#practice/accounts/deposits/deposits.ts';
import { accept } from '#practice/kernel/kernel.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, epochMs, given, readQuery, text } from '#practice/http/endpoint/fields.ts';
import { monthWindow, pageFields, pageOf } from '#practice/http/endpoint/pages.ts';

/** Payments into the exchange: docs/exchange/endpoints.md §6.5. */

function listPage(call: SignedCall, write: (record: DepositRecord) => JsonValue): Answer {
  const { minimumPageSize } = call.dialect;
  const DepositsQuery = z.object({
    currency: z.exactOptional(text(16)),
    status: z.exactOptional(choice('PROCESSING', 'SUCCESS', 'FAILURE')),
    startAt: z.exactOptional(epochMs),
    endAt: z.exactOptional(epochMs),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  });
  const query = readQuery(DepositsQuery, call.query);
  if (!query.ok) return query;
  const { currency, status, startAt, endAt } = query.value;
  const window = monthWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs });
  if (!window.ok) return window;
  const found = call.exchange.deposits.list(call.accountId, { ...given({ currency, status }), ...window.value });
  return accept(pageOf(found, query.value, write));
}

/** GET /api/v1/deposits: newest first, one month by default. */
export function listDeposits(call: SignedCall): Answer {
  return listPage(call, record => ({
    currency: record.currency,
    chain: record.chain,
    status: record.status,
    address: record.address,
    memo: record.memo,
    isInner: record.isInner,
    amount: record.amount,
    fee: '0',
    walletTxId: record.walletTxId,
    createdAt: record.createdAtMs,
    updatedAt: record.updatedAtMs,
    remark: '',
    arrears: false,
  }));
}

/** GET /api/v1/hist-deposits: the old form, its time in seconds. */
export function listHistoricalDeposits(call: SignedCall): Answer {
  return listPage(call, record => ({
    currency: record.currency,
    createAt: Math.floor(record.createdAtMs / 1000),
    amount: record.amount,
    walletTxId: record.walletTxId,
    isInner: record.isInner,
    status: record.status,
  }));
}
