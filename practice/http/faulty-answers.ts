import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InjectedFault, OddRowEffect } from '../wire/request-faults.ts';
import type { HttpAnswer } from './dispatch.ts';

/** A request that a fault has struck. */
interface StruckRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** executes the request */
  readonly serve: () => HttpAnswer;
  /** answers it, whole */
  readonly send: (answer: HttpAnswer) => FastifyReply;
}

function firstHalfOf(body: string): string {
  return body.slice(0, Math.floor(body.length / 2));
}

/** Starts a body that is announced whole and never ends. */
function cutOff({ request, reply }: StruckRequest, { status, headers, body }: HttpAnswer): FastifyReply {
  const length = Buffer.byteLength(body);
  const head = { ...headers, 'content-type': 'application/json;charset=UTF-8', 'content-length': String(length) };
  reply.hijack();
  reply.raw.writeHead(status, head);
  reply.raw.write(firstHalfOf(body), () => request.raw.socket.destroy());
  return reply;
}

/** The rows of an answer: its data, or the first list in them. */
function rowsIn(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return [];
  const data: unknown = Reflect.get(answer, 'data') ?? answer;
  if (Array.isArray(data)) return data;
  const list = Object.values(data ?? {}).find(value => Array.isArray(value));
  return Array.isArray(list) ? list : [];
}

function withOddRow(body: string, { row, field, value }: OddRowEffect): string {
  const answer: unknown = JSON.parse(body);
  const odd = rowsIn(answer)[row];
  if (typeof odd !== 'object' || odd === null) return body;
  if (value === undefined) Reflect.deleteProperty(odd, field);
  else Reflect.set(odd, field, value);
  return JSON.stringify(answer);
}

/** Answers a request as a broken exchange would, or not at all. */
export function answerFaulty({ isExecuted, effect }: InjectedFault, struck: StruckRequest): FastifyReply {
  const { request, reply } = struck;
  const answer = isExecuted ? struck.serve() : null;
  if (effect.kind === 'answer') return reply.code(effect.status).headers(effect.headers).send(effect.body);
  if (answer !== null && effect.kind === 'cut') return cutOff(struck, answer);
  if (answer !== null && effect.kind === 'truncated') {
    return struck.send({ ...answer, body: firstHalfOf(answer.body) });
  }
  if (answer !== null && effect.kind === 'odd-row') {
    return struck.send({ ...answer, body: withOddRow(answer.body, effect) });
  }
  // a hijacked reply is abandoned: nothing is ever written
  reply.hijack();
  if (effect.kind === 'reset') request.raw.socket.resetAndDestroy();
  return reply;
}
