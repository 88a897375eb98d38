import * as z from 'zod/mini';
import { uidOf } from '#practice/accounts/owners.ts';
import type { WithdrawalRecord, WithdrawalStatus } from '#practice/accounts/withdrawals/types.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../../endpoint/endpoint.ts';
import { choice, epochMs, given, read, readQuery, text } from '../../endpoint/fields.ts';
import { monthWindow, pageFields, type PageRequest, pageOf } from '../../endpoint/pages.ts';
import { writeDetail, writeHistorical, writeWithdrawal } from './records.ts';

/** Withdrawals, read: docs/exchange/endpoints.md §6.1. */

const underWay: readonly WithdrawalStatus[] = ['REVIEW', 'PROCESSING', 'WALLET_PROCESSING'];

function listFields(minimumPageSize: number) {
  return {
    currency: z.exactOptional(text(16)),
    startAt: z.exactOptional(epochMs),
    endAt: z.exactOptional(epochMs),
    ...pageFields({ minimumPageSize, maximumPageSize: 500, defaultPageSize: 50 }),
  };
}

interface ListRequest extends PageRequest {
  readonly currency?: string;
  readonly startAt?: number;
  readonly endAt?: number;
}

function select(
  call: SignedCall,
  { currency, startAt, endAt }: ListRequest,
  statuses: readonly WithdrawalStatus[] | undefined,
): Outcome<readonly WithdrawalRecord[]> {
  const window = monthWindow({ ...given({ startAt, endAt }), nowMs: call.nowMs });
  if (!window.ok) return window;
  const filter = { ...window.value, ...given({ currency, statuses }) };
  return accept(call.exchange.withdrawals.list(call.accountId, filter));
}

/**
 * GET /api/v1/hist-withdrawals: newest first, one month by default; a status PROCESSING covers all that is under way.
 */
export function listHistorical(call: SignedCall): Answer {
  const HistoricalQuery = z.object({
    ...listFields(call.dialect.minimumPageSize),
    status: z.exactOptional(choice('PROCESSING', 'SUCCESS', 'FAILURE')),
  });
  const query = readQuery(HistoricalQuery, call.query);
  if (!query.ok) return query;
  const { status } = query.value;
  const statuses = status === undefined ? undefined : status === 'PROCESSING' ? underWay : [status];
  const found = select(call, query.value, statuses);
  if (!found.ok) return found;
  return accept(pageOf(found.value, query.value, record => writeHistorical(record, call.dialect)));
}

/** GET /api/v1/withdrawals: its successor, with every stage. */
export function listWithdrawals(call: SignedCall): Answer {
  const WithdrawalsQuery = z.object({
    ...listFields(call.dialect.minimumPageSize),
    status: z.exactOptional(choice('REVIEW', 'PROCESSING', 'WALLET_PROCESSING', 'SUCCESS', 'FAILURE')),
  });
  const query = readQuery(WithdrawalsQuery, call.query);
  if (!query.ok) return query;
  const { status } = query.value;
  const found = select(call, query.value, status === undefined ? undefined : [status]);
  return found.ok ? accept(pageOf(found.value, query.value, writeWithdrawal)) : found;
}

export const WithdrawalPath = z.object({ withdrawalId: text(64) });

/** GET /api/v1/withdrawals/{withdrawalId}. */
export function getWithdrawal(call: SignedCall): Answer {
  const path = read(WithdrawalPath, call.path);
  if (!path.ok) return path;
  const record = call.exchange.withdrawals.find(call.accountId, path.value.withdrawalId);
  if (record === null) return refuse('parameter', 'withdrawal not exists', 'withdrawalId');
  return accept(writeDetail(record, uidOf(call.exchange.directory, call.accountId)));
}
