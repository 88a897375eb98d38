import { lesser, magnitudeOf, signOf } from '#practice/kernel/integers.ts';
import { rateOne, type Terms } from '../contract/terms.ts';

export type MarginMode = 'ISOLATED' | 'CROSS';

/** Lots and value of the trades that opened a position, or of those that closed it. */
export interface Turnover {
  readonly lots: bigint;
  /** money units */
  readonly worth: bigint;
}

/** An account's stake in one contract, in money units and lots (see terms.ts); never changed, always replaced. */
export interface PositionState {
  readonly mode: MarginMode;
  /** signed lots */
  readonly quantity: bigint;
  /** signed value at entry of what is open (posCost); sign as valueOf */
  readonly cost: bigint;
  /** signed value of all trades since the position opened (currentCost) */
  readonly tradedCost: bigint;
  /** fees paid plus funding paid minus funding received since it opened (currentComm) */
  readonly commission: bigint;
  /** posInit */
  readonly initial: bigint;
  /** posCross: margin added by hand, or by the system to a cross position */
  readonly added: bigint;
  /** posComm: reserve for the fee of closing at the bankruptcy price */
  readonly reserve: bigint;
  /** posLoss: funding paid out of the margin */
  readonly loss: bigint;
  readonly openedAtMs: number;
  /** the part of the commission that was funding: paid minus received */
  readonly funding: bigint;
  /** what it traded since it opened */
  readonly opened: Turnover;
  readonly closed: Turnover;
  /** the risk level that its account has chosen; null: the one that its value calls for */
  readonly riskLevel: number | null;
}

const nothingTraded: Turnover = { lots: 0n, worth: 0n };

/** One side of a trade, or of a take-over by the system. */
interface Leg {
  /** signed lots: positive buys */
  readonly lots: bigint;
  /** signed value of the trade; the counterparty's leg has exactly the opposite, so that no dust is made */
  readonly cost: bigint;
  /** of what the leg opens, in rate units */
  readonly leverage: bigint;
  readonly timeMs: number;
}

interface LegResult {
  readonly state: PositionState;
  /** money that leaves the margin for the owner: released margin plus realised PnL of the closed part */
  readonly payout: bigint;
  /** money that the opened part needs as margin */
  readonly deposit: bigint;
  /** the old position, flat, when nothing of it is left */
  readonly ended: PositionState | null;
}

export function flatPosition(mode: MarginMode): PositionState {
  return {
    mode,
    quantity: 0n,
    cost: 0n,
    tradedCost: 0n,
    commission: 0n,
    initial: 0n,
    added: 0n,
    reserve: 0n,
    loss: 0n,
    openedAtMs: 0,
    funding: 0n,
    opened: nothingTraded,
    closed: nothingTraded,
    riskLevel: null,
  };
}

/** posMargin = posInit + posCross + posComm − posLoss (docs/exchange/matching.md §8). */
export function marginOf(state: PositionState): bigint {
  return state.initial + state.added + state.reserve - state.loss;
}

/** Margin of opening a value: leverage margin and the reserve for the closing fee. Cut down, so that parts never need more than the whole. */
export function openingMargin(
  terms: Terms,
  worth: bigint,
  leverage: bigint,
): { readonly initial: bigint; readonly reserve: bigint } {
  const initial = (worth * rateOne) / leverage;
  return { initial, reserve: ((worth + initial) * terms.takerFee) / rateOne };
}

/** PnL that a leg has realised, before fees. */
export function realisedBy(before: PositionState, { state, ended }: Pick<LegResult, 'state' | 'ended'>): bigint {
  if (before.quantity === 0n) return 0n;
  const after = ended ?? state;
  return after.cost - after.tradedCost - (before.cost - before.tradedCost);
}

function closePart(state: PositionState, lots: bigint, legCost: bigint): LegResult {
  const open = magnitudeOf(state.quantity);
  const share = (amount: bigint): bigint => (amount * lots) / open;
  const cost = share(state.cost);
  const rest: PositionState = {
    ...state,
    quantity: state.quantity - signOf(state.quantity) * lots,
    cost: state.cost - cost,
    tradedCost: state.tradedCost + legCost,
    initial: state.initial - share(state.initial),
    added: state.added - share(state.added),
    reserve: state.reserve - share(state.reserve),
    loss: state.loss - share(state.loss),
    closed: { lots: state.closed.lots + lots, worth: state.closed.worth + magnitudeOf(legCost) },
  };
  const payout = marginOf(state) - marginOf(rest) - legCost - cost;
  return { state: rest, payout, deposit: 0n, ended: rest.quantity === 0n ? rest : null };
}

function openPart(terms: Terms, state: PositionState, leg: Leg): LegResult {
  const { initial, reserve } = openingMargin(terms, magnitudeOf(leg.cost), leg.leverage);
  const isNew = state.quantity === 0n;
  const opened: PositionState = {
    ...state,
    quantity: state.quantity + leg.lots,
    cost: state.cost + leg.cost,
    tradedCost: (isNew ? 0n : state.tradedCost) + leg.cost,
    commission: isNew ? 0n : state.commission,
    initial: state.initial + initial,
    reserve: state.reserve + reserve,
    openedAtMs: isNew ? leg.timeMs : state.openedAtMs,
    funding: isNew ? 0n : state.funding,
    opened: {
      lots: (isNew ? 0n : state.opened.lots) + magnitudeOf(leg.lots),
      worth: (isNew ? 0n : state.opened.worth) + magnitudeOf(leg.cost),
    },
    closed: isNew ? nothingTraded : state.closed,
  };
  return { state: opened, payout: 0n, deposit: initial + reserve, ended: null };
}

/**
 * Trades: opens, adds, reduces, closes or flips. Margin leaves with the closed share of the position, what is opened
 * brings its own; the costs of all legs ever sum to zero over the accounts, so PnL does too.
 */
export function applyLeg(terms: Terms, state: PositionState, leg: Leg): LegResult {
  const isOpposite = signOf(state.quantity) * signOf(leg.lots) < 0n;
  if (!isOpposite) return openPart(terms, state, leg);
  const size = magnitudeOf(leg.lots);
  const closing = lesser(size, magnitudeOf(state.quantity));
  const closingCost = (leg.cost * closing) / size;
  const closed = closePart(state, closing, closingCost);
  if (closing === size) return closed;
  const rest = { ...leg, lots: leg.lots - signOf(leg.lots) * closing, cost: leg.cost - closingCost };
  const opened = openPart(terms, closed.state, rest);
  return { state: opened.state, payout: closed.payout, deposit: opened.deposit, ended: closed.ended };
}
