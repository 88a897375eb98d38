import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { ConnectionRecord } from '../feed/service.ts';
import { answerLocalOnly } from '../wire/local-only.ts';
import { createServer } from '../wire/node-http.ts';
import { Fault } from './fault.ts';
import type { RegisteredFault } from './fault-registry.ts';

/**
 * The control server of the practice exchange: an HTTP service of its own on loopback, behind a token. `POST /faults` sets
 * a fault and answers it, `GET /faults` lists what has been set and how often it struck, `GET /connections` lists the
 * open sockets and their topics, `POST /clock` moves the exchange's time forward, `POST /reset` starts the whole exchange again from its seed and answers its new ready line.
 * Everything answers JSON; a rejection is `{"error":"…"}`.
 */

const loopback = '127.0.0.1';
const bodyLimitBytes = 64 * 1024;

interface ControlServerOptions {
  set(fault: Fault): RegisteredFault | null;
  list(): readonly RegisteredFault[];
  connections(): readonly ConnectionRecord[];
  /** moves the exchange's time forward by so many ms; answers its time, epoch ms */
  advance(ms: number): number;
  /** restarts the exchange from its seed; answers the content of the ready line */
  reset(): Promise<unknown>;
}

/** The content of `control` in the ready line. */
export interface ControlAccess {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly token: string;
}

export interface ControlServer extends ControlAccess {
  close(): Promise<void>;
}

interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

function refuse(status: number, error: string): ControlReply {
  return { status, body: { error } };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`));
}

/** null: too long */
async function readBody(request: IncomingMessage): Promise<string | null> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) {
    text += String(piece);
    if (text.length > bodyLimitBytes) return null;
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `undefined` fails the schema, which then says what is wanted
    return undefined;
  }
}

async function setFault(request: IncomingMessage, options: ControlServerOptions): Promise<ControlReply> {
  const text = await readBody(request);
  if (text === null) return refuse(413, 'the body is too large');
  const fault = Fault.safeParse(parse(text));
  if (!fault.success) return refuse(400, JSON.stringify(fault.error.issues));
  return { status: 200, body: options.set(fault.data) ?? {} };
}

const longestAdvanceMs = 400 * 86_400_000;
const Advance = z.strictObject({ advanceMs: z.int().check(z.minimum(1000), z.maximum(longestAdvanceMs)) });

async function moveClock(request: IncomingMessage, options: ControlServerOptions): Promise<ControlReply> {
  const text = await readBody(request);
  if (text === null) return refuse(413, 'the body is too large');
  const asked = Advance.safeParse(parse(text));
  if (!asked.success) return refuse(400, JSON.stringify(asked.error.issues));
  return { status: 200, body: { nowMs: options.advance(asked.data.advanceMs) } };
}

async function reset(options: ControlServerOptions): Promise<ControlReply> {
  try {
    return { status: 200, body: await options.reset() };
  } catch (cause) {
    return refuse(500, `the exchange does not start again: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

async function answer(request: IncomingMessage, options: ControlServerOptions, token: string): Promise<ControlReply> {
  if (!isAuthorized(request, token)) return refuse(401, 'the token is missing or wrong');
  const route = `${request.method} ${request.url}`;
  if (route === 'POST /faults') return setFault(request, options);
  if (route === 'GET /faults') return { status: 200, body: options.list() };
  if (route === 'GET /connections') return { status: 200, body: options.connections() };
  if (route === 'POST /clock') return moveClock(request, options);
  if (route === 'POST /reset') return reset(options);
  return refuse(404, `there is no ${route}`);
}

function send(response: ServerResponse, { status, body }: ControlReply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, loopback, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return `http://${loopback}:${address.port}`;
}

/** Opens a port of its own; the token is new each time. */
export async function createControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, options, token)
      .then(reply => send(response, reply))
      // the client went away in the middle of its request
      .catch(() => response.destroy());
  });
  answerLocalOnly(server);
  const url = await listen(server);
  return {
    url,
    token,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
