import * as z from 'zod/mini';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isWrite } from '../catalogue.ts';
import { type ExchangeClock, isAgreeing } from './exchange-clock.ts';
import { type Attempt, isAnswered, type RequestAttempts, unsent } from './attempt.ts';
import { createSharing } from './sharing.ts';
import type { Signer } from '../sign.ts';
import { type CallOptions, isOfUser, type Priority, priorityRanks } from '../types.ts';
import type { Turns } from '#time/turns.ts';
import { wholeAnswerMs } from '../wire/http.ts';
import { describeRow, readKeepingRows } from '../wire/rows.ts';
import { type EndpointCall, type PreparedRequest, prepareRequest } from '../wire/request.ts';

/** Sends one call and reads its answer with a schema. Never throws, never rejects. */
export type Send = <T>(call: EndpointCall, schema: z.ZodMiniType<T>, options: CallOptions) => Promise<Result<T>>;

/** What the exchange answered, in its own letters. */
export interface WireAnswer {
  /** `METHOD path` of the endpoint that was asked */
  readonly endpoint: string;
  readonly httpStatus: number;
  readonly text: string;
  /** by the clock of this computer */
  readonly receivedAtMs: number;
}

/** Calls one endpoint and returns its answer, also a rejection. Never throws, never rejects. */
export type ReadAnswer = (call: EndpointCall, options: CallOptions) => Promise<Result<WireAnswer>>;

interface Transport {
  readonly send: Send;
  readonly readAnswer: ReadAnswer;
}

interface TransportOptions {
  readonly attempts: RequestAttempts;
  readonly clock: ExchangeClock;
  readonly signer: Signer | null;
  /** wall clock: during sleep the other one stops on some systems */
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly turns: Turns;
  /** aborted when the client closes */
  readonly closing: AbortSignal;
}

const maxAttempts = 4;
/** Longer than the budget and the clock of the exchange may keep a write waiting: then the machine slept. */
const oldestWriteMs = 15_000;
const firstBackOffMs = 250;
const longestBackOffMs = 2_000;

/** Jittered: between 250 ms and a bound that doubles up to 2 s. */
function backOffMs(attempt: number, random: () => number): number {
  const bound = Math.min(longestBackOffMs, firstBackOffMs * 2 ** attempt);
  return firstBackOffMs + random() * (bound - firstBackOffMs);
}

function timeOnWire({ outcome }: Attempt): number {
  if (outcome === null) return 0;
  return outcome.kind === 'answer' ? outcome.roundTripMs : outcome.tookMs;
}

/** null: a success without data, where the endpoint promises some. */
function parseData<T>(
  { endpoint }: PreparedRequest,
  schema: z.ZodMiniType<T>,
  { data, isByRow }: { data: unknown; isByRow: boolean },
): {
  readonly parsed: ReturnType<typeof z.safeParse<z.ZodMiniType<T>>> | null;
  readonly rows: ReturnType<typeof readKeepingRows<T>>['rows'];
} {
  if ((data ?? null) === null && endpoint.mayBeNull !== true) return { parsed: null, rows: [] };
  return isByRow ? readKeepingRows(schema, data) : { parsed: z.safeParse(schema, data), rows: [] };
}

/**
 * The answer in the shape the interface promises, or the field that is not. A success without data is no answer:
 * neither "not found" nor an empty list. A write whose answer cannot be read may have happened.
 */
function readShape<T>(
  prepared: PreparedRequest,
  schema: z.ZodMiniType<T>,
  { data, unreadable }: { data: unknown; unreadable: CallOptions['unreadable'] },
): Result<T> {
  const { parsed, rows } = parseData(prepared, schema, { data, isByRow: unreadable !== undefined });
  if (parsed?.success === true) {
    for (const row of rows) unreadable?.(describeRow(row, prepared.label));
    return succeed(parsed.data);
  }
  const field = (parsed?.error.issues[0]?.path ?? []).map(String).join('.');
  const where = { endpoint: prepared.label, field: field === '' ? 'data' : field };
  if (isWrite(prepared.endpoint)) {
    const message = 'The exchange took the request, but its answer cannot be read. Look before you do it again.';
    return fail('outcome-unknown', message, where);
  }
  return fail('bad-reply', `The answer to ${prepared.label} is not as agreed: field ${where.field}.`, where);
}

interface Effort {
  readonly prepared: PreparedRequest;
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** why it may not be sent any more, asked at the last moment; not asked for reads */
  readonly whyNotAnyMore?: () => ReturnType<typeof fail> | null;
}

function isSigned({ endpoint }: PreparedRequest): boolean {
  return endpoint.permission !== 'none';
}

async function authorise(
  { clock, signer }: TransportOptions,
  prepared: PreparedRequest,
): Promise<Result<Readonly<Record<string, string>>>> {
  if (!isSigned(prepared)) return succeed({});
  if (signer === null) return fail('no-secret', 'This needs an API key.', { endpoint: prepared.label });
  const stamp = await clock.stamp();
  if (!stamp.ok) return stamp;
  return signer.sign({
    timestampMs: stamp.value,
    method: prepared.endpoint.method,
    target: prepared.signedTarget,
    body: prepared.body,
  });
}

/** The last moment before the first byte. */
async function authoriseInTime(options: TransportOptions, effort: Effort) {
  const headers = await authorise(options, effort.prepared);
  return effort.whyNotAnyMore?.() ?? headers;
}

/**
 * A rejection of the time although both clocks agree: says what is likely instead. docs/exchange/authentication.md §6.
 */
