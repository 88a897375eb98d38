import type { ListPace } from '#shared/domain/account/list-name.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { Clock } from '#time/clock.ts';
import { final } from './completion.ts';
import { type ListPolicy, reconcileMs } from './list-policies.ts';

export interface ReaderStatus {
  /** its changes are pushed, and a whole answer has come since nothing was missed any more */
  readonly isLive: boolean;
  /** something may have been missed since the last answer */
  readonly hasGap: boolean;
  readonly isAsking: boolean;
  /** when the rows were last known to be right; null: never */
  readonly asOfMs: number | null;
  readonly intervalMs: number;
  readonly error: Failure | null;
  readonly nextAttemptAtMs: number | null;
}

/** Reads one list as often as needed: not at all without a reader. */
export interface ListReader {
  /** the required freshness from now on; null: no reader */
  readonly watch: (pace: ListPace | null) => void;
  /** whether its changes are pushed from now on */
  readonly feed: (isLive: boolean) => void;
  /** Frames may be missing: what is known is right only after the next answer. */
  readonly missed: () => void;
  /** A frame reported something that only an answer completes. */
  readonly want: () => void;
  /** Reads it now, whenever it would have been its turn. */
  readonly refresh: () => void;
  /**
   * The user's own action may have changed it. Pushed changes are only checked, once for all actions of a moment: a
   * read for each would take from the user's own budget. What is not pushed is read now.
   */
  readonly acted: () => void;
  /**
   * The exchange answers again: a list whose last read failed is read again after `waitMs`, later each time this fails
   * too.
   */
  readonly recovered: (waitMs: number) => void;
  /** A frame arrived: the data is as current as the frame. */
  readonly received: () => void;
  readonly status: () => ReaderStatus;
  readonly stop: () => void;
}

export interface ListReaderOptions<T> {
  readonly clock: Clock;
  readonly policy: ListPolicy;
  readonly ask: (signal: AbortSignal) => Promise<Result<T>>;
  /**
   * Merges the answer with the known state. False: frames have reported more than it had; it is requested again, a few
   * times.
   */
  readonly answered: (answer: T, requestedAtMs: number) => boolean;
  /** No answer ever had all that frames reported. */
  readonly gaveUp: () => void;
  /** how the list is may be different now */
  readonly changed: () => void;
}

interface Reader<T> {
  readonly options: ListReaderOptions<T>;
  readonly stopping: AbortController;
  pace: ListPace | null;
  isFeedLive: boolean;
  /** how often something may have been missed, and up to which of them an answer covers it */
  gapCount: number;
  closedGapCount: number;
  isWanted: boolean;
  isPressed: boolean;
  /** when it is checked after an action; null: there was none since it was last asked */
  checkAtMs: number | null;
  tries: number;
  isAsking: boolean;
  requestedAtMs: number;
  answeredAtMs: number | null;
  notBeforeMs: number;
  /** reads after a recovery of the exchange that failed, since the last answer */
  failedRecoveries: number;
  asOfMs: number | null;
  error: Failure | null;
  nextAttemptAtMs: number | null;
  undo: (() => void) | null;
}

const retriesMs = [300, 1_000, 3_000, 9_000];
/** A hole is closed soon, but lines that come and go all the time must not make one question of each. */
const gapRetryMs = 500;
/** So long after an action all that it did has been pushed. */
const settledMs = 2_000;
/** After a failure nothing is asked again before. */
const leastWaitMs = 2_000;

function hasGap<T>({ gapCount, closedGapCount }: Reader<T>): boolean {
  return closedGapCount < gapCount;
}

function isLive<T>(reader: Reader<T>): boolean {
  return reader.isFeedLive && !hasGap(reader);
}

function intervalOf<T>(reader: Reader<T>): number {
  const { panelMs, glanceMs } = reader.options.policy;
  if (isLive(reader)) return reconcileMs;
  return reader.pace === 'panel' ? panelMs : glanceMs;
}

