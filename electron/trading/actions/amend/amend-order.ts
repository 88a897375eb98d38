import * as z from 'zod/mini';
import { compare, type Decimal } from '#shared/decimal.ts';
import { type AmendOutcome, AmendRequest, type Order } from '#shared/domain/account/order.ts';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { placeFutures, placeMargin, placeSpot, placeSpotStop } from '#shared/policy/policy-action.ts';
import type { Breach } from '#shared/rules/breach.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import type { ExchangeClient } from '#client/client.ts';
import { readOrder } from '#client/one-order.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  type PolicySubject,
} from '../../trading-action.ts';
import { actionUnlessBreach } from '../../refuse-breach.ts';
import { type Amendment, carryOut } from './carry-out.ts';
import { isLegOfPair, readUntriggeredStop } from './living.ts';
import { lookUpAmendment } from './look-up.ts';
import { Replacement, replaceOrder, replaceStop } from './replacement.ts';

const JournalBody = z.object({
  request: AmendRequest,
  replacement: Replacement,
  before: z.object({ clientOid: z.nullable(z.string()), createdAtMs: z.nullable(EpochMs) }),
});

/**
 * Another price or size for a living order or stop. The policy sees it as the order that comes instead, whole, whatever
 * of it has been filled.
 */
export const amendOrder: ActionType<AmendRequest, AmendOutcome> = {
  kinds: ['amend-order'],
  // one change of an order at a time: the second would not find what it was made for
  identify: request => ({
    kind: 'amend-order',
    key: request.clientOid,
    payload: request,
    lock: `amend ${request.orderId}`,
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'actions', rows: 1 }),
  isReducing: ({ venue, isReduceOnly }) => venue === 'futures' && isReduceOnly,
  policy: policySubject,
  prepare: async (request, on) => {
    const amendment = await readAmendment(request, on);
    if (!amendment.ok) return amendment;
    const breach = await checkReplacement(amendment.value.replacement, on);
    return breach.ok ? actionUnlessBreach(breach.value, () => amendAction(amendment.value)) : breach;
  },
  restore: body => {
    const amendment = JournalBody.parse(body);
    return { request: amendment.request, action: amendAction(amendment) };
  },
};

/** As the page shows it: `prepare` has refused it when the exchange shows something else. */
async function policySubject(request: AmendRequest, on: ActionContext): Promise<Result<PolicySubject>> {
  const { client, instruments } = on;
  const { clientOid, symbol, side, price, size, stopPrice, isReduceOnly, tradeType } = request;
  const type = price === undefined ? 'market' : 'limit';
  const plain = { clientOid, symbol, side, type, ...(price === undefined ? {} : { price }), size } as const;
  const marks = [clientOid];
  if (tradeType === 'futures') {
    const contract = await instruments.contract(client, symbol);
    if (!contract.ok) return contract;
    const stop = await readDirection(request, client);
    if (!stop.ok) return stop;
    const order = { ...plain, isReduceOnly, ...stop.value };
    return succeed({ action: placeFutures(order, contract.value, null), marks });
  }
  const found = await instruments.symbol(client, symbol);
  if (!found.ok) return found;
  if (stopPrice !== undefined) {
    const stop = await readDirection(request, client);
    if (!stop.ok) return stop;
    const direction = stop.value.stop === 'up' ? 'entry' : 'loss';
    return succeed({ action: placeSpotStop({ ...plain, stop: direction, stopPrice }, found.value), marks });
  }
  if (tradeType === 'spot') return succeed({ action: placeSpot([plain], found.value), marks });
  return succeed({ action: placeMargin({ ...plain, tradeType }, found.value), marks });
}

/** On which side of its price a stop fires. */
async function readDirection(
  request: AmendRequest,
  client: ExchangeClient,
): Promise<Result<{ readonly stop?: 'up' | 'down'; readonly stopPrice?: AmendRequest['size'] }>> {
  const { stopPrice } = request;
  if (stopPrice === undefined) return succeed({});
  const stop = await readUntriggeredStop(client, request);
  if (!stop.ok) return stop;
  if (stop.value === null) return isOver();
  return succeed({ stop: stop.value.stop === 'up' || stop.value.stop === 'entry' ? 'up' : 'down', stopPrice });
}

function isOver() {
  return fail('invalid-request', 'The order is no longer open and cannot be amended.', { field: 'orderId' });
}

const legText = 'This order is one of a TP/SL pair and cannot be amended alone. Cancel both and place them again.';

