import type { CallName } from '#shared/contract.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { Turns } from '#time/turns.ts';

/** A read of a window, not yet begun. */
export interface QueuedRead {
  readonly window: WindowId;
  readonly name: CallName;
  /** whether the exchange is asked for its answer */
  readonly asksExchange: boolean;
  /** Never rejects. */
  readonly run: () => Promise<Result<unknown>>;
}

/** Starts the reads of the pages one after the other, and limits how many are under way and how many wait. */
export interface ReadQueue {
  /** The answer of the read; `rate-limited` when too many wait already. Never rejects. */
  readonly add: (read: QueuedRead) => Promise<Result<unknown>>;
}

/** Reads under way that ask the exchange: each may hold a socket for 10 s. */
export const mostAsking = 32;
/** of one window, so that other windows have a share */
export const mostAskingOfWindow = 24;
/** Reads of one call and window under way: a call that hangs leaves room for the others. */
export const mostUnderWayOfCall = 8;
/** Waiting reads of one call and window: the burst of its rate cap. */
export const mostWaitingOfCall = 100;
/** Waiting reads of one window. */
export const mostWaitingOfWindow = 600;

interface Waiting extends QueuedRead {
  /** counts arrivals */
  readonly number: number;
  readonly resolve: (result: Result<unknown>) => void;
}

interface CallReads {
  underWay: number;
  readonly waiting: Waiting[];
}

interface WindowReads {
  waiting: number;
  underWay: number;
  asking: number;
  readonly calls: Map<CallName, CallReads>;
}

interface QueueState {
  /** the window that began a read last is the last */
  readonly windows: Map<WindowId, WindowReads>;
  asking: number;
  arrivals: number;
}

/**
 * Reads of a window begin in the order of their arrival, except those whose call has enough under way or that find the
 * exchange asked enough; windows alternate. Every read that waits is one that may not begin yet.
 */
export function createReadQueue(turns: Turns): ReadQueue {
  const state: QueueState = { windows: new Map(), asking: 0, arrivals: 0 };

  const carryOut = async (reads: WindowReads, read: QueuedRead): Promise<Result<unknown>> => {
    count(state, { reads, read }, 1);
    await turns.wait('read');
    const result = await read.run();
    count(state, { reads, read }, -1);
    for (let next = takeNext(state); next !== null; next = takeNext(state))
      void carryOut(next.reads, next.read).then(next.read.resolve);
    if (reads.underWay === 0 && reads.waiting === 0) state.windows.delete(read.window);
    return result;
  };

  return {
    add: read => {
      const reads = readsOf(state, read.window);
      const call = callOf(reads, read.name);
      if (mayBegin(state, reads, read)) return carryOut(reads, read);
      if (call.waiting.length >= mostWaitingOfCall || reads.waiting >= mostWaitingOfWindow)
        return Promise.resolve(fail('rate-limited', 'The page asks too often; nothing was done.'));
      const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
      state.arrivals += 1;
      call.waiting.push({ ...read, number: state.arrivals, resolve });
      reads.waiting += 1;
      return promise;
    },
  };
}

function readsOf({ windows }: QueueState, window: WindowId): WindowReads {
  const reads = windows.get(window) ?? { waiting: 0, underWay: 0, asking: 0, calls: new Map() };
  windows.set(window, reads);
  return reads;
}

function callOf({ calls }: WindowReads, name: CallName): CallReads {
  const call = calls.get(name) ?? { underWay: 0, waiting: [] };
  calls.set(name, call);
  return call;
}

function mayBegin(state: QueueState, reads: WindowReads, { name, asksExchange }: QueuedRead): boolean {
  if (callOf(reads, name).underWay >= mostUnderWayOfCall) return false;
  return !asksExchange || (state.asking < mostAsking && reads.asking < mostAskingOfWindow);
}

interface ReadOfWindow<T extends QueuedRead> {
  readonly reads: WindowReads;
  readonly read: T;
}

function count(state: QueueState, { reads, read }: ReadOfWindow<QueuedRead>, by: 1 | -1): void {
  callOf(reads, read.name).underWay += by;
  reads.underWay += by;
  if (!read.asksExchange) return;
  state.asking += by;
  reads.asking += by;
}

/** Takes the next read that may begin out of the queue; null: none may. */
function takeNext(state: QueueState): ReadOfWindow<Waiting> | null {
  for (const [window, reads] of state.windows) {
    const read = reads.waiting === 0 ? null : takeOldest(state, reads);
    if (read === null) continue;
    // next time the other windows come first
    state.windows.delete(window);
    state.windows.set(window, reads);
    return { reads, read };
  }
  return null;
}

/** The oldest read of the window that may begin. */
function takeOldest(state: QueueState, reads: WindowReads): Waiting | null {
  let oldest: Waiting | null = null;
  for (const { waiting } of reads.calls.values()) {
    const first = waiting[0];
    if (first === undefined || (oldest !== null && oldest.number < first.number)) continue;
    if (mayBegin(state, reads, first)) oldest = first;
  }
  if (oldest === null) return null;
  callOf(reads, oldest.name).waiting.shift();
  reads.waiting -= 1;
  return oldest;
}
