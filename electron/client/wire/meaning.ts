import { type Failure, type FailureKind, fail, type Result, succeed } from '#shared/errors.ts';
import { isWrite } from '../catalogue.ts';
import { classifyRejection } from './codes.ts';
import { openEnvelope } from './envelope.ts';
import type { JsonProblem } from './exact-json.ts';
import type { HttpAnswer, HttpFailure } from './http.ts';
import type { PreparedRequest } from './request.ts';

/** What one attempt came to, and what may follow. Writes only ever follow `done` and `resync`. */
export interface AttemptMeaning {
  readonly result: Result<unknown>;
  /** `resync`: measure the clock and try once more; `wait-for-pool`: the budget holds it back; `back-off`: soon */
  readonly next: 'done' | 'resync' | 'wait-for-pool' | 'back-off';
  /** the exchange itself answered, with any content */
  readonly isExchangeVoice: boolean;
}

/** How long a rejection without figures is worth waiting, ms. */
const overloadMs = 1_000;

type Detail = Partial<Omit<Failure, 'kind' | 'message'>>;

const lostAnswer =
  'The answer of the exchange was lost, so it may or may not have been done. Look before you do it again.';

const mayBeDone = 'It may or may not have been done. Check before you do it again.';
const unclearAnswer = `The exchange reported success, but with a message instead of a result. ${mayBeDone}`;
const noData = 'The exchange answered with a message instead of the data.';

function meaning(result: Result<unknown>, next: AttemptMeaning['next'], isExchangeVoice: boolean): AttemptMeaning {
  return { result, next, isExchangeVoice };
}

function unknownOutcome(request: PreparedRequest, detail: Detail = {}, message = lostAnswer): AttemptMeaning {
  return meaning(fail('outcome-unknown', message, { ...detail, endpoint: request.label }), 'done', false);
}

interface Story {
  readonly kind: FailureKind;
  readonly message: string;
  readonly next: AttemptMeaning['next'];
}

function story(kind: FailureKind, message: string, next: AttemptMeaning['next'] = 'done'): Story {
  return { kind, message, next };
}

const stories: Readonly<Record<HttpFailure['reason'], Story>> = {
  unreachable: story('unreachable', 'The exchange cannot be reached. Check the address and the network.', 'back-off'),
  tls: story(
    'tls',
    'No secure connection: the certificate or TLS of the host is invalid. Check the address and the proxy.',
  ),
  timeout: story('timeout', 'The exchange did not answer in time.', 'back-off'),
  broken: story('unreachable', 'The connection to the exchange broke before an answer came.', 'back-off'),
  redirected: story(
    'exchange-failed',
    'The host answered with a redirect, which is never followed. Check the address.',
  ),
  truncated: story('bad-reply', 'The answer of the exchange broke off or could not be decoded.', 'back-off'),
  'too-large': story('bad-reply', 'The answer of the exchange is larger than 8 MiB and was not read.'),
  aborted: story('closed', 'The request was abandoned.'),
};

function meaningOfFailure(request: PreparedRequest, failure: HttpFailure): AttemptMeaning {
  const { kind, message, next } = stories[failure.reason];
  if (isWrite(request.endpoint) && !failure.isCertainlyUnsent) return unknownOutcome(request);
  const code = failure.code === null ? '' : ` (${failure.code})`;
  return meaning(fail(kind, `${message}${code}`, { endpoint: request.label }), next, false);
}

function meaningOfSlowDown(
  request: PreparedRequest,
  slow: { answer: HttpAnswer; nowMs: number; detail: Detail },
): AttemptMeaning {
  const { answer, nowMs, detail } = slow;
  const waitMs = answer.gateway === null ? overloadMs : answer.gateway.resetMs;
  const error = fail('rate-limited', 'The exchange asks us to slow down. Nothing was done.', {
    ...detail,
    endpoint: request.label,
    retryAtMs: nowMs + waitMs,
  });
  return meaning(error, answer.gateway === null ? 'back-off' : 'wait-for-pool', true);
}

const isMarkup = /^\s*</;

/** That a gateway or proxy answered in place of the exchange; null: it did not. docs/exchange/errors.md §1.3. */
function gatewaySentence({ status, text }: HttpAnswer): string | null {
  if (!isMarkup.test(text)) return null;
  if (status === 403) {
    return 'A gateway answered with HTTP 403, not the exchange itself. It blocks this connection: check the network, VPN and proxy.';
  }
  if (status < 500) return null;
  return `A gateway answered with HTTP ${status}, not the exchange itself. The exchange may be overloaded or down: try again later.`;
}

