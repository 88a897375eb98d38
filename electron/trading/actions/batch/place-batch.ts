import * as z from 'zod/mini';
import { type BatchOutcome, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import { placeSpot } from '#shared/policy/policy-action.ts';
import { checkBatch } from '#shared/rules/spot.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type TradingAction, type ActionType, asAction, type LookupDepth } from '../../trading-action.ts';
import { actionUnlessBreach } from '../../refuse-breach.ts';
import { readMarkedList } from '../order-lookup.ts';
import { batchRow, describeBatch, keyOfBatch, lookUpRows } from './batch-rows.ts';

export interface BatchRequest {
  readonly mode: 'sync' | 'async';
  readonly orders: readonly SpotOrderRequest[];
}

const JournalBody = z.object({ mode: z.enum(['sync', 'async']), orders: z.array(SpotOrderRequest) });

export const placeBatch: ActionType<BatchRequest, readonly BatchOutcome[]> = {
  kinds: ['place-batch'],
  identify: batch => ({
    kind: 'place-batch',
    key: keyOfBatch(batch.orders),
    payload: batch,
    lock: null,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: ({ orders }) => ({ budget: 'actions', rows: orders.length }),
  isSelling: ({ orders }) => orders.every(({ side }) => side === 'sell'),
  policy: async ({ orders }, { client, instruments }) => {
    const symbol = await instruments.symbol(client, orders[0]?.symbol ?? '');
    const marks = orders.map(({ clientOid }) => clientOid);
    return symbol.ok ? succeed({ action: placeSpot(orders, symbol.value), marks }) : symbol;
  },
  prepare: async (batch, { client, instruments }) => {
    const symbol = await instruments.symbol(client, batch.orders[0]?.symbol ?? '');
    return symbol.ok
      ? actionUnlessBreach(checkBatch(batch.orders, batch.mode, symbol.value), () => batchAction(batch))
      : symbol;
  },
  restore: body => {
    const request = JournalBody.parse(body);
    return { request, action: batchAction(request) };
  },
};

function batchAction(batch: BatchRequest): TradingAction<readonly BatchOutcome[]> {
  const { mode, orders } = batch;
  return {
    kind: 'place-batch',
    key: keyOfBatch(orders),
    symbol: orders[0]?.symbol ?? '',
    summary: describeBatch(orders),
    body: batch,
    send: client =>
      mode === 'sync' ? client.spot.placeBatchSync({ orders }, asAction) : client.spot.placeBatch({ orders }, asAction),
    lookUp: (client, depth) => lookUp(client, orders, depth),
    isAlready: () => false,
    isPartial: rows => rows.some(row => row.outcome === 'unknown'),
    refusedMarks: rows => rows.filter(row => row.outcome === 'rejected').map(({ clientOid }) => clientOid),
    whenUnknown: orders.map(({ clientOid }) => batchRow(clientOid, 'unknown')),
  };
}

async function lookUp(client: ExchangeClient, orders: readonly SpotOrderRequest[], depth: LookupDepth) {
  const symbol = orders[0]?.symbol;
  const lists = {
    active: await readMarkedList(options => client.spot.allOrders({ status: 'active', symbol }, options)),
    done: await readMarkedList(options => client.spot.allOrders({ status: 'done', symbol }, options)),
  };
  const byMark =
    ({ clientOid, symbol: of }: SpotOrderRequest) =>
    () =>
      client.spot.orderByClientOid({ clientOid, symbol: of }, asAction);
  return lookUpRows(orders, { depth, lists, byMark });
}
