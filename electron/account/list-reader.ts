import type { ListPace } from '#shared/domain/account/list-name.ts';
import type { Failure, Result } from '#shared/errors.ts';
import type { Clock } from '#time/clock.ts';
import { final } from './completion.ts';
import { type ListPolicy, reconcileMs } from './list-policies.ts';

export interface ReaderStatus {
  /** its changes are pushed, and a whole answer has come since nothing was missed any more */
  readonly isLive: boolean;
  /** something may have been missed that no answer has told yet */
  readonly isHoled: boolean;
  readonly isAsking: boolean;
  /** when the rows were last known to be right; null: never */
  readonly asOfMs: number | null;
  readonly intervalMs: number;
  readonly error: Failure | null;
  readonly nextAttemptAtMs: number | null;
}

/** Reads one list as often as it must be: not at all while nobody watches it. */
export interface ListReader {
  /** how fresh it is wanted from now on; null: nobody watches */
  readonly watch: (pace: ListPace | null) => void;
  /** whether its changes are pushed from now on */
  readonly feed: (isLive: boolean) => void;
  /** Frames may be missing: what is known is right only after the next answer. */
  readonly missed: () => void;
  /** A frame told of something that only an answer completes. */
  readonly want: () => void;
  /** Reads it now, whenever it would have been its turn. */
  readonly refresh: () => void;
  /**
   * The user's own act may have changed it. Pushed changes are only checked, once for all acts of a moment: a read for
   * each would take from the user's own budget. What is not pushed is read now.
   */
  readonly acted: () => void;
  /** A frame was heard: what is known is as right as it is young. */
  readonly heard: () => void;
  readonly status: () => ReaderStatus;
  readonly stop: () => void;
}

export interface ListReaderOptions<T> {
  readonly clock: Clock;
  readonly policy: ListPolicy;
  readonly ask: (signal: AbortSignal) => Promise<Result<T>>;
  /** Joins the answer with what is known. False: frames have told of more than it had; it is asked again, a few times. */
  readonly answered: (answer: T, askedAtMs: number) => boolean;
  /** No answer ever had all that frames told of. */
  readonly gaveUp: () => void;
  /** how the list is may be different now */
  readonly changed: () => void;
}

interface Reader<T> {
  readonly options: ListReaderOptions<T>;
  readonly stopping: AbortController;
  pace: ListPace | null;
  isFeedLive: boolean;
  /** how often something may have been missed, and up to which of them an answer has told what */
  holes: number;
  closedHoles: number;
  isWanted: boolean;
  isPressed: boolean;
  /** when it is checked after an act; null: there was none since it was last asked */
  checkAtMs: number | null;
  tries: number;
  isAsking: boolean;
  askedAtMs: number;
  answeredAtMs: number | null;
  notBeforeMs: number;
  asOfMs: number | null;
  error: Failure | null;
  nextAttemptAtMs: number | null;
  undo: (() => void) | null;
}

const retriesMs = [300, 1_000, 3_000, 9_000];
/** A hole is closed soon, but lines that come and go all the time must not make one question of each. */
const holeGapMs = 500;
/** So long after an act all that it did has been pushed. */
const settledMs = 2_000;
/** After a failure nothing is asked again before. */
const leastWaitMs = 2_000;

function isHoled<T>({ holes, closedHoles }: Reader<T>): boolean {
  return closedHoles < holes;
}

function isLive<T>(reader: Reader<T>): boolean {
  return reader.isFeedLive && !isHoled(reader);
}

function intervalOf<T>(reader: Reader<T>): number {
  const { panelMs, glanceMs } = reader.options.policy;
  if (isLive(reader)) return reconcileMs;
  return reader.pace === 'panel' ? panelMs : glanceMs;
}