/** When it is its turn, by the monotonic clock; null: not for now. */
function dueAtMs<T>(reader: Reader<T>): number | null {
  const { pace, requestedAtMs, answeredAtMs, notBeforeMs, options } = reader;
  const { gapMs } = options.policy;
  if (pace === null) return null;
  if (pace === 'passive' && answeredAtMs === null) return null;
  if (reader.isPressed) return requestedAtMs;
  if (reader.isWanted) return Math.max(requestedAtMs + gapMs, notBeforeMs);
  if (hasGap(reader)) return Math.max(requestedAtMs + Math.min(gapMs, gapRetryMs), notBeforeMs);
  if (reader.checkAtMs !== null) return Math.max(reader.checkAtMs, requestedAtMs + gapMs, notBeforeMs);
  if (pace === 'passive' || answeredAtMs === null) return null;
  return Math.max(answeredAtMs + intervalOf(reader), notBeforeMs);
}

function plan<T>(reader: Reader<T>): void {
  const { clock } = reader.options;
  reader.undo?.();
  reader.undo = null;
  if (reader.isAsking || reader.stopping.signal.aborted) return;
  const dueMs = dueAtMs(reader);
  if (dueMs === null) return;
  const waitMs = dueMs - clock.monotonicMs();
  if (waitMs > 0) reader.undo = clock.after(waitMs, () => void ask(reader));
  else void ask(reader);
}

async function ask<T>(reader: Reader<T>): Promise<void> {
  const { options, stopping } = reader;
  const { gapCount, isWanted } = reader;
  const requestedAtMs = options.clock.monotonicMs();
  reader.isAsking = true;
  reader.isWanted = false;
  reader.isPressed = false;
  reader.checkAtMs = null;
  reader.requestedAtMs = requestedAtMs;
  options.changed();
  const answer = await options.ask(stopping.signal);
  if (stopping.signal.aborted) return;
  reader.isAsking = false;
  if (answer.ok) {
    reader.closedGapCount = gapCount;
    takeAnswer(reader, answer.value, requestedAtMs);
  } else {
    reader.isWanted ||= isWanted;
    takeFailure(reader, answer.error);
  }
  options.changed();
  plan(reader);
}

function takeAnswer<T>(reader: Reader<T>, value: T, requestedAtMs: number): void {
  const { clock, answered, gaveUp } = reader.options;
  reader.answeredAtMs = clock.monotonicMs();
  reader.asOfMs = clock.nowMs();
  reader.error = null;
  reader.nextAttemptAtMs = null;
  reader.notBeforeMs = 0;
  reader.failedRecoveries = 0;
  if (answered(value, requestedAtMs)) {
    reader.tries = 0;
    return;
  }
  const retryMs = retriesMs[reader.tries];
  if (retryMs === undefined) {
    reader.tries = 0;
    gaveUp();
    return;
  }
  reader.tries += 1;
  reader.isWanted = true;
  reader.notBeforeMs = clock.monotonicMs() + retryMs;
}

/**
 * A change reported by a frame deserves a few fast retries; otherwise they are slow, and none when a retry is useless.
 */
function waitAfter<T>(reader: Reader<T>, { kind }: Failure): number {
  const quickMs = retriesMs[reader.tries];
  if (reader.isWanted && quickMs !== undefined && !final.has(kind)) {
    reader.tries += 1;
    return quickMs;
  }
  const { panelMs } = reader.options.policy;
  return Math.max(reader.isWanted ? Math.min(panelMs, intervalOf(reader)) : intervalOf(reader), leastWaitMs);
}

/** How long the exchange asked to wait; 0: it did not. */
function requestedWaitMs({ retryAtMs }: Failure, clock: Clock): number {
  return retryAtMs === undefined ? 0 : retryAtMs - clock.nowMs();
}

function takeFailure<T>(reader: Reader<T>, error: Failure): void {
  const { clock } = reader.options;
  const waitMs = Math.max(waitAfter(reader, error), requestedWaitMs(error, clock));
  reader.error = error;
  reader.notBeforeMs = clock.monotonicMs() + waitMs;
  reader.nextAttemptAtMs = clock.nowMs() + waitMs;
}

