import type { PoolName, PoolStatus } from '#shared/domain/link.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { type Priority, priorityRanks } from '../types.ts';
import type { GatewayFigures } from '../wire/http.ts';
import {
  canSpend,
  createPoolState,
  freeze,
  release,
  loseTrack,
  type PoolState,
  reopensAt,
  rollOver,
  type Spending,
  settle,
  settleUnseen,
  spend,
} from './pool.ts';

/** Leave to send one request. One of these is called, once; what comes after it is ignored. */
export interface Grant {
  /** an answer came, with the gateway's figures or without */
  readonly answered: (figures: GatewayFigures | null) => void;
  /** it was sent and nothing came back */
  readonly lost: () => void;
  /** it never left */
  readonly unsent: () => void;
}

export interface PoolRequest {
  readonly weight: number;
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

export interface BudgetOptions {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onChange: () => void;
}

interface PoolQueue {
  readonly acquire: (request: PoolRequest) => Promise<Result<Grant>>;
  readonly freeze: (resetMs: number) => void;
  readonly status: () => PoolStatus;
}

interface Waiter {
  readonly request: PoolRequest;
  readonly givesUpAt: number;
  readonly resolve: (result: Result<Grant>) => void;
}

interface Queue {
  readonly name: PoolName;
  readonly state: PoolState;
  readonly options: BudgetOptions;
  waiting: readonly Waiter[];
  timer: AbortController | null;
}

/** What only cancels may spend: they go through when everything else has used up the rest. */
const cancelShare = 0.1;
/** What only actions of the user may spend: they go through when the panels have used up the rest. */
const reserveShare = 0.2;
/**
 * Histories and what seldom changes wait while less than this is left, so that data needed for actions is read first.
 */
const patientShare = 0.5;
/** The part of a pool that a request must leave, by its priority. */
export const keptShares: Readonly<Record<Priority, number>> = {
  cancel: 0,
  action: cancelShare,
  visible: reserveShare,
  background: patientShare,
};
/** An action that would wait longer is better refused, so that the user decides again; a panel may sit out a window. */
const patienceMs: Readonly<Record<Priority, number>> = {
  cancel: 5_000,
  action: 5_000,
  visible: 40_000,
  background: 40_000,
};
/** Spreads those who waited for the same reset. */
const freezeJitterMs = 250;

const abandoned = fail('closed', 'The request was abandoned before it was sent.');

function toEpoch({ options }: Queue, monotonic: number): number {
  return Math.ceil(options.nowMs() + monotonic - options.monotonicMs());
}

function makeGrant(queue: Queue, spending: Spending): Grant {
  const { state, options } = queue;
  let isOpen = true;
  const once = (end: () => void): void => {
    if (!isOpen) return;
    isOpen = false;
    end();
    pump(queue);
    options.onChange();
  };
  return {
    answered: figures =>
      once(() => {
        if (figures === null) settleUnseen(state, spending);
        else settle(state, spending, { figures, nowMs: options.monotonicMs() });
      }),
    lost: () => once(() => loseTrack(state, spending)),
    unsent: () => once(() => release(state, spending)),
  };
}

function tryGrant(queue: Queue, { weight, priority }: PoolRequest): Grant | null {
  const { state, options } = queue;
  const reserve = Math.ceil(state.limit * keptShares[priority]);
  if (!canSpend(state, weight, reserve)) return null;
  return makeGrant(queue, spend(state, weight, options.monotonicMs()));
}

function refuse(queue: Queue, waiter: Waiter): void {
  const until = reopensAt(queue.state);
  const message = `The exchange's limit for ${queue.name} requests is used up. Nothing was sent.`;
  waiter.resolve(fail('rate-limited', message, until === null ? {} : { retryAtMs: toEpoch(queue, until) }));
}

/** Those whose time is over, or would be before the pool reopens: waiting on could only disappoint them. */
function dismissHopeless(queue: Queue, now: number): void {
  const until = reopensAt(queue.state) ?? now;
  const isHopeless = (waiter: Waiter): boolean => Math.max(now, until) >= waiter.givesUpAt;
  const hopeless = queue.waiting.filter(isHopeless);
  if (hopeless.length === 0) return;
  queue.waiting = queue.waiting.filter(waiter => !isHopeless(waiter));
  for (const waiter of hopeless) refuse(queue, waiter);
}

/** Serves the queue front to back, and no lower priority before a higher one that cannot be paid yet. */
function pump(queue: Queue): void {
  const now = queue.options.monotonicMs();
  rollOver(queue.state, now);
  for (let first = queue.waiting[0]; first !== undefined; first = queue.waiting[0]) {
    const grant = tryGrant(queue, first.request);
    if (grant === null) break;
    queue.waiting = queue.waiting.slice(1);
    first.resolve(succeed(grant));
  }
  dismissHopeless(queue, now);
  arm(queue, now);
}

function arm(queue: Queue, now: number): void {
  queue.timer?.abort();
  queue.timer = null;
  if (queue.waiting.length === 0) return;
  const wakeAt = Math.min(reopensAt(queue.state) ?? Infinity, ...queue.waiting.map(waiter => waiter.givesUpAt));
  const timer = new AbortController();
  queue.timer = timer;
  void wakeUp(queue, timer.signal, Math.max(1, Math.ceil(wakeAt - now)));
}

async function wakeUp(queue: Queue, signal: AbortSignal, ms: number): Promise<void> {
  await queue.options.wait(ms, signal);
  if (signal.aborted) return;
  pump(queue);
  queue.options.onChange();
}

async function enqueue(queue: Queue, request: PoolRequest): Promise<Result<Grant>> {
  const { options } = queue;
  const { promise, resolve } = Promise.withResolvers<Result<Grant>>();
  const waiter: Waiter = { request, resolve, givesUpAt: options.monotonicMs() + patienceMs[request.priority] };
  const leave = (): void => {
    queue.waiting = queue.waiting.filter(other => other !== waiter);
    resolve(abandoned);
    pump(queue);
    options.onChange();
  };
  request.signal.addEventListener('abort', leave, { once: true });
  const byRank = (a: Waiter, b: Waiter): number =>
    priorityRanks[a.request.priority] - priorityRanks[b.request.priority];
  queue.waiting = [...queue.waiting, waiter].toSorted(byRank);
  pump(queue);
  options.onChange();
  try {
    return await promise;
  } finally {
    request.signal.removeEventListener('abort', leave);
  }
}

async function acquire(queue: Queue, request: PoolRequest): Promise<Result<Grant>> {
  if (request.signal.aborted) return abandoned;
  rollOver(queue.state, queue.options.monotonicMs());
  const isFirstInLine = queue.waiting.every(
    waiter => priorityRanks[waiter.request.priority] > priorityRanks[request.priority],
  );
  const grant = isFirstInLine ? tryGrant(queue, request) : null;
  if (grant === null) return await enqueue(queue, request);
  queue.options.onChange();
  return succeed(grant);
}

function statusOf(queue: Queue): PoolStatus {
  const { name, state, waiting, options } = queue;
  rollOver(state, options.monotonicMs());
  return {
    pool: name,
    limit: state.limit,
    remaining: Math.max(0, state.remaining),
    resetAtMs: state.windowEndsAt === null ? null : toEpoch(queue, state.windowEndsAt),
    waiting: waiting.length,
    isFrozen: state.frozenUntil !== null,
  };
}

/** One weight pool and those who wait for it, the more important first. */
export function createPoolQueue(name: PoolName, limit: number, options: BudgetOptions): PoolQueue {
  const queue: Queue = { name, state: createPoolState(limit), options, waiting: [], timer: null };
  return {
    acquire: request => acquire(queue, request),
    freeze(resetMs) {
      freeze(queue.state, options.monotonicMs() + resetMs + options.random() * freezeJitterMs);
      pump(queue);
      options.onChange();
    },
    status: () => statusOf(queue),
  };
}
