import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { remember } from '#practice/kernel/remember.ts';
import { ticksOf } from '../state/scale.ts';
import {
  accountOf,
  type SpotAccount,
  type SpotMarket,
  type SpotVenueState,
  type UntriggeredStop,
} from '../state/state.ts';
import type { SpotEvent, SpotOrderSource, SpotStop, SpotStopPlacement } from '../types.ts';
import { executeOrder } from './place.ts';
import { checkClientOid, prepareOrder, unknownSymbol } from './prepare.ts';
import { checkPlacement, checkStopPrice } from './validate.ts';

/** Untriggered stop orders per pair and account (docs/exchange/limits.md §5). */
const waitingPerPair = 20;

function emitStop(venue: SpotVenueState, change: Extract<SpotEvent, { kind: 'stop' }>['change'], stop: SpotStop): void {
  venue.events.emit('stop', () => ({ kind: 'stop', change, stop }));
}

function waitingOf(market: SpotMarket, accountId: string): number {
  let count = 0;
  for (const { record } of market.stops.values()) if (record.accountId === accountId) count += 1;
  return count;
}

interface StopRequest {
  readonly accountId: string;
  readonly placement: SpotStopPlacement;
  readonly source: SpotOrderSource;
}

function prepareStop(venue: SpotVenueState, { accountId, placement, source }: StopRequest): Outcome<SpotMarket> {
  const market = venue.markets.get(placement.symbol);
  if (market === undefined) return unknownSymbol(placement.symbol);
  const account = accountOf(venue, accountId);
  const rejection =
    checkStopPrice(market, placement.stopPrice) ??
    checkPlacement({ market, placement, reference: placement.stopPrice, isCollared: false }) ??
    checkClientOid(account, placement.clientOid);
  if (rejection !== null) return rejection;
  if (account.isExempt || source !== 'USER' || waitingOf(market, accountId) < waitingPerPair) return accept(market);
  return refuse('too-many-stops', `at most ${waitingPerPair} untriggered stop orders per pair`);
}

/** Without an explicit direction: `loss` when the stop price is at or below the last price, else `entry`. */
function directionOf({ lastTicks }: SpotMarket, ticks: bigint): 'loss' | 'entry' {
  return lastTicks !== null && ticks <= lastTicks ? 'loss' : 'entry';
}

/**
 * Lays a stop order aside. Nothing is held for it until it triggers (docs/exchange/states.md §2). It looks at trades
 * from now on: one whose condition is met already waits for the next trade.
 */
export function placeStop(venue: SpotVenueState, request: StopRequest): Outcome<SpotStop> {
  const { accountId, placement, source } = request;
  const prepared = prepareStop(venue, request);
  if (!prepared.ok) return prepared;
  const market = prepared.value;
  const { clock, identifiers } = venue;
  const ticks = ticksOf(market.scale, placement.stopPrice);
  const record: SpotStop = {
    id: identifiers.stopOrderId(),
    accountId,
    placement,
    stop: placement.stop ?? directionOf(market, ticks),
    status: 'NEW',
    tradeSource: source,
    takerFeeRate: market.pair.takerFeeRate,
    makerFeeRate: market.pair.makerFeeRate,
    createdAtMs: clock.nowMs(),
    createdAtNs: clock.nowNs(),
    triggeredAtMs: null,
    triggerError: null,
  };
  const account = accountOf(venue, accountId);
  account.stops.set(record.id, record);
  if (placement.clientOid !== undefined) account.stopByClientOid.set(placement.clientOid, record.id);
  market.stops.set(record.id, { record, ticks });
  emitStop(venue, 'open', record);
  return accept(record);
}

function forget(account: SpotAccount, { id, placement: { clientOid } }: SpotStop): void {
  account.stops.delete(id);
  if (clientOid !== undefined && account.stopByClientOid.get(clientOid) === id)
    account.stopByClientOid.delete(clientOid);
}

/** The stop order waits no longer. */
function close(venue: SpotVenueState, market: SpotMarket, record: SpotStop): void {
  const account = accountOf(venue, record.accountId);
  market.stops.delete(record.id);
  account.stops.set(record.id, record);
  for (const forgotten of remember(account.finishedStops, record, account.memory)) forget(account, forgotten);
}

interface StopCancellation {
  readonly accountId: string;
  readonly stopOrderId: string;
  readonly source: SpotOrderSource;
}

/** Only the source of a stop order may cancel it: those of the margin system are not the user's. */
export function cancelStop(
  venue: SpotVenueState,
  { accountId, stopOrderId, source }: StopCancellation,
): Outcome<SpotStop> {
  const known = venue.accounts.get(accountId)?.stops.get(stopOrderId);
  const market = known === undefined ? undefined : venue.markets.get(known.placement.symbol);
  if (known === undefined || market === undefined || known.status !== 'NEW' || known.tradeSource !== source) {
    return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  }
  const record = abandon(venue, market, known);
  cancelOther(venue, market, record);
  return accept(record);
}

function abandon(venue: SpotVenueState, market: SpotMarket, known: SpotStop): SpotStop {
  const record: SpotStop = { ...known, status: 'CANCELLED' };
  close(venue, market, record);
  emitStop(venue, 'cancel', record);
  return record;
}

/** One leg of a one-cancels-other order was removed, so the other is removed as well. */
function cancelOther(venue: SpotVenueState, market: SpotMarket, { placement: { ocoId } }: SpotStop): void {
  if (ocoId === undefined) return;
  for (const { record } of market.stops.values()) if (record.placement.ocoId === ocoId) abandon(venue, market, record);
}

/** The stop becomes an ordinary order with an id of its own, or says why it could not: its funds were never held. */
function trigger(venue: SpotVenueState, market: SpotMarket, { record }: UntriggeredStop): void {
  const { stop: _stop, stopPrice, ocoId: _ocoId, ...placement } = record.placement;
  const origin = { stopOrderId: record.id, stop: record.stop, stopPrice };
  const prepared = prepareOrder(venue, { accountId: record.accountId, placement, origin, source: record.tradeSource });
  const triggered: SpotStop = {
    ...record,
    status: 'TRIGGERED',
    triggeredAtMs: venue.clock.nowMs(),
    triggerError: prepared.ok ? null : prepared.message,
  };
  close(venue, market, triggered);
  emitStop(venue, 'triggered', triggered);
  cancelOther(venue, market, triggered);
  if (prepared.ok) executeOrder(venue, prepared.value);
}

/** Triggers what the trades since the last look have reached, and what the triggered orders' own trades reach in turn. */
export function triggerStops(venue: SpotVenueState, market: SpotMarket): void {
  for (let { traded } = market; traded !== null; { traded } = market) {
    const { low, high } = traded;
    market.traded = null;
    const due = [...market.stops.values()].filter(({ record, ticks }) =>
      record.stop === 'loss' ? low <= ticks : high >= ticks,
    );
    // a leg may have gone with the other one
    for (const waiting of due) if (market.stops.has(waiting.record.id)) trigger(venue, market, waiting);
  }
}
