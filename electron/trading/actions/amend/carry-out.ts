import type { AmendOutcome, AmendRequest, Order, PlacedOrder } from '#shared/domain/account/order.ts';
import { type Decimal, isZero } from '#shared/decimal.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { readOrder } from '#client/one-order.ts';
import type { AlteredOrder } from '#client/endpoints/spot-hf/hf-calls.ts';
import { absenceOf } from '#client/wire/absence.ts';
import { wait } from '#time/wait.ts';
import { asAction, type Recheck } from '../../trading-action.ts';
import { describeEnd } from '../order-lookup.ts';
import { marginTypeOf, readUntriggeredStop } from './living.ts';
import { type Replacement, withoutFilled } from './replacement.ts';

/** An amendment as it was checked: what is asked for, and the order that comes instead. */
export interface Amendment {
  readonly request: AmendRequest;
  readonly replacement: Replacement;
  /** of the old one: the exchange's own change keeps its mark */
  readonly before: { readonly clientOid: string | null; readonly createdAtMs: number | null };
}

/** A cancel is acknowledged before it is done: so often, and so far apart, the old order is read until it is over. */
const looks = 6;
const betweenLooksMs = 150;

/**
 * Changes an order in one step where the exchange can, else in two: the old one is cancelled, **proven over by
 * reading**, and what it has not filled is placed. Both are never open at once; the outcome reports when neither is.
 */
export async function carryOut(
  client: ExchangeClient,
  amendment: Amendment,
  recheck: Recheck,
): Promise<Result<AmendOutcome>> {
  const { request } = amendment;
  // the exchange's own change keeps the end of an order as it was
  const isTwoSteps = request.tradeType !== 'spot' || request.isStop || request.cancelAfterS !== undefined;
  if (isTwoSteps) return cancelAndReplace(client, amendment, recheck);
  const { symbol, orderId, price, size } = request;
  const altered = await client.spotHf.alter({ symbol, orderId, newPrice: price, newSize: size }, asAction);
  if (altered.ok) return succeed(describeAltered(altered.value));
  if (absenceOf(altered.error) === 'unsupported') return cancelAndReplace(client, amendment, recheck);
  return isRejection(altered.error) ? checkAfterRejection(client, request, altered.error) : altered;
}

function describeAltered({ orderId }: AlteredOrder): AmendOutcome {
  return orderId === null
    ? { outcome: 'over', orderId: null, filledSize: null, detail: 'It has filled as much already; nothing is left.' }
    : { outcome: 'amended', orderId, filledSize: null, detail: `The new order is ${orderId}.` };
}

/** The exchange itself rejected it; any other failure never reached it, or is looked up. */
function isRejection(error: Failure): boolean {
  return !error.isOutcomeUnknown && error.code !== undefined;
}

/** A rejection may come after the old order was taken away: whether it lives decides what the rejection means. */
async function checkAfterRejection(
  client: ExchangeClient,
  request: AmendRequest,
  rejection: Failure,
): Promise<Result<AmendOutcome>> {
  const old = await readOrder(client, request, asAction);
  if (!old.ok) return doubtful(`${rejection.message} Fathom could not check whether the original order is open.`);
  if (old.value.isActive) return { ok: false, error: rejection };
  return succeed(isFilled(old.value) ? overBefore(old.value) : neither(rejection, old.value.filledSize));
}

const isFilled = (order: Order) => !order.isCancelled;

function overBefore(order: Order): AmendOutcome {
  const detail = `It was over before it could be changed. ${describeEnd(order)}`;
  return { outcome: 'over', orderId: null, filledSize: order.filledSize, detail };
}

function neither(
  { message, exchangeMessage }: Pick<Failure, 'message' | 'exchangeMessage'>,
  filledSize: Decimal | null,
): AmendOutcome {
  const words = exchangeMessage === undefined ? message : `${message} (${exchangeMessage})`;
  const detail = `Original cancelled, replacement not placed: no order is open. ${words}`;
  return { outcome: 'gone', orderId: null, filledSize, detail };
}

/** What is left to place follows from what was filled, so nothing is placed. */
function unknownFill(): AmendOutcome {
  return neither({ message: 'The exchange does not state how much of it is filled.' }, null);
}

function doubtful(message: string): Result<never> {
  return fail('outcome-unknown', message);
}