function explainRefusedTime(attempt: Attempt, { reading }: ExchangeClock): Attempt {
  const { result } = attempt;
  const measured = reading();
  if (result.ok || result.error.kind !== 'clock' || measured === null || !isAgreeing(measured)) return attempt;
  const message =
    'The exchange rejected the time of the request, although the clocks agree. The request probably took more than 5 seconds. Check the network, VPN and proxy.';
  return { ...attempt, result: { ok: false, error: { ...result.error, message } } };
}

/**
 * One attempt; after a 400002 the clock is measured and the request is signed and sent again, once. That code says that
 * nothing was done, so this is right for writes too.
 */
async function attemptOnce(options: TransportOptions, effort: Effort, totalMs: number): Promise<Attempt> {
  const { attempts, clock } = options;
  const { prepared } = effort;
  const request = { ...effort, totalMs, authorise: () => authoriseInTime(options, effort) };
  const first = await attempts.sendOnce(request);
  if (first.next !== 'resync' || !isSigned(prepared)) return first;
  const reading = await clock.measureAfterRejection();
  const isRepeated = reading?.ok === true && !effort.signal.aborted;
  return explainRefusedTime(isRepeated ? await attempts.sendOnce(request) : first, clock);
}

/** Whether a read is worth another attempt, after the pause it needs. */
async function mayRepeat(options: TransportOptions, effort: Effort, pauseMs: number): Promise<boolean> {
  await options.wait(pauseMs, effort.signal);
  return !effort.signal.aborted;
}

async function performRead(options: TransportOptions, effort: Effort): Promise<Attempt> {
  let leftMs = wholeAnswerMs;
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await attemptOnce(options, effort, leftMs);
    const isFinal = attempt.next === 'done' || attempt.next === 'resync' || attempts >= maxAttempts;
    if (isFinal) return attempt;
    // A frozen pool holds the next attempt back by itself, and that time is not the line's.
    if (attempt.next === 'wait-for-pool') continue;
    const pauseMs = backOffMs(attempts, options.random);
    leftMs -= timeOnWire(attempt) + pauseMs;
    if (leftMs <= 0 || !(await mayRepeat(options, effort, pauseMs))) return attempt;
  }
}

/**
 * An order prepared before the machine slept may be unwanted afterwards; a cancel is still wanted.
 * docs/faults.md §5, case 36.
 */
function whyTooLate({ endpoint, label }: PreparedRequest, waitedMs: number) {
  if (endpoint.method === 'DELETE' || waitedMs <= oldestWriteMs) return null;
  const message = `This waited for ${Math.round(waitedMs / 1_000)} s before it could be sent: the machine slept, or its clock was set. Nothing was sent.`;
  return fail('not-reconciled', message, { endpoint: label });
}

async function performWrite(options: TransportOptions, effort: Effort): Promise<Attempt> {
  const meantAtMs = options.nowMs();
  const whyNotAnyMore = () => whyTooLate(effort.prepared, options.nowMs() - meantAtMs);
  return await attemptOnce(options, { ...effort, whyNotAnyMore }, wholeAnswerMs);
}

/** The one road to the exchange. Reads are shared while identical, and retried within 10 s; writes are sent once. */
export function createTransport(options: TransportOptions): Transport {
  const sharing = createSharing<Attempt>();

  const share = (effort: Effort): Promise<Attempt> => {
    const { prepared, priority, signal } = effort;
    return sharing.run({
      key: `${prepared.endpoint.venue} ${prepared.wireTarget}`,
      rank: priorityRanks[priority],
      signal,
      start: sharedSignal => performRead(options, { ...effort, signal: sharedSignal }),
      onAbort: () => unsent(fail('closed', 'The request was abandoned.', { endpoint: prepared.label })),
    });
  };

  const perform = async (prepared: PreparedRequest, { priority, signal: callerSignal }: CallOptions) => {
    const { label, endpoint } = prepared;
    const { closing } = options;
    if (closing.aborted) {
      return unsent(fail('closed', 'This connection to the exchange was closed.', { endpoint: label }));
    }
    const signal = callerSignal === undefined ? closing : AbortSignal.any([closing, callerSignal]);
    const effort: Effort = { prepared, priority, signal };
    const run = () => (isWrite(endpoint) ? performWrite(options, effort) : share(effort));
    return await (priority === 'cancel' ? options.turns.runUrgent(run) : run());
  };

  return {
    send: async (call, schema, callOptions) => {
      const prepared = prepareRequest(call);
      if (!prepared.ok) return prepared;
      const { result, wireText } = await perform(prepared.value, callOptions);
      const text = result.ok ? wireText() : null;
      if (text !== null) callOptions.onText?.(text);
      // a list of thousands of rows takes milliseconds to check, once for each of those who share the answer
      if (!isOfUser(callOptions.priority)) await options.turns.wait('read');
      return result.ok
        ? readShape(prepared.value, schema, { data: result.value, unreadable: callOptions.unreadable })
        : result;
    },
    readAnswer: async (call, callOptions) => {
      const prepared = prepareRequest(call);
      if (!prepared.ok) return prepared;
      const { label: endpoint } = prepared.value;
      const attempt = await perform(prepared.value, callOptions);
      const { result, outcome } = attempt;
      const text = isAnswered(attempt) ? attempt.wireText() : null;
      if (text !== null && outcome?.kind === 'answer') {
        return succeed({ endpoint, httpStatus: outcome.status, text, receivedAtMs: outcome.receivedAtMs });
      }
      return result.ok ? fail('internal', 'An answer without a text.', { endpoint }) : result;
    },
  };
}
