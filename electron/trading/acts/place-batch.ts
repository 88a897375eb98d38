import * as z from 'zod/mini';
import { type BatchOutcome, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { succeed } from '#shared/errors.ts';
import { placeSpot } from '#shared/policy/policy-act.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, type ActType, asAct, type LookupDepth, type LookupResult } from '../act.ts';
import { actUnless } from '../refuse-breach.ts';
import { checkBatch } from '#shared/rules/spot.ts';
import { describeOrder, fromList, type OrderQuestion, lookUpOrder } from './order-lookup.ts';

export interface BatchRequest {
  readonly mode: 'sync' | 'async';
  readonly orders: readonly SpotOrderRequest[];
}

const JournalBody = z.object({ mode: z.enum(['sync', 'async']), orders: z.array(SpotOrderRequest) });

export const placeBatch: ActType<BatchRequest, readonly BatchOutcome[]> = {
  kinds: ['place-batch'],
  identify: batch => ({
    kind: 'place-batch',
    key: keyOf(batch),
    payload: batch,
    lock: null,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: ({ orders }) => ({ budget: 'acts', rows: orders.length }),
  policy: async ({ orders }, { client, instruments }) => {
    const symbol = await instruments.symbol(client, orders[0]?.symbol ?? '');
    const marks = orders.map(({ clientOid }) => clientOid);
    return symbol.ok ? succeed({ act: placeSpot(orders, symbol.value), marks }) : symbol;
  },
  prepare: async (batch, { client, instruments }) => {
    const symbol = await instruments.symbol(client, batch.orders[0]?.symbol ?? '');
    return symbol.ok ? actUnless(checkBatch(batch.orders, batch.mode, symbol.value), () => batchAct(batch)) : symbol;
  },
  restore: body => {
    const request = JournalBody.parse(body);
    return { request, act: batchAct(request) };
  },
};

/** A batch is known by the mark of its first order: marks are unique, and the page has it before the answer. */
function keyOf({ orders }: BatchRequest): string {
  return orders[0]?.clientOid ?? '';
}

function batchAct(batch: BatchRequest): Act<readonly BatchOutcome[]> {
  const { mode, orders } = batch;
  const summary = `${orders.length} orders: ${orders.map(describeOrder).join('; ')}`;
  return {
    kind: 'place-batch',
    key: keyOf(batch),
    symbol: orders[0]?.symbol ?? '',
    summary: summary.length <= 400 ? summary : `${summary.slice(0, 400)}…`,
    body: batch,
    send: client =>
      mode === 'sync' ? client.spot.placeBatchSync({ orders }, asAct) : client.spot.placeBatch({ orders }, asAct),
    lookUp: (client, depth) => lookUpRows(client, orders, depth),
    isAlready: () => false,
    isPartial: rows => rows.some(row => row.outcome === 'unknown'),
    refusedMarks: rows => rows.filter(row => row.outcome === 'rejected').map(({ clientOid }) => clientOid),
    whenUnknown: orders.map(({ clientOid }) => rowOf(clientOid, 'unknown', null)),
  };
}

function rowOf(clientOid: string, outcome: BatchOutcome['outcome'], orderId: string | null): BatchOutcome {
  const sizes = { filledSize: null, remainingSize: null, cancelledSize: null };
  return { clientOid, orderId, outcome, failMessage: null, ...sizes };
}

/** Every row for itself; the whole is certain when each row is. */
async function lookUpRows(
  client: ExchangeClient,
  orders: readonly SpotOrderRequest[],
  depth: LookupDepth,
): Promise<LookupResult<readonly BatchOutcome[]>> {
  // one reading of the lists serves all rows
  const lists = {
    active: await client.spot.allOrders({ status: 'active', symbol: orders[0]?.symbol }, asAct),
    done: await client.spot.allOrders({ status: 'done', symbol: orders[0]?.symbol }, asAct),
  };
  const rows: BatchOutcome[] = [];
  const words: string[] = [];
  for (const order of orders) {
    const { clientOid, symbol } = order;
    const byMark: OrderQuestion = () => client.spot.orderByClientOid({ clientOid, symbol }, asAct);
    const inList =
      (list: 'active' | 'done'): OrderQuestion =>
      () =>
        Promise.resolve(fromList(lists[list], clientOid));
    const seen = await lookUpOrder(order, [inList('active'), inList('done'), ...(depth === 'full' ? [byMark] : [])]);
    if (seen.state === 'unsure' || seen.state === 'closed') return seen;
    const isThere = seen.state === 'done';
    rows.push(rowOf(clientOid, isThere ? 'acknowledged' : 'rejected', isThere ? seen.value.id : null));
    words.push(`${describeOrder(order)}: ${isThere ? `placed as ${seen.value.id}` : 'not placed'}`);
  }
  return concludeRows(rows, words);
}

function concludeRows(rows: readonly BatchOutcome[], words: readonly string[]): LookupResult<readonly BatchOutcome[]> {
  const detail = words.join('; ');
  const placed = rows.filter(row => row.outcome === 'acknowledged').length;
  if (placed === 0) return { state: 'not-done', detail: `None was placed; it is safe to send them again. ${detail}` };
  return { state: 'done', value: rows, detail: `${placed} of ${rows.length} were placed. ${detail}` };
}