/** What a host answered that is not the exchange's own voice, as a sentence. */
function hostSentence(answer: HttpAnswer): string {
  const otherwise = `The host answered with HTTP ${answer.status} and not in the exchange's own voice. Check the address.`;
  return gatewaySentence(answer) ?? otherwise;
}

function meaningOfGarbledWrite(request: PreparedRequest, answer: HttpAnswer, detail: Detail): AttemptMeaning {
  const byGateway = gatewaySentence(answer);
  return unknownOutcome(request, detail, byGateway === null ? lostAnswer : `${byGateway} ${mayBeDone}`);
}

function meaningOfGarbled(request: PreparedRequest, answer: HttpAnswer, problem: JsonProblem | null): AttemptMeaning {
  const field = problem?.field ?? null;
  const detail: Detail = { httpStatus: answer.status, ...(field === null ? {} : { field }) };
  if (isWrite(request.endpoint)) return meaningOfGarbledWrite(request, answer, detail);
  const isTransient = problem === null || problem.kind === 'syntax' || answer.status >= 500;
  const next = isTransient ? 'back-off' : 'done';
  const where = { ...detail, endpoint: request.label };
  if (answer.status < 200 || answer.status >= 300) {
    return meaning(fail('exchange-failed', hostSentence(answer), where), next, false);
  }
  const message = `The answer to ${request.label} is not usable (${problem?.kind ?? 'no answer of the exchange'}).`;
  return meaning(fail('bad-reply', message, where), next, false);
}

function meaningOfRejection(
  request: PreparedRequest,
  answer: HttpAnswer,
  { code, message, nowMs }: { code: string; message: string; nowMs: number },
): AttemptMeaning {
  const { endpoint, label } = request;
  const detail: Detail = { code, exchangeMessage: message, httpStatus: answer.status };
  const input = { code, message, httpStatus: answer.status, isAboutOne: endpoint.isAboutOne === true };
  const { kind, sentence } = classifyRejection(input);
  if (kind === 'rate-limited') return meaningOfSlowDown(request, { answer, nowMs, detail });
  if (kind === 'exchange-failed' && isWrite(endpoint)) return unknownOutcome(request, detail);
  const next = kind === 'exchange-failed' ? 'back-off' : kind === 'clock' ? 'resync' : 'done';
  return meaning(fail(kind, sentence, { ...detail, endpoint: label }), next, kind !== 'exchange-failed');
}

/**
 * A success without data whose words are no success. The outcome of a write is unknown. A read that may be
 * empty is empty.
 */
function meaningOfEmpty(
  { endpoint, label }: PreparedRequest,
  answer: HttpAnswer,
  { code, message }: { code: string; message: string },
): AttemptMeaning {
  const detail: Detail = { code, exchangeMessage: message, httpStatus: answer.status, endpoint: label };
  if (isWrite(endpoint)) return meaning(fail('outcome-unknown', unclearAnswer, detail), 'done', true);
  if (endpoint.mayBeNull === true) return meaning(succeed(null), 'done', true);
  return meaning(fail('exchange-rejected', noData, detail), 'done', true);
}

function meaningOfAnswer(request: PreparedRequest, answer: HttpAnswer, nowMs: number): AttemptMeaning {
  const opened = openEnvelope(answer.status, answer.text, request.endpoint.body === 'batch');
  if (opened.kind === 'data') return meaning(succeed(opened.data), 'done', true);
  if (opened.kind === 'empty') return meaningOfEmpty(request, answer, opened);
  if (opened.kind === 'rejected') return meaningOfRejection(request, answer, { ...opened, nowMs });
  if (answer.status === 429) return meaningOfSlowDown(request, { answer, nowMs, detail: { httpStatus: 429 } });
  return meaningOfGarbled(request, answer, opened.problem);
}

/**
 * The meaning of one attempt. A read that failed may be tried again; a write of which anything may have reached the
 * exchange is `outcome-unknown` unless the exchange itself rejected it. docs/exchange/errors.md §6.2, §6.3,
 * docs/faults.md §4.
 */
export function meaningOf(request: PreparedRequest, outcome: HttpAnswer | HttpFailure, nowMs: number): AttemptMeaning {
  return outcome.kind === 'failure' ? meaningOfFailure(request, outcome) : meaningOfAnswer(request, outcome, nowMs);
}
