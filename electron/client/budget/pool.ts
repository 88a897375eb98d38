import type { GatewayFigures } from '../wire/http.ts';

/** The window of a pool when nothing else is known. docs/exchange/limits.md §2. */
const windowMs = 30_000;
/** Without the gateway's figures we only guess when the exchange opened its window: after we sent, never before. */
const unmeasuredSlackMs = 1_000;
/** Two windows end at least one window apart; the same one seen twice differs only by the line's delay. */
const halfWindowMs = windowMs / 2;

/** What one pool has left, by our own count and the gateway's figures. Times are monotonic ms. No promises in here. */
export interface PoolState {
  limit: number;
  remaining: number;
  windowEndsAt: number | null;
  frozenUntil: number | null;
  /** counts our windows, so that a late answer is not taken for a fresh one */
  windowNumber: number;
  /** the least the gateway named in this window; null before its first word */
  lowestSeen: number | null;
  /** weight of requests that are out */
  inFlight: number;
  /** weight of requests whose answer was lost in this window, which may have been charged or not */
  lost: number;
  /** the same of the window before: what left at its very end may be charged to this one */
  lostBefore: number;
}

export interface Spending {
  readonly weight: number;
  readonly windowNumber: number;
}

export function createPoolState(limit: number): PoolState {
  return {
    limit,
    remaining: limit,
    windowEndsAt: null,
    frozenUntil: null,
    windowNumber: 0,
    lowestSeen: null,
    inFlight: 0,
    lost: 0,
    lostBefore: 0,
  };
}

function openWindow(pool: PoolState): void {
  pool.windowNumber += 1;
  pool.lowestSeen = null;
  pool.lostBefore = pool.lost;
  pool.lost = 0;
}

/** Forgets a window and a freeze that are over. What is still out may be charged to the next window. */
export function rollOver(pool: PoolState, nowMs: number): void {
  if (pool.frozenUntil !== null && nowMs >= pool.frozenUntil) pool.frozenUntil = null;
  if (pool.windowEndsAt === null || nowMs < pool.windowEndsAt) return;
  pool.windowEndsAt = null;
  openWindow(pool);
  pool.remaining = pool.limit - pool.inFlight - pool.lostBefore;
}

/**
 * Whether `weight` may go now while `reserve` stays untouched. A request bigger than that may go when the pool is full.
 */
export function canSpend(pool: PoolState, weight: number, reserve: number): boolean {
  if (pool.frozenUntil !== null) return false;
  return pool.remaining - weight >= reserve || (pool.remaining >= pool.limit && pool.inFlight === 0);
}

export function spend(pool: PoolState, weight: number, nowMs: number): Spending {
  pool.windowEndsAt ??= nowMs + windowMs + unmeasuredSlackMs;
  pool.remaining -= weight;
  pool.inFlight += weight;
  return { weight, windowNumber: pool.windowNumber };
}

/** The request never left. */
export function release(pool: PoolState, { weight, windowNumber }: Spending): void {
  pool.inFlight -= weight;
  if (windowNumber === pool.windowNumber) pool.remaining += weight;
}

/** The request left and no answer came. */
export function loseTrack(pool: PoolState, { weight }: Spending): void {
  pool.inFlight -= weight;
  pool.lost += weight;
}

function isOfOldWindow(pool: PoolState, spending: Spending, figures: GatewayFigures): boolean {
  return spending.windowNumber !== pool.windowNumber && figures.resetMs < halfWindowMs;
}

/**
 * An answer came. Its figures are the truth of the moment they were written, before whatever is still out: that is
 * subtracted. Answers overtake each other, so within one window only the lowest figure counts.
 */
export function settle(pool: PoolState, spending: Spending, seen: { figures: GatewayFigures; nowMs: number }): void {
  const { figures, nowMs } = seen;
  pool.inFlight -= spending.weight;
  if (isOfOldWindow(pool, spending, figures)) return;
  pool.limit = figures.limit;
  const endsAt = nowMs + figures.resetMs;
  if (pool.lowestSeen !== null && pool.windowEndsAt !== null && endsAt > pool.windowEndsAt + halfWindowMs) {
    openWindow(pool);
  }
  if (pool.lowestSeen !== null && figures.remaining > pool.lowestSeen) return;
  const knownEnd = pool.lowestSeen === null ? null : pool.windowEndsAt;
  pool.windowEndsAt = knownEnd === null ? endsAt : Math.min(knownEnd, endsAt);
  pool.lowestSeen = figures.remaining;
  pool.remaining = figures.remaining - pool.inFlight - pool.lost - pool.lostBefore;
}

/** An answer without figures: our own count is kept. */
export function settleUnseen(pool: PoolState, { weight }: Spending): void {
  pool.inFlight -= weight;
}

/** The exchange rejects requests until its window ends. */
export function freeze(pool: PoolState, untilMs: number): void {
  pool.frozenUntil = Math.max(pool.frozenUntil ?? untilMs, untilMs);
  pool.windowEndsAt = Math.max(pool.windowEndsAt ?? untilMs, untilMs);
  pool.remaining = Math.min(pool.remaining, 0);
}

/** When something can change by itself; null when only an answer can change it. */
export function reopensAt(pool: PoolState): number | null {
  return pool.frozenUntil ?? pool.windowEndsAt;
}
