import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outgoing } from './dispatch.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import type { RestFault, RestFaults } from '../control/request-faults.ts';

/** One request on its way through the faults. */
interface Passage {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly endpoint: Endpoint;
  /** executes the request */
  readonly serve: () => Outgoing;
  /** answers it, whole */
  readonly send: (outgoing: Outgoing) => FastifyReply;
}

/** Starts a body that is announced whole and never ends. */
function cutOff({ request, reply }: Passage, { status, headers, body }: Outgoing): void {
  const length = Buffer.byteLength(body);
  const head = { ...headers, 'content-type': 'application/json;charset=UTF-8', 'content-length': String(length) };
  reply.hijack();
  reply.raw.writeHead(status, head);
  reply.raw.write(body.slice(0, Math.floor(body.length / 2)), () => request.raw.socket.destroy());
}

function harmAnswer(passage: Passage, outgoing: Outgoing, kind: 'truncated' | 'cut'): FastifyReply {
  if (kind === 'truncated') {
    return passage.send({ ...outgoing, body: outgoing.body.slice(0, Math.floor(outgoing.body.length / 2)) });
  }
  cutOff(passage, outgoing);
  return passage.reply;
}

function harm(passage: Passage, fault: RestFault): FastifyReply {
  const { request, reply } = passage;
  const outgoing = fault.isExecuted ? passage.serve() : null;
  const { kind } = fault.harm;
  if (kind === 'answer') {
    const { status, headers, body } = fault.harm;
    return reply.code(status).headers(headers).send(body);
  }
  if (outgoing !== null && (kind === 'truncated' || kind === 'cut')) return harmAnswer(passage, outgoing, kind);
  // a hijacked reply is nobody's any more: nothing is ever written
  reply.hijack();
  if (kind === 'reset') request.raw.socket.resetAndDestroy();
  return reply;
}

/** Serves a request as the faults let it. Without faults it is answered at once. */
export async function passThrough(faults: RestFaults, passage: Passage): Promise<FastifyReply> {
  const { request, endpoint } = passage;
  // half of it on the way in, half on the way out
  const wayMs = faults.latencyMs() / 2;
  if (wayMs > 0) await faults.pause(wayMs);
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  const fault = faults.take({ venue: endpoint.venue, method: endpoint.method, route: endpoint.path, path });
  const outgoing = fault === null ? passage.serve() : null;
  if (wayMs > 0) await faults.pause(wayMs);
  if (outgoing !== null) return passage.send(outgoing);
  return fault === null ? passage.reply : harm(passage, fault);
}