/** When it is its turn, by the monotonic clock; null: not for now. */
function dueAtMs<T>(reader: Reader<T>): number | null {
  const { pace, askedAtMs, answeredAtMs, notBeforeMs, options } = reader;
  const { gapMs } = options.policy;
  if (pace === null) return null;
  if (pace === 'passive' && answeredAtMs === null) return null;
  if (reader.isPressed) return askedAtMs;
  if (reader.isWanted) return Math.max(askedAtMs + gapMs, notBeforeMs);
  if (isHoled(reader)) return Math.max(askedAtMs + Math.min(gapMs, holeGapMs), notBeforeMs);
  if (reader.checkAtMs !== null) return Math.max(reader.checkAtMs, askedAtMs + gapMs, notBeforeMs);
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
  const { holes, isWanted } = reader;
  const askedAtMs = options.clock.monotonicMs();
  reader.isAsking = true;
  reader.isWanted = false;
  reader.isPressed = false;
  reader.checkAtMs = null;
  reader.askedAtMs = askedAtMs;
  options.changed();
  const answer = await options.ask(stopping.signal);
  if (stopping.signal.aborted) return;
  reader.isAsking = false;
  if (answer.ok) {
    reader.closedHoles = holes;
    takeAnswer(reader, answer.value, askedAtMs);
  } else {
    reader.isWanted ||= isWanted;
    takeFailure(reader, answer.error);
  }
  options.changed();
  plan(reader);
}

function takeAnswer<T>(reader: Reader<T>, value: T, askedAtMs: number): void {
  const { clock, answered, gaveUp } = reader.options;
  reader.answeredAtMs = clock.monotonicMs();
  reader.asOfMs = clock.nowMs();
  reader.error = null;
  reader.nextAttemptAtMs = null;
  reader.notBeforeMs = 0;
  if (answered(value, askedAtMs)) {
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

/** What a frame has told of is worth a few quick tries; else it is patient, and where trying would change nothing. */
function waitAfter<T>(reader: Reader<T>, { kind }: Failure): number {
  const quickMs = retriesMs[reader.tries];
  if (reader.isWanted && quickMs !== undefined && !final.has(kind)) {
    reader.tries += 1;
    return quickMs;
  }
  const { panelMs } = reader.options.policy;
  return Math.max(reader.isWanted ? Math.min(panelMs, intervalOf(reader)) : intervalOf(reader), leastWaitMs);
}

function takeFailure<T>(reader: Reader<T>, error: Failure): void {
  const { clock } = reader.options;
  const untilToldMs = error.retryAtMs === undefined ? 0 : error.retryAtMs - clock.nowMs();
  const waitMs = Math.max(waitAfter(reader, error), untilToldMs);
  reader.error = error;
  reader.notBeforeMs = clock.monotonicMs() + waitMs;
  reader.nextAttemptAtMs = clock.nowMs() + waitMs;
}

/** What is new may not wait as long as a check would that failed while nothing was the matter. */
function urge<T>(reader: Reader<T>): void {
  const { clock, policy } = reader.options;
  const { error, notBeforeMs } = reader;
  if (error === null) return;
  const nowMs = clock.monotonicMs();
  const untilToldMs = error.retryAtMs === undefined ? 0 : error.retryAtMs - clock.nowMs();
  const soonMs = nowMs + Math.max(policy.panelMs, leastWaitMs);
  reader.notBeforeMs = Math.max(Math.min(notBeforeMs, soonMs), nowMs + untilToldMs);
  reader.nextAttemptAtMs = clock.nowMs() + reader.notBeforeMs - nowMs;
}

/** Nothing is known at first, which is the first hole. */
function newReader<T>(options: ListReaderOptions<T>): Reader<T> {
  return {
    options,
    stopping: new AbortController(),
    pace: null,
    isFeedLive: false,
    holes: 1,
    closedHoles: 0,
    isWanted: false,
    isPressed: false,
    checkAtMs: null,
    tries: 0,
    isAsking: false,
    askedAtMs: Number.NEGATIVE_INFINITY,
    answeredAtMs: null,
    notBeforeMs: 0,
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
  const missed = (): void =>
    after(() => {
      reader.holes += 1;
      urge(reader);
    });
  return {
    watch: pace =>
      after(() => {
        reader.pace = pace;
      }),
    feed(isFeedLive) {
      if (reader.isFeedLive === isFeedLive) return;
      reader.isFeedLive = isFeedLive;
      // what happened before anybody listened, no frame tells
      if (isFeedLive) reader.holes += 1;
      after(() => urge(reader));
    },
    missed,
    want: () =>
      after(() => {
        reader.isWanted = true;
        urge(reader);
      }),
    refresh: () =>
      after(() => {
        reader.isPressed = true;
      }),
    acted: () =>
      after(() => {
        if (isLive(reader)) reader.checkAtMs ??= options.clock.monotonicMs() + settledMs;
        else reader.isPressed = true;
      }),
    heard() {
      if (isLive(reader)) reader.asOfMs = options.clock.nowMs();
    },
    status: () => ({
      isLive: isLive(reader),
      isHoled: isHoled(reader),
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
