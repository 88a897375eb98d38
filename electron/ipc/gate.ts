import type * as z from 'zod/mini';
import { partLength } from '#shared/calls/table-calls.ts';
import { type CallInput, type CallName, type CallOutput, calls, type Frozen } from '#shared/contract.ts';
import type { WindowId } from '#shared/domain/view/panel-window.ts';
import { Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { documentLimits } from '#store/documents/limits.ts';
import { systemClock } from '#time/clock.ts';
import { createTokenBucket } from '#time/token-bucket.ts';
import { createTurns, type Turns } from '#time/turns.ts';
import { readCosts } from './handlers/read-costs.ts';
import { measureInput } from './input-size.ts';
import { classOf, createRateCaps } from './rate-cap.ts';
import { createReadQueue } from './read-queue.ts';
import { hideFigures, isAnsweredWhileLocked } from './while-locked.ts';

/**
 * One handler for each call of the contract; a missing one does not compile. `caller` is the window that asks; absent:
 * the main one.
 */
export type Handlers = {
  readonly [Name in CallName]: (input: CallInput<Name>, caller?: WindowId) => Promise<Result<Frozen<CallOutput<Name>>>>;
};

export interface GateOptions {
  readonly handlers: Handlers;
  /** the window whose page's main frame the message comes from, null for any other sender; the shell knows */
  readonly windowOf: (sender: unknown) => WindowId | null;
  /** whether Fathom is locked; absent: never */
  readonly isLocked?: () => boolean;
  readonly log: Log;
  readonly nowMs: () => number;
  /** shared with the clients of the exchange; absent: turns of the gate's own */
  readonly turns?: Turns;
}

export type Gate = (name: unknown, input: unknown, sender: unknown) => Promise<Result<unknown>>;

const late = 'Fathom was locked before the answer came, so it is not shown. What was asked for may have been done.';

/** No form of ours is near this; a page that sends more is not ours any more. */
const largestInput = 65_536;
/** A part of a file and its id. */
const largestPart = partLength + 1000;

const largerInputs: Partial<Record<CallName, number>> = {
  'exports.write': largestPart,
  'oversight.save': documentLimits.oversight.oneBytes,
  'overseen.look': documentLimits.oversight.oneBytes,
};
/** A cancel is journalled whatever it says, also when it is refused, so it may say little. */
const largestCancel = 1_024;
const largestOf = (name: CallName) => largerInputs[name] ?? (classOf(name) === 'cancel' ? largestCancel : largestInput);

/**
 * The only entry for calls. Checks sender, call, rate and input; then runs the handler; then cuts its answer to the
 * contract, so that the page gets only what it may know. Never rejects, and never passes on an internal reason. A
 * cancel runs at once; other changes wait for a turn; reads wait in a queue. docs/faults.md §5, case 45.
 */
export function createGate(options: GateOptions): Gate {
  const { windowOf, log, nowMs, turns = createTurns(systemClock) } = options;
  const capOf = createRateCaps(nowMs);
  const reads = createReadQueue(turns);
  const refuse = createRejection(log, nowMs);
  return async (name, input, sender) => {
    const caller = callerOf(windowOf, sender);
    if (caller === null) {
      log.warn('gate.not-trusted', {});
      return fail('not-trusted', 'Only the page of Fathom may ask.');
    }
    if (!isCallName(name)) return fail('invalid-request', 'There is no such call.');
    const cap = capOf(caller);
    const retryAtMs = cap.take(name);
    if (retryAtMs !== null) return refuse(name, retryAtMs);
    if (isShut(options, name)) return shut();
    const length = measureInput(input, largestOf(name));
    if (length === null) return fail('invalid-request', `The input of ${name} is too large or no plain data.`);
    const savesAgainAtMs = cap.takeLength(name, length);
    if (savesAgainAtMs !== null) return refuse(name, savesAgainAtMs);
    const run = () => answerCall(options, { name, input, caller });
    const callClass = classOf(name);
    if (callClass === 'cancel') return turns.runUrgent(run);
    if (callClass === 'read')
      return reads.add({ window: caller, name, asksExchange: Object.hasOwn(readCosts, name), run });
    await turns.wait('action');
    return run();
  };
}

function isShut({ isLocked }: GateOptions, name: CallName): boolean {
  return isLocked?.() === true && !isAnsweredWhileLocked(name);
}

function shut() {
  return fail('locked', 'Fathom is locked; nothing was done. Unlock it first.');
}

interface AskedCall {
  readonly name: CallName;
  readonly input: unknown;
  readonly caller: WindowId;
}

/** Checks the input, asks the handler and checks its answer. Never rejects. */
async function answerCall(options: GateOptions, { name, input, caller }: AskedCall): Promise<Result<unknown>> {
  const { log } = options;
  // it may have waited
  if (isShut(options, name)) return shut();
  const parsed = calls[name].input.safeParse(input);
  if (!parsed.success) return invalid(name, parsed.error.issues);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this very name has just passed
    const handler = options.handlers[name] as (input: unknown, caller: WindowId) => Promise<Result<unknown>>;
    const answer = await handler(parsed.data, caller);
    // locked meanwhile: the answer may be of the account
    if (isShut(options, name)) return fail('locked', late);
    const checked = checkAnswer(name, answer, log);
    return checked.ok && options.isLocked?.() === true ? succeed(hideFigures(name, checked.value)) : checked;
  } catch (cause) {
    log.error('gate.handler-failed', { call: name, reason: String(cause) });
    return internal();
  }
}

/** Each line is written to the disk at once, so a page that is refused thousands of times fills a few. */
function createRejection(log: Log, nowMs: () => number) {
  const lines = createTokenBucket({ perSecond: 1, burst: 10, nowMs });
  let unlogged = 0;
  const note = (call: CallName): void => {
    if (lines.pauseMs() > 0) {
      unlogged += 1;
      return;
    }
    lines.take();
    log.warn('gate.capped', unlogged === 0 ? { call } : { call, unlogged });
    unlogged = 0;
  };
  return (name: CallName, retryAtMs: number) => {
    note(name);
    return fail('rate-limited', 'The page asks too often; nothing was done.', { retryAtMs });
  };
}

function callerOf(windowOf: GateOptions['windowOf'], sender: unknown): WindowId | null {
  try {
    return windowOf(sender);
  } catch {
    // a frame that was removed during the check is an unknown sender
    return null;
  }
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

/** Names the field, never the value: it may be a secret that was typed into the wrong place. */
function invalid(name: CallName, issues: readonly z.core.$ZodIssue[]) {
  const field = (issues[0]?.path ?? []).map(String).join('.').slice(0, 100);
  const where = field === '' ? '' : ` (${field})`;
  return fail(
    'invalid-request',
    `The input of ${name} is not as agreed${where}. Nothing was done.`,
    field === '' ? {} : { field },
  );
}

function internal() {
  return fail('internal', 'Fathom had an internal error. The log file has the details.');
}

function checkAnswer(name: CallName, result: Result<unknown>, log: Log): Result<unknown> {
  if (!result.ok) {
    const error = Failure.safeParse(result.error);
    if (error.success) return { ok: false, error: error.data };
    log.error('gate.bad-error', { call: name });
    return internal();
  }
  const value = calls[name].output.safeParse(result.value);
  if (value.success) return succeed(value.data);
  const field = (value.error.issues[0]?.path ?? []).map(String).join('.');
  log.error('gate.bad-answer', { call: name, field });
  return internal();
}
