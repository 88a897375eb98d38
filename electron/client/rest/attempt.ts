import type { Venue } from '#shared/domain/scalars.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { Turns } from '#time/turns.ts';
import type { Budget } from '../budget/budget.ts';
import type { Grant } from '../budget/pool-queue.ts';
import type { EndpointHealths } from './endpoint-health.ts';
import type { Hosts } from './hosts.ts';
import { isOfUser, type Priority } from '../types.ts';
import { cleanAnswer, cleanMeaning } from '../wire/exchange-text.ts';
import { exchangeOnce, type HttpAnswer, type HttpOptions, type HttpFailure, wholeAnswerMs } from '../wire/http.ts';
import type { PreparedRequest } from '../wire/request.ts';
import { meaningOf, type AttemptMeaning } from '../wire/meaning.ts';
import { noteWeight } from './weight-tally.ts';

interface AttemptRequest {
  readonly prepared: PreparedRequest;
  readonly priority: Priority;
  readonly signal: AbortSignal;
  /** ms left for this attempt */
  readonly totalMs?: number;
  /** asked for at the last moment, so that timestamp and signature are fresh */
  readonly authorise: () => Promise<Result<Readonly<Record<string, string>>>>;
}

export interface Attempt extends AttemptMeaning {
  /** null when nothing was sent */
  readonly outcome: HttpAnswer | HttpFailure | null;
  /** the body of the answer as it came, but for what we sent to prove who we are; null: no answer came */
  readonly wireText: () => string | null;
}

/** One attempt: budget, headers, one HTTP exchange, its meaning. Nothing is repeated here. */
export interface RequestAttempts {
  readonly sendOnce: (request: AttemptRequest) => Promise<Attempt>;
}

interface AttemptOptions {
  readonly origins: Readonly<Record<Venue, string>>;
  readonly budget: Budget;
  readonly hosts: Hosts;
  readonly healths: EndpointHealths;
  readonly http: HttpOptions;
  readonly turns: Turns;
  readonly log: Log;
}

/** The full URL, or null when the URL parser would send something else, or elsewhere, than what is signed. */
function urlOf(origin: string, wireTarget: string): string | null {
  const text = `${origin}${wireTarget}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.origin === origin && `${url.pathname}${url.search}` === wireTarget ? text : null;
}

export function unsent(failure: {
  readonly ok: false;
  readonly error: Extract<Result<never>, { ok: false }>['error'];
}): Attempt {
  return { result: failure, next: 'done', isExchangeVoice: false, outcome: null, wireText: () => null };
}

function settle(grant: Grant, outcome: HttpAnswer | HttpFailure, isPoolDisputed: boolean): void {
  if (outcome.kind === 'answer') grant.answered(isPoolDisputed ? null : outcome.gateway);
  else if (outcome.isCertainlyUnsent) grant.unsent();
  else grant.lost();
}

/** One line in the log for each attempt. Never a header, a query or a body. */
function report(log: Log, { label, endpoint }: PreparedRequest, { outcome, result }: Attempt): void {
  const answer = outcome?.kind === 'answer' ? outcome : null;
  const fields = {
    endpoint: label,
    venue: endpoint.venue,
    httpStatus: answer?.status ?? null,
    roundTripMs: answer === null ? null : Math.round(answer.roundTripMs),
  };
  if (result.ok) log.debug('client.answered', fields);
  else log.warn('client.failed', { ...fields, kind: result.error.kind, exchangeCode: result.error.code });
}

/** An order that is refused, and one that does not exist, are answers; the endpoint is well. */
export function isAnswered({ result, isExchangeVoice }: Attempt): boolean {
  if (!isExchangeVoice) return false;
  return result.ok || result.error.kind === 'exchange-rejected' || result.error.kind === 'not-found';
}

/** What an attempt teaches about its endpoint; one that was abandoned teaches nothing. */
function learnHealth({ healths }: AttemptOptions, { endpoint }: PreparedRequest, attempt: Attempt): void {
  const { outcome, result } = attempt;
  if (outcome?.kind === 'answer' && isAnswered(attempt)) {
    healths.ended(endpoint, { kind: 'answered', roundTripMs: outcome.roundTripMs });
  } else if (!result.ok && result.error.kind !== 'closed') {
    healths.ended(endpoint, { kind: 'failed', message: result.error.message });
  }
}

/** What an attempt teaches: how its host is, and whether its pool is shut. */
function learn({ budget, hosts }: AttemptOptions, { endpoint }: PreparedRequest, attempt: Attempt): void {
  const { outcome, result, isExchangeVoice, next } = attempt;
  const answer = outcome?.kind === 'answer' ? outcome : null;
  if (answer !== null && isExchangeVoice) hosts.answered(endpoint.venue, answer.roundTripMs);
  else if (!result.ok && result.error.kind !== 'closed') hosts.failed(endpoint.venue, result.error.message);
  const resetMs = answer?.gateway?.resetMs;
  if (next === 'wait-for-pool' && resetMs !== undefined) budget.freeze(endpoint.pool, resetMs);
}

export function createRequestAttempts(options: AttemptOptions): RequestAttempts {
  const { origins, budget, http } = options;

  const sendGranted = async (request: AttemptRequest, grant: Grant): Promise<Attempt> => {
    const { prepared, signal } = request;
    const url = urlOf(origins[prepared.endpoint.venue], prepared.wireTarget);
    const headers = url === null ? null : await request.authorise();
    if (url === null || headers === null || !headers.ok || signal.aborted) {
      grant.unsent();
      if (headers !== null && !headers.ok) return unsent(headers);
      return unsent(
        url === null
          ? fail('invalid-request', 'This request has no valid address.', { endpoint: prepared.label })
          : fail('closed', 'The request was abandoned before it was sent.', { endpoint: prepared.label }),
      );
    }
    const contentType = prepared.body === '' ? {} : { 'Content-Type': 'application/json' };
    const outcome = await exchangeOnce(
      {
        url,
        method: prepared.endpoint.method,
        headers: { Accept: 'application/json', ...contentType, ...headers.value },
        body: prepared.body,
        signal,
        totalMs: request.totalMs ?? wholeAnswerMs,
      },
      http,
    );
    settle(grant, outcome, prepared.endpoint.isPoolDisputed === true);
    // a large answer takes milliseconds to parse
    if (!isOfUser(request.priority)) await options.turns.wait('read');
    const sent = headers.value;
    const wireText = () => (outcome.kind === 'answer' ? cleanAnswer(outcome.text, sent) : null);
    const attempt = { ...cleanMeaning(meaningOf(prepared, outcome, http.nowMs()), sent), outcome, wireText };
    learn(options, prepared, attempt);
    learnHealth(options, prepared, attempt);
    report(options.log, prepared, attempt);
    return attempt;
  };

  const sendOnce = async (request: AttemptRequest): Promise<Attempt> => {
    const { pool, weight } = request.prepared.endpoint;
    const grant = await budget.acquire(pool, { weight, priority: request.priority, signal: request.signal });
    if (grant.ok) {
      noteWeight(pool, weight);
      options.healths.spent(request.prepared.endpoint);
      return await sendGranted(request, grant.value);
    }
    const error = { ...grant.error, endpoint: request.prepared.label };
    return unsent({ ok: false, error });
  };

  return { sendOnce };
}
