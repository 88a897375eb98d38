import { type JsonValue, writeJson } from '../wire/json.ts';
import { rateLimitHeaders, userRateLimited } from '../wire/rate-limit.ts';
import {
  type FalseAnswer,
  type FaultEffect,
  type RequestFaults,
  type RoutedRequest,
  sleep,
} from '../wire/request-faults.ts';
import type { RequestFault, RestAnswer } from './fault.ts';
import type { FaultRegistry } from './fault-registry.ts';
import type { TimingFaults } from './timing-faults.ts';

const json = { 'content-type': 'application/json;charset=UTF-8' };

/** The answer of the quota of the service while it is used up. */
const systemRateLimited = {
  status: 429,
  code: '429000',
  message: 'Too many requests. System-level rate limit exceeded.',
} as const;

function errorBody(code: string, msg: string): string {
  const body: JsonValue = { code, msg };
  return writeJson(body);
}

function rateLimited({ hasHeaders = true, resetMs = 10_000 }: Extract<RestAnswer, { kind: 'rate-limited' }>) {
  const { status, code, message } = hasHeaders ? userRateLimited : systemRateLimited;
  const gateway = hasHeaders ? rateLimitHeaders({ limit: 2000, remaining: 0, resetMs }) : {};
  return { status, headers: { ...json, ...gateway }, body: errorBody(code, message) };
}

const errors: Readonly<Record<500 | 502 | 503 | 504, readonly [code: string, msg: string]>> = {
  500: ['500000', 'Internal Server Error'],
  502: ['502000', 'Bad Gateway'],
  503: ['503000', 'Service unavailable'],
  504: ['504000', 'Gateway Timeout'],
};

function page(status: number): string {
  const title = `${status} The request could not be satisfied`;
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

function falseAnswer(answer: RestAnswer): Omit<FalseAnswer, 'kind'> | null {
  if (answer.kind === 'rate-limited') return rateLimited(answer);
  if (answer.kind === 'error') {
    const status = answer.status ?? 500;
    const [code, msg] = errors[status];
    return { status, headers: json, body: errorBody(code, msg) };
  }
  if (answer.kind === 'html') {
    const status = answer.status ?? 502;
    return { status, headers: { 'content-type': 'text/html' }, body: page(status) };
  }
  if (answer.kind === 'message') {
    return { status: answer.status ?? 200, headers: json, body: errorBody(answer.code, answer.message) };
  }
  return answer.kind === 'empty' ? { status: 200, headers: json, body: '' } : null;
}

function effectOf(answer: RestAnswer): FaultEffect {
  const whole = falseAnswer(answer);
  if (whole !== null) return { kind: 'answer', ...whole };
  if (answer.kind === 'odd-row') {
    return { kind: 'odd-row', row: answer.row ?? 0, field: answer.field, value: answer.value };
  }
  if (answer.kind === 'cut' || answer.kind === 'reset' || answer.kind === 'hang') return { kind: answer.kind };
  return { kind: 'truncated' };
}

function isMeant({ venue, method, path }: RequestFault, request: RoutedRequest): boolean {
  if (venue !== undefined && venue !== request.venue) return false;
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || path === request.route || path === request.path;
}

/** These need a body to spoil, so the request is executed whatever the fault says. */
function needsAnswer({ kind }: RestAnswer): boolean {
  return kind === 'truncated' || kind === 'cut' || kind === 'odd-row';
}

/** The faults of the registry, as the HTTP service asks for them. */
export function createRequestFaults(
  registry: FaultRegistry,
  timing: TimingFaults,
  pause: RequestFaults['pause'] = sleep,
): RequestFaults {
  return {
    take(request) {
      const fault = registry.strike(['rest'], each => isMeant(each, request));
      if (fault === null) return null;
      return { isExecuted: fault.isExecuted === true || needsAnswer(fault.answer), effect: effectOf(fault.answer) };
    },
    latencyMs: () => timing.latencyMs('rest'),
    pause,
  };
}
