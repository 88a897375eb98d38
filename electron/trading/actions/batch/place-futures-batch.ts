import * as z from 'zod/mini';
import { type BatchOutcome, FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { placeFuturesBatch as asPolicyAction } from '#shared/policy/policy-action.ts';
import { checkFuturesBatch } from '#shared/rules/futures-batch.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { FuturesRowOutcome } from '#client/endpoints/futures-account/batches.ts';
import { type TradingAction, type ActionType, asAction, type LookupDepth } from '../../trading-action.ts';
import { actionUnlessBreach } from '../../refuse-breach.ts';
import { isTaken, readMarkedList } from '../order-lookup.ts';
import { batchRow, describeBatch, keyOfBatch, lookUpRows } from './batch-rows.ts';

export interface FuturesBatchRequest {
  readonly orders: readonly FuturesOrderRequest[];
}

const JournalBody = z.object({ orders: z.array(FuturesOrderRequest) });

/** Up to 20 orders of one contract in one request, each with a fate of its own. docs/exchange/endpoints.md §8.5. */
export const placeFuturesBatch: ActionType<FuturesBatchRequest, readonly BatchOutcome[]> = {
  kinds: ['place-futures-batch'],
  identify: batch => ({
    kind: 'place-futures-batch',
    key: keyOfBatch(batch.orders),
    payload: batch,
    lock: null,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: ({ orders }) => ({ budget: 'actions', rows: orders.length }),
  isReducing: ({ orders }) => orders.every(({ isReduceOnly }) => isReduceOnly === true),
  policy: async ({ orders }, { client, instruments }) => {
    const contract = await instruments.contract(client, orders[0]?.symbol ?? '');
    const marks = orders.map(({ clientOid }) => clientOid);
    return contract.ok ? succeed({ action: asPolicyAction(orders, contract.value), marks }) : contract;
  },
  prepare: async (batch, { client, instruments }) => {
    const { orders } = batch;
    const [contract, mode] = await Promise.all([
      instruments.contract(client, orders[0]?.symbol ?? ''),
      instruments.positionMode(client),
    ]);
    if (!contract.ok) return contract;
    const breaches = orders.map(order => checkPositionSide(order, mode));
    const breach = checkFuturesBatch(orders, contract.value) ?? breaches.find(each => each !== null) ?? null;
    return actionUnlessBreach(breach, () => batchAction(batch));
  },
  restore: body => {
    const request = JournalBody.parse(body);
    return { request, action: batchAction(request) };
  },
};

function batchAction(batch: FuturesBatchRequest): TradingAction<readonly BatchOutcome[]> {
  const { orders } = batch;
  return {
    kind: 'place-futures-batch',
    key: keyOfBatch(orders),
    symbol: orders[0]?.symbol ?? '',
    summary: describeBatch(orders),
    body: batch,
    send: async client => {
      const answer = await client.futuresBatches.placeBatch({ orders }, asAction);
      return answer.ok ? succeed(orders.map(({ clientOid }) => outcomeOf(clientOid, answer.value))) : answer;
    },
    lookUp: (client, depth) => lookUp(client, orders, depth),
    isAlready: () => false,
    isPartial: rows => rows.some(row => row.outcome === 'unknown'),
    refusedMarks: rows => rows.filter(row => row.outcome === 'rejected').map(({ clientOid }) => clientOid),
    whenUnknown: orders.map(({ clientOid }) => batchRow(clientOid, 'unknown')),
  };
}

/** A row that was refused because its mark is taken may be there already: that is looked up, not believed. */
function outcomeOf(clientOid: string, rows: readonly FuturesRowOutcome[]): BatchOutcome {
  const row = rows.find(each => each.clientOid === clientOid);
  if (row === undefined || row.outcome === 'unknown') return batchRow(clientOid, 'unknown');
  const { orderId, code, message } = row;
  if (row.outcome === 'done') return batchRow(clientOid, 'acknowledged', { orderId });
  if (isTaken({ code: code ?? undefined })) return batchRow(clientOid, 'unknown');
  const failMessage = message === null || code === null ? message : `${message} (${code})`;
  return batchRow(clientOid, 'rejected', { failMessage });
}

async function lookUp(client: ExchangeClient, orders: readonly FuturesOrderRequest[], depth: LookupDepth) {
  const symbol = orders[0]?.symbol;
  const lists = {
    active: await readMarkedList(options => client.futures.allOrders({ status: 'active', symbol }, options)),
    done: await readMarkedList(async options => whole(await client.futures.recentDoneOrders({ symbol }, options))),
  };
  const byMark =
    ({ clientOid }: FuturesOrderRequest) =>
    () =>
      client.futures.orderByClientOid({ clientOid }, asAction);
  return lookUpRows(orders, { depth, lists, byMark });
}

/** The last 24 hours are whole: an order that was lost ten seconds ago is in them or nowhere. */
function whole<T>(read: Result<readonly T[]>): Result<{ items: readonly T[]; isComplete: boolean }> {
  return read.ok ? succeed({ items: read.value, isComplete: true }) : read;
}
