import { setTimeout } from 'node:timers/promises';
import type { VenueName } from '../http/endpoint/endpoint.ts';
import { failureBody, gateway } from '../http/failures.ts';
import { writeJson } from '../wire/json.ts';
import type { RequestFault, RestAnswer } from './fault.ts';
import type { FaultRegister } from './fault-registry.ts';
import type { WorldFaults } from './timing-faults.ts';

/** Where faults meet the requests. */
export interface RestRequest {
  readonly venue: VenueName;
  readonly method: string;
  /** the route's pattern */
  readonly route: string;
  /** as it was asked for, without the query */
  readonly path: string;
}

/** A whole answer that the exchange would not have given. */
interface FalseAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Harm = FalseAnswer | { readonly kind: 'truncated' | 'cut' | 'reset' | 'hang' };

export interface RestFault {
  /** the request takes effect before its answer is harmed */
  readonly isExecuted: boolean;
  readonly harm: Harm;
}

export interface RestFaults {
  /** what befalls this request; null: nothing. Asked once for each request. */
  take(request: RestRequest): RestFault | null;
  /** how long this request and its answer are on their way together, ms */
  latencyMs(): number;
  /** resolves after so many ms */
  readonly pause: Pause;
}

type Pause = (ms: number) => Promise<void>;

async function sleep(ms: number): Promise<void> {
  await setTimeout(ms);
}

const json = { 'content-type': 'application/json;charset=UTF-8' };

function rateLimited({ hasHeaders = true, resetMs = 10_000 }: Extract<RestAnswer, { kind: 'rate-limited' }>) {
  if (hasHeaders) {
    const { status, ...failure } = gateway.rateLimited();
    const headers = {
      ...json,
      'gw-ratelimit-limit': '2000',
      'gw-ratelimit-remaining': '0',
      'gw-ratelimit-reset': String(resetMs),
    };
    return { status, headers, body: writeJson(failureBody({ status, ...failure })) };
  }
  const msg = 'Too many requests. System-level rate limit exceeded.';
  return { status: 429, headers: json, body: writeJson({ code: '429000', msg }) };
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
    return { status, headers: json, body: writeJson({ code, msg }) };
  }
  if (answer.kind === 'html') {
    const status = answer.status ?? 502;
    return { status, headers: { 'content-type': 'text/html' }, body: page(status) };
  }
  return answer.kind === 'empty' ? { status: 200, headers: json, body: '' } : null;
}

function harmOf(answer: RestAnswer): Harm {
  const whole = falseAnswer(answer);
  if (whole !== null) return { kind: 'answer', ...whole };
  if (answer.kind === 'cut' || answer.kind === 'reset' || answer.kind === 'hang') return { kind: answer.kind };
  return { kind: 'truncated' };
}

function isMeant({ venue, method, path }: RequestFault, request: RestRequest): boolean {
  if (venue !== undefined && venue !== request.venue) return false;
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || path === request.route || path === request.path;
}

/** `truncated` and `cut` need a body to harm, so the request is executed whatever the fault says. */
function needsAnswer({ kind }: RestAnswer): boolean {
  return kind === 'truncated' || kind === 'cut';
}

/** The register's faults, as the HTTP room asks for them. */
export function createRestFaults(register: FaultRegister, world: WorldFaults, pause: Pause = sleep): RestFaults {
  return {
    take(request) {
      const fault = register.strike(['rest'], each => isMeant(each, request));
      if (fault === null) return null;
      return { isExecuted: fault.isExecuted === true || needsAnswer(fault.answer), harm: harmOf(fault.answer) };
    },
    latencyMs: () => world.latencyMs('rest'),
    pause,
  };
}

export const noRestFaults: RestFaults = { take: () => null, latencyMs: () => 0, pause: sleep };