/** Moves the read after a failure forward to `soonMs`, never before the exchange allows it. */
function bringForward<T>(reader: Reader<T>, error: Failure, soonMs: number): void {
  const { clock } = reader.options;
  const nowMs = clock.monotonicMs();
  reader.notBeforeMs = Math.max(Math.min(reader.notBeforeMs, soonMs), nowMs + requestedWaitMs(error, clock));
  reader.nextAttemptAtMs = clock.nowMs() + reader.notBeforeMs - nowMs;
}

/** What is new may not wait as long as a check would that failed while nothing was the matter. */
function urge<T>(reader: Reader<T>): void {
  const { error, options } = reader;
  if (error === null) return;
  bringForward(reader, error, options.clock.monotonicMs() + Math.max(options.policy.panelMs, leastWaitMs));
}

function readAfterRecovery<T>(reader: Reader<T>, waitMs: number): void {
  const { error, requestedAtMs, failedRecoveries, options } = reader;
  if (error === null || final.has(error.kind)) return;
  const soonMs = Math.max(options.clock.monotonicMs() + waitMs, requestedAtMs + leastWaitMs * 2 ** failedRecoveries);
  if (soonMs >= reader.notBeforeMs) return;
  reader.failedRecoveries += 1;
  reader.checkAtMs = soonMs;
  bringForward(reader, error, soonMs);
}

/** Nothing is known at first, which is the first hole. */
function newReader<T>(options: ListReaderOptions<T>): Reader<T> {
  return {
    options,
    stopping: new AbortController(),
    pace: null,
    isFeedLive: false,
    gapCount: 1,
    closedGapCount: 0,
    isWanted: false,
    isPressed: false,
    checkAtMs: null,
    tries: 0,
    isAsking: false,
    requestedAtMs: Number.NEGATIVE_INFINITY,
    answeredAtMs: null,
    notBeforeMs: 0,
    failedRecoveries: 0,
    asOfMs: null,
    error: null,
    nextAttemptAtMs: null,
    undo: null,
  };
}

export function createListReader<T>(options: ListReaderOptions<T>): ListReader {
  const reader = newReader(options);
  const after = (change: () => void): void => {
    change();
    options.changed();
    plan(reader);
  };
  const set = (change: Partial<Pick<Reader<T>, 'pace' | 'isPressed'>>): void =>
    after(() => Object.assign(reader, change));
  const urgeWith = (change: Partial<Pick<Reader<T>, 'gapCount' | 'isWanted' | 'isFeedLive'>>): void =>
    after(() => urge(Object.assign(reader, change)));
  return {
    watch: pace => set({ pace }),
    feed(isFeedLive) {
      if (reader.isFeedLive === isFeedLive) return;
      // no frame reports what happened before the subscription
      urgeWith({ isFeedLive, gapCount: reader.gapCount + (isFeedLive ? 1 : 0) });
    },
    missed: () => urgeWith({ gapCount: reader.gapCount + 1 }),
    want: () => urgeWith({ isWanted: true }),
    refresh: () => set({ isPressed: true }),
    acted: () =>
      after(() => {
        if (isLive(reader)) reader.checkAtMs ??= options.clock.monotonicMs() + settledMs;
        else reader.isPressed = true;
      }),
    recovered: waitMs => after(() => readAfterRecovery(reader, waitMs)),
    received() {
      if (isLive(reader)) reader.asOfMs = options.clock.nowMs();
    },
    status: () => ({
      isLive: isLive(reader),
      hasGap: hasGap(reader),
      isAsking: reader.isAsking,
      asOfMs: reader.asOfMs,
      intervalMs: intervalOf(reader),
      error: reader.error,
      nextAttemptAtMs: reader.nextAttemptAtMs,
    }),
    stop() {
      reader.stopping.abort();
      reader.undo?.();
    },
  };
}