async function cancelAndReplace(
  client: ExchangeClient,
  amendment: Amendment,
  recheck: Recheck,
): Promise<Result<AmendOutcome>> {
  const { request, replacement } = amendment;
  const cancelled = await cancelOld(client, request);
  if (!cancelled.ok && cancelled.error.kind !== 'not-found') return cancelled;
  const ended = request.isStop
    ? await untilStopIsOver(client, request, cancelled.ok)
    : await untilOrderIsOver(client, request);
  if (!ended.ok) return ended;
  if (ended.value.state === 'over') return succeed(ended.value.outcome);
  const left = withoutFilled(replacement, ended.value.filled);
  if (left === null) {
    const detail = `It had filled ${ended.value.filled} when it was cancelled, so nothing is left to place.`;
    return succeed({ outcome: 'over', orderId: null, filledSize: ended.value.filled, detail });
  }
  // reading took a while: the kill switch may have been fired, or the profile made read-only
  const refused = recheck();
  if (refused !== null) return succeed(neither(refused.error, ended.value.filled));
  const placed = await place(client, left);
  if (!placed.ok) return placed.error.isOutcomeUnknown ? placed : succeed(neither(placed.error, ended.value.filled));
  const { orderId } = placed.value;
  const { filled } = ended.value;
  return succeed({ outcome: 'amended', orderId, filledSize: filled, detail: describeNew(left, orderId, filled) });
}

function describeNew({ order: { size } }: Replacement, orderId: string, filled: Decimal): string {
  return isZero(filled) || size === undefined
    ? `The original order is cancelled. The replacement is ${orderId}.`
    : `The original order filled ${filled} before the cancel. The replacement for the other ${size} is ${orderId}.`;
}

/** How the old one ended: by our cancel, after so much was filled, or by itself. */
type Ended =
  | { readonly state: 'cancelled'; readonly filled: Decimal }
  | { readonly state: 'over'; readonly outcome: AmendOutcome };

function cancelOld(client: ExchangeClient, { venue, tradeType, isStop, orderId, symbol }: AmendRequest) {
  if (venue === 'futures') return client.futures.cancel({ orderId }, asAction);
  if (isStop) return client.stops.cancel({ orderId, tradeType: marginTypeOf(tradeType) }, asAction);
  return tradeType === 'spot'
    ? client.spot.cancel({ orderId, symbol }, asAction)
    : client.margin.cancel({ orderId, symbol }, asAction);
}

const stillThere = 'The cancel was accepted, but the original order is still open. Nothing was placed yet.';

async function untilOrderIsOver(client: ExchangeClient, request: AmendRequest): Promise<Result<Ended>> {
  let isFillUnknown = false;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await wait(betweenLooksMs);
    const old = await readOrder(client, request, asAction);
    if (!old.ok) return doubtful(`${old.error.message} The outcome of the original order is unknown.`);
    if (old.value.isActive) continue;
    if (isFilled(old.value)) return succeed({ state: 'over', outcome: overBefore(old.value) });
    // how much is left to place follows from it; a later answer may state it
    if (old.value.filledSize === null) {
      isFillUnknown = true;
      continue;
    }
    return succeed({ state: 'cancelled', filled: old.value.filledSize });
  }
  if (isFillUnknown) return succeed({ state: 'over', outcome: unknownFill() });
  return doubtful(stillThere);
}

/** A stop that ended without our cancel may have triggered: placing another one could execute twice. */
async function untilStopIsOver(client: ExchangeClient, request: AmendRequest, isOurs: boolean): Promise<Result<Ended>> {
  if (!isOurs) {
    const detail =
      'The stop was no longer open when Fathom amended it; it may have been triggered. Nothing was placed.';
    return succeed({ state: 'over', outcome: { outcome: 'over', orderId: null, filledSize: null, detail } });
  }
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await wait(betweenLooksMs);
    const waiting = await readUntriggeredStop(client, request);
    if (!waiting.ok) return doubtful(`${waiting.error.message} The outcome of the original stop is unknown.`);
    if (waiting.value === null) return succeed({ state: 'cancelled', filled: '0' });
  }
  return doubtful(stillThere);
}

function place(client: ExchangeClient, replacement: Replacement): Promise<Result<PlacedOrder>> {
  if (replacement.kind === 'spot') return client.spot.place(replacement.order, asAction);
  if (replacement.kind === 'margin') return client.margin.place(replacement.order, asAction);
  if (replacement.kind === 'stop') return client.stops.place(replacement.order, asAction);
  return client.futures.place(replacement.order, asAction);
}
