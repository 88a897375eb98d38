import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import * as z from 'zod/mini';
import { Venue } from '#shared/domain/scalars.ts';
import { exitLegs } from '#shared/domain/account/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { absenceOf } from '#client/wire/absence.ts';
import { type TradingAction, type ActionType, asCancel, toFailedLookup, type LookupResult } from '../trading-action.ts';
import { describeEnd } from './order-lookup.ts';

const CancelRequest = z.object({
  venue: Venue,
  symbol: z.string(),
  orderId: z.string(),
  isStop: z.boolean(),
  /** an HF margin order or a stop on margin, which have endpoints of their own */
  isMargin: z.optional(z.boolean()),
  /** of a stop: the pair that is cancelled, whose leg `orderId` is */
  pairId: z.optional(z.string()),
});
export type CancelRequest = Readonly<z.infer<typeof CancelRequest>>;

/** `already-done`: there was nothing left to cancel. */
export interface CancelOutcome {
  readonly orderId: string;
  readonly outcome: 'requested' | 'already-done';
}

type Fate = { readonly isOver: true; readonly detail: string } | { readonly isOver: false };
type Reading = Promise<Result<Fate | null>>;

export const cancelOrder: ActionType<CancelRequest, CancelOutcome> = {
  kinds: ['cancel-order', 'cancel-stop', 'cancel-futures-order', 'cancel-margin-order'],
  // to cancel twice is to cancel once, so a cancel may be repeated while the first is looked up
  identify: request => ({
    kind: kindOf(request),
    key: request.orderId,
    payload: request,
    lock: null,
    mayRepeat: true,
    isOnce: false,
  }),
  cost: () => ({ budget: 'cancels', rows: 1 }),
  policy: () => Promise.resolve(succeed({ action: { kind: 'cancel' }, marks: [] })),
  prepare: request => Promise.resolve(succeed(cancelAction(request))),
  restore: body => {
    const request = CancelRequest.parse(body);
    return { request, action: cancelAction(request) };
  },
};

function kindOf({ venue, isStop, isMargin }: CancelRequest): Intent['kind'] {
  if (isStop) return 'cancel-stop';
  if (isMargin === true) return 'cancel-margin-order';
  return venue === 'spot' ? 'cancel-order' : 'cancel-futures-order';
}

/** Each written in full, because the page translates it by the message that it was made of. */
function summaryOf({ venue, orderId, symbol, isStop, pairId }: CancelRequest): string {
  if (pairId === undefined)
    return isStop ? `Cancel stop order ${orderId} of ${symbol}` : `Cancel order ${orderId} of ${symbol}`;
  if (venue === 'spot') return `Cancel pair ${pairId} of ${symbol}`;
  const [first = '', ...others] = exitLegs(pairId);
  return others.length === 0
    ? `Cancel pair ${first} of ${symbol}`
    : `Cancel pair ${first} and ${others.join(' and ')} of ${symbol}`;
}

function cancelAction(request: CancelRequest): TradingAction<CancelOutcome> {
  const { orderId, symbol } = request;
  return {
    kind: kindOf(request),
    key: orderId,
    symbol,
    summary: summaryOf(request),
    body: request,
    send: async client => {
      const sent = await sendCancel(client, request);
      return sent.ok ? succeed({ orderId, outcome: 'requested' }) : sent;
    },
    // one request for the order is enough; the list is for exchanges that do not answer that one
    lookUp: client => lookUp(client, request),
    isAlready: error => error.kind === 'not-found',
  };
}

function sendCancel(client: ExchangeClient, request: CancelRequest): Promise<Result<unknown>> {
  const { venue, symbol, orderId, isStop, isMargin, pairId } = request;
  if (isStop && pairId !== undefined)
    return venue === 'futures'
      ? cancelExits(client, exitLegs(pairId))
      : client.oco.cancel({ orderId: pairId }, asCancel);
  if (venue === 'futures') return client.futures.cancel({ orderId }, asCancel);
  if (isStop) return isMargin === true ? cancelMarginStop(client, orderId) : client.stops.cancel({ orderId }, asCancel);
  return isMargin === true
    ? client.margin.cancel({ orderId, symbol }, asCancel)
    : client.spot.cancel({ orderId, symbol }, asCancel);
}

/**
 * docs/exchange/endpoints.md §5.4. The list of §4 shows stops on margin too, so one that is not known here is tried
 * there before it counts as gone. Of cross and isolated margin the endpoint is the same.
 */
async function cancelMarginStop(client: ExchangeClient, orderId: string): Promise<Result<unknown>> {
  const cancelled = await client.stops.cancel({ orderId, tradeType: 'cross' }, asCancel);
  const isUnknown = !cancelled.ok && cancelled.error.kind === 'not-found';
  return isUnknown ? client.stops.cancel({ orderId }, asCancel) : cancelled;
}

