import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { post } from '../state/outbox.ts';
import { checkClientOid, execute, prepare, unknownSymbol } from './place.ts';
import { ticksOf } from '../state/scale.ts';
import {
  type AccountState,
  accountOf,
  type PairState,
  remember,
  type VenueState,
  type WaitingStop,
} from '../state/state.ts';
import type { SpotEvent, SpotStop, SpotStopPlacement } from '../types.ts';
import { checkPlacement, checkStopPrice } from './validate.ts';

/** Untriggered stop orders per pair and account (facts.md §2). */
const waitingPerPair = 20;

function postStop(venue: VenueState, change: Extract<SpotEvent, { kind: 'stop' }>['change'], stop: SpotStop): void {
  post(venue, () => ({ kind: 'stop', change, stop }));
}

function waitingOf(state: PairState, accountId: string): number {
  let count = 0;
  for (const { record } of state.stops.values()) if (record.accountId === accountId) count += 1;
  return count;
}

function prepareStop(venue: VenueState, accountId: string, placement: SpotStopPlacement): Outcome<PairState> {
  const state = venue.pairs.get(placement.symbol);
  if (state === undefined) return unknownSymbol(placement.symbol);
  const account = accountOf(venue, accountId);
  const refusal =
    checkStopPrice(state, placement.stopPrice) ??
    checkPlacement({ state, placement, reference: placement.stopPrice, isCollared: false }) ??
    checkClientOid(account, placement.clientOid);
  if (refusal !== null) return refusal;
  if (account.isExempt || waitingOf(state, accountId) < waitingPerPair) return accept(state);
  return refuse('too-many-stops', `at most ${waitingPerPair} untriggered stop orders per pair`);
}

/** Without an explicit direction: `loss` when the stop price is at or below the last price, else `entry`. */
function directionOf({ lastTicks }: PairState, ticks: bigint): 'loss' | 'entry' {
  return lastTicks !== null && ticks <= lastTicks ? 'loss' : 'entry';
}

/**
 * Lays a stop order aside. Nothing is held for it until it triggers (facts.md §4.4). It looks at trades from now on: one
 * whose condition is met already waits for the next trade.
 */
export function placeStopOrder(venue: VenueState, accountId: string, placement: SpotStopPlacement): Outcome<SpotStop> {
  const prepared = prepareStop(venue, accountId, placement);
  if (!prepared.ok) return prepared;
  const state = prepared.value;
  const { clock, identifiers } = venue.options;
  const ticks = ticksOf(state.scale, placement.stopPrice);
  const record: SpotStop = {
    id: identifiers.stopOrderId(),
    accountId,
    placement,
    stop: placement.stop ?? directionOf(state, ticks),
    status: 'NEW',
    tradeSource: 'USER',
    takerFeeRate: state.pair.takerFeeRate,
    makerFeeRate: state.pair.makerFeeRate,
    createdAtMs: clock.nowMs(),
    createdAtNs: clock.nowNs(),
    triggeredAtMs: null,
    triggerError: null,
  };
  const account = accountOf(venue, accountId);
  account.stops.set(record.id, record);
  if (placement.clientOid !== undefined) account.stopByClientOid.set(placement.clientOid, record.id);
  state.stops.set(record.id, { record, ticks });
  postStop(venue, 'open', record);
  return accept(record);
}

function forget(account: AccountState, { id, placement: { clientOid } }: SpotStop): void {
  account.stops.delete(id);
  if (clientOid !== undefined && account.stopByClientOid.get(clientOid) === id)
    account.stopByClientOid.delete(clientOid);
}

/** The stop order waits no longer. */
function close(venue: VenueState, state: PairState, record: SpotStop): void {
  const account = accountOf(venue, record.accountId);
  state.stops.delete(record.id);
  account.stops.set(record.id, record);
  for (const forgotten of remember(account.finishedStops, record, account.memory)) forget(account, forgotten);
}

export function cancelStopOrder(venue: VenueState, accountId: string, stopOrderId: string): Outcome<SpotStop> {
  const known = venue.accounts.get(accountId)?.stops.get(stopOrderId);
  const state = known === undefined ? undefined : venue.pairs.get(known.placement.symbol);
  if (known === undefined || state === undefined || known.status !== 'NEW') {
    return refuse('order-unknown', 'order_not_exist_or_not_allow_to_cancel', 'orderId');
  }
  const record: SpotStop = { ...known, status: 'CANCELLED' };
  close(venue, state, record);
  postStop(venue, 'cancel', record);
  return accept(record);
}

/** The stop becomes an ordinary order with an id of its own, or says why it could not: its funds were never held. */
function trigger(venue: VenueState, state: PairState, { record }: WaitingStop): void {
  const { stop: _stop, stopPrice, ...placement } = record.placement;
  const origin = { stopOrderId: record.id, stop: record.stop, stopPrice };
  const prepared = prepare(venue, { accountId: record.accountId, placement, origin });
  const triggered: SpotStop = {
    ...record,
    status: 'TRIGGERED',
    triggeredAtMs: venue.options.clock.nowMs(),
    triggerError: prepared.ok ? null : prepared.message,
  };
  close(venue, state, triggered);
  postStop(venue, 'triggered', triggered);
  if (prepared.ok) execute(venue, prepared.value);
}

/** Triggers what the trades since the last look have reached, and what the triggered orders' own trades reach in turn. */
export function triggerStops(venue: VenueState, state: PairState): void {
  for (let { traded } = state; traded !== null; { traded } = state) {
    const { low, high } = traded;
    state.traded = null;
    const due = [...state.stops.values()].filter(({ record, ticks }) =>
      record.stop === 'loss' ? low <= ticks : high >= ticks,
    );
    for (const waiting of due) trigger(venue, state, waiting);
  }
}