async function readAmendment(request: AmendRequest, { client }: ActionContext): Promise<Result<Amendment>> {
  const mode = await readMode(request, client);
  if (!mode.ok) return mode;
  const living = await readLiving(request, client);
  if (!living.ok) return living;
  const { order, stop } = living.value;
  const was = order ?? stop;
  if (was === null) return isOver();
  const validationError = findValidationError(request, was, order);
  if (validationError !== null) return fail('invalid-request', validationError, { field: 'orderId' });
  const isLeg = stop === null ? succeed(false) : await isLegOfPair(client, stop);
  if (!isLeg.ok) return isLeg;
  if (isLeg.value) return fail('invalid-request', legText, { field: 'orderId' });
  const replacement =
    order === null
      ? stop === null
        ? isOver()
        : replaceStop(stop, request, mode.value)
      : replaceOrder(order, request, mode.value);
  if (!replacement.ok) return replacement;
  const { clientOid, createdAtMs } = was;
  return succeed({ request, replacement: replacement.value, before: { clientOid, createdAtMs } });
}

interface Living {
  readonly order: Order | null;
  readonly stop: StopOrder | null;
}

async function readLiving(request: AmendRequest, client: ExchangeClient): Promise<Result<Living>> {
  if (request.isStop) {
    const stop = await readUntriggeredStop(client, request);
    return stop.ok ? succeed({ order: null, stop: stop.value }) : stop;
  }
  const order = await readOrder(client, request, asAction);
  return order.ok ? succeed({ order: order.value.isActive ? order.value : null, stop: null }) : order;
}

/** A futures order says no margin mode; it must be that of its contract. */
async function readMode({ venue, symbol }: AmendRequest, client: ExchangeClient): Promise<Result<MarginMode>> {
  return venue === 'futures' ? await client.futuresAccount.marginMode({ symbol }, asAction) : succeed('isolated');
}

/** Why it may not be changed into that, as a sentence; null: it may. */
function findValidationError(request: AmendRequest, was: Order | StopOrder, order: Order | null): string | null {
  const { type, price, size } = request;
  if (!isAsShown(request, was)) return 'The order at the exchange differs from the screen. Check it again.';
  if (was.size === null) return 'It was given by its value, not by a size. Cancel it and place another.';
  if ((type === 'limit') !== (price !== undefined)) return 'A limit order needs a price, and a market order has none.';
  if (request.cancelAfterS !== undefined && !endsByItself(order)) return 'Only a GTT order can be extended.';
  if (isUnchanged(request, was, was.size)) return 'Price and size are unchanged.';
  if (order === null) return null;
  if (order.filledSize === null)
    return 'The exchange does not state how much of it is filled, so it is not changed. Cancel it instead.';
  if (compare(size, order.filledSize) > 0) return null;
  return `${order.filledSize} is already filled. Cancel the order instead.`;
}

function endsByItself(order: Order | null): boolean {
  return order?.timeInForce === 'GTT';
}

function isAsShown(request: AmendRequest, was: Order | StopOrder): boolean {
  const shown = ['symbol', 'tradeType', 'side', 'type', 'isReduceOnly', 'positionSide'] as const;
  return shown.every(field => was[field] === request[field]);
}

function isUnchanged(
  { isStop, price, size, stopPrice, cancelAfterS }: AmendRequest,
  was: Order | StopOrder,
  wasSize: Decimal,
): boolean {
  // the same duration restarted ends later
  if (cancelAfterS !== undefined) return false;
  const isSameTrigger = !isStop || isEqual(was.stopPrice, stopPrice);
  return isEqual(was.price, price) && compare(wasSize, size) === 0 && isSameTrigger;
}

function isEqual(was: Order['price'], wanted: AmendRequest['price']): boolean {
  if (was === null || wanted === undefined) return was === null && wanted === undefined;
  return compare(was, wanted) === 0;
}

async function checkReplacement(
  { kind, order }: Replacement,
  { client, instruments }: ActionContext,
): Promise<Result<Breach | null>> {
  if (kind === 'futures') {
    const contract = await instruments.contract(client, order.symbol);
    return contract.ok ? succeed(checkFuturesOrder(order, contract.value)) : contract;
  }
  const symbol = await instruments.symbol(client, order.symbol);
  if (!symbol.ok) return symbol;
  return succeed(kind === 'stop' ? checkStop(order, symbol.value) : checkSpotOrder(order, symbol.value));
}

function amendAction(amendment: Amendment): TradingAction<AmendOutcome> {
  const { request } = amendment;
  const { clientOid, orderId, symbol, size, price, stopPrice, isStop, cancelAfterS } = request;
  const at = [
    price ?? 'market',
    ...(stopPrice === undefined ? [] : [`trigger ${stopPrice}`]),
    ...(cancelAfterS === undefined ? [] : [`ending after ${cancelAfterS} s`]),
  ].join(', ');
  return {
    kind: 'amend-order',
    key: clientOid,
    symbol,
    summary: isStop
      ? `Amend stop order ${orderId} of ${symbol} to ${size} at ${at}`
      : `Amend order ${orderId} of ${symbol} to ${size} at ${at}`,
    body: amendment,
    send: (client, recheck) => carryOut(client, amendment, recheck),
    lookUp: (client, depth) => lookUpAmendment(client, amendment, depth),
    isAlready: () => false,
    refusedMarks: ({ outcome }) => (outcome === 'amended' ? [] : [clientOid]),
  };
}