/**
 * The exchange knows no pair of exits, so both legs are cancelled, one after the other whatever becomes of the first.
 * One that had ended is no rejection while the other is cancelled; one whose fate is not known makes it unknown.
 */
async function cancelExits(client: ExchangeClient, legs: readonly string[]): Promise<Result<unknown>> {
  const answers: Result<unknown>[] = [];
  // oxlint-disable-next-line no-await-in-loop -- in order: a budget that lets one through must let that one be the first
  for (const orderId of legs) answers.push(await client.futures.cancel({ orderId }, asCancel));
  const failures = answers.flatMap(answer => (answer.ok ? [] : [answer.error]));
  const lost = failures.find(({ isOutcomeUnknown }) => isOutcomeUnknown);
  const refused = failures.find(({ kind }) => kind !== 'not-found');
  if (lost !== undefined) return { ok: false, error: lost };
  const gone = answers.length - failures.length;
  if (refused !== undefined)
    return { ok: false, error: gone === 0 ? refused : { ...refused, message: `${halfText} ${refused.message}` } };
  const [absent] = failures;
  return gone > 0 || absent === undefined ? succeed(null) : { ok: false, error: absent };
}

const halfText = 'One of the two was cancelled, the other is still there.';

async function lookUp(client: ExchangeClient, request: CancelRequest): Promise<LookupResult<CancelOutcome>> {
  const isExits = request.venue === 'futures' && request.pairId !== undefined;
  // one request covers both legs; each by itself would cover one
  const byId = isExits ? succeed(null) : await readOne(client, request);
  if (byId.ok && byId.value !== null) return judge(byId.value, request);
  const absence = byId.ok ? 'absent' : absenceOf(byId.error);
  if (!byId.ok && (absence === 'unsure' || absence === 'closed')) return toFailedLookup(byId.error);
  const listed = await readList(client, request);
  if (!listed.ok) return toFailedLookup(listed.error);
  // never "cancelled" by assumption: all that is certain is that it is not active any more
  return judge(
    listed.value ?? { isOver: true, detail: 'It is not active any more; the lists tell whether it was filled.' },
    request,
  );
}

function judge(fate: Fate, { orderId }: CancelRequest): LookupResult<CancelOutcome> {
  if (fate.isOver) return { state: 'done', value: { orderId, outcome: 'already-done' }, detail: fate.detail };
  return { state: 'not-done', detail: 'Not cancelled: it is still active. It is safe to cancel again.' };
}

function fateOf(order: Order): Fate {
  return order.isActive ? { isOver: false } : { isOver: true, detail: describeEnd(order) };
}

async function readOne(client: ExchangeClient, { venue, symbol, orderId, isStop, isMargin }: CancelRequest): Reading {
  if (isMargin === true && !isStop) {
    const order = await client.margin.order({ orderId, symbol }, asCancel);
    return order.ok ? succeed(fateOf(order.value)) : order;
  }
  if (isStop && venue === 'spot') {
    const stop = await client.stops.order({ orderId }, asCancel);
    if (!stop.ok) return stop;
    const hasFired = { isOver: true, detail: 'The stop has fired.' } as const;
    return succeed(stop.value.status === 'triggered' ? hasFired : { isOver: false });
  }
  const order =
    venue === 'spot'
      ? await client.spot.order({ orderId, symbol }, asCancel)
      : await client.futures.order({ orderId }, asCancel);
  return order.ok ? succeed(fateOf(order.value)) : order;
}

/** Null when the list of what is still active does not hold it. */
async function readList(client: ExchangeClient, request: CancelRequest): Reading {
  const { symbol, orderId, venue, pairId } = request;
  const meant = venue === 'futures' && pairId !== undefined ? exitLegs(pairId) : [orderId];
  const list = await activeOnes(client, request, symbol);
  if (!list.ok) return list;
  return succeed(list.value.items.some(({ id }) => meant.includes(id)) ? { isOver: false } : null);
}

function activeOnes(client: ExchangeClient, { venue, isStop, isMargin }: CancelRequest, symbol: string) {
  if (isStop)
    return venue === 'spot'
      ? client.stops.ofAllTypes({ symbol }, asCancel)
      : client.futures.allStops({ symbol }, asCancel);
  if (isMargin === true) return activeMarginOrders(client, symbol);
  const query = { status: 'active', symbol } as const;
  return venue === 'spot' ? client.spot.allOrders(query, asCancel) : client.futures.allOrders(query, asCancel);
}

/** Of both margin types: an order id does not contain its margin type. */
async function activeMarginOrders(
  client: ExchangeClient,
  symbol: string,
): Promise<Result<{ readonly items: readonly Order[] }>> {
  const cross = await client.margin.activeOrders({ symbol, tradeType: 'cross' }, asCancel);
  if (!cross.ok) return cross;
  const isolated = await client.margin.activeOrders({ symbol, tradeType: 'isolated' }, asCancel);
  return isolated.ok ? succeed({ items: [...cross.value, ...isolated.value] }) : isolated;
}
