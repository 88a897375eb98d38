import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/kernel.ts';
import { answerLocalOnly } from '../wire/local-only.ts';
import { noRequestFaults, type RequestFaults } from '../wire/request-faults.ts';
import type { VenueName } from '../wire/venue-name.ts';
import { createDispatcher, type Dispatcher, type HttpAnswer, type HttpRequest, type RequestLog } from './dispatch.ts';
import { type DialectName, dialects } from './endpoint/dialect.ts';
import type { Endpoint, Exchange, Method } from './endpoint/endpoint.ts';
import { endpointsOf } from './endpoint-table.ts';
import { type Failure, gateway, unreadable } from './failures.ts';
import { answerFaulty } from './faulty-answers.ts';
import { createLimiter, type Quotas, vipZeroQuotas } from './limits.ts';
import { createRouter } from './router.ts';

const loopback = '127.0.0.1';
const bodyLimitBytes = 256 * 1024;

interface PracticeServerOptions extends Exchange {
  readonly clock: Clock;
  readonly dialect: DialectName;
  /** 0: any free port */
  readonly spotPort: number;
  /** 0: any free port */
  readonly futuresPort: number;
  /** weight per window and pool; VIP 0 by default (docs/exchange/limits.md §2) */
  readonly quotas?: Partial<Quotas>;
  readonly log?: (entry: RequestLog) => void;
  /** what befalls requests; nothing by default */
  readonly faults?: RequestFaults;
}

export interface PracticeServer {
  readonly spotUrl: string;
  readonly futuresUrl: string;
  readonly headerPrefix: string;
  /** the listeners of the two ports, for the websocket endpoints */
  readonly listeners: Readonly<Record<VenueName, Server>>;
  /** Frees both ports and cuts every connection, idle ones too. */
  close(): Promise<void>;
}

/** Why the server could not start; the only error that {@link createPracticeServer} throws on purpose. */
export class PortError extends Error {
  readonly kind: 'port-in-use' | 'port-refused';
  readonly port: number;

  constructor(kind: PortError['kind'], port: number, cause: unknown) {
    super(`port ${port} on ${loopback} ${kind === 'port-in-use' ? 'is already in use' : 'cannot be opened'}`, {
      cause,
    });
    this.name = 'PortError';
    this.kind = kind;
    this.port = port;
  }
}

/**
 * The practice exchange over HTTP, on two loopback ports because spot and futures share paths
 * (docs/exchange/endpoints.md §1.1). Throws {@link PortError} when a port cannot be had; nothing stays open then.
 */
export async function createPracticeServer(options: PracticeServerOptions): Promise<PracticeServer> {
  const { clock, faults = noRequestFaults, log = () => undefined } = options;
  const dialect = dialects[options.dialect];
  const limiter = createLimiter({ ...vipZeroQuotas, ...options.quotas });
  const dispatcher = createDispatcher({ exchange: options, dialect, clock, limiter, log });
  const appOf = (venue: VenueName): FastifyInstance =>
    createVenueApp({ venue, endpoints: endpointsOf(venue, dialect), dispatcher, faults });
  const [spotApp, futuresApp] = [appOf('spot'), appOf('futures')];
  for (const { server } of [spotApp, futuresApp]) answerLocalOnly(server);
  const close = async (): Promise<void> => {
    await Promise.all([spotApp.close(), futuresApp.close()]);
  };
  try {
    const spotUrl = await listen(spotApp, options.spotPort);
    const futuresUrl = await listen(futuresApp, options.futuresPort);
    const listeners = { spot: spotApp.server, futures: futuresApp.server };
    return { spotUrl, futuresUrl, headerPrefix: dialect.headerPrefix, listeners, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    await app.listen({ host: loopback, port });
  } catch (cause) {
    throw new PortError(isAddressInUse(cause) ? 'port-in-use' : 'port-refused', port, cause);
  }
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return `http://${loopback}:${address.port}`;
}

function isAddressInUse(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}

interface VenueAppOptions {
  readonly venue: VenueName;
  readonly endpoints: readonly Endpoint[];
  readonly dispatcher: Dispatcher;
  readonly faults: RequestFaults;
}

/** No route has a schema. Without this the libraries that read schemas would be loaded, and a user waits for a start. */
function refuseSchema(): never {
  throw new TypeError('no route of the practice exchange has a schema');
}

function createVenueApp(options: VenueAppOptions): FastifyInstance {
  const { venue, endpoints, dispatcher } = options;
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    // without it close() waits for idle keep-alive connections
    forceCloseConnections: true,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    frameworkErrors: (error, request, reply) => {
      void reject(request, reply, error);
    },
  });
  const reject = async (request: FastifyRequest, reply: FastifyReply, error: FastifyError): Promise<void> => {
    const failure = failureOfError(venue, error);
    const cause = failure.status === 500 ? error : undefined;
    await send(reply, dispatcher.refuse(requestOf(request), { venue, failure, cause }));
  };
  // the raw bytes are what was signed, so nothing is parsed before the signature has been checked
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  const router = createRouter(endpoints);
  // a known path under another method is a wrong method, not an unknown URL
  const answerUnserved = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const served = router.methodsAt(pathOf(request));
    const isKnown = served.length > 0;
    if (isKnown) reply.header('allow', served.join(', '));
    const failure = isKnown ? gateway.method(request.method) : gateway.urlUnknown();
    return await send(reply, dispatcher.refuse(requestOf(request), { venue, failure }));
  };
  app.route({
    method: ['GET', 'POST', 'DELETE'] satisfies Method[],
    url: '/*',
    handler: (request, reply) => {
      const found = router.find(request.method, pathOf(request));
      return found === null
        ? answerUnserved(request, reply)
        : answer(options, found.endpoint, { request, reply, parameters: found.parameters });
    },
  });
  app.setErrorHandler((error: FastifyError, request, reply) => reject(request, reply, error));
  app.setNotFoundHandler(answerUnserved);
  return app;
}

interface OpenRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** of the path */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Serves a request as the faults let it. Without faults it is answered at once. */
async function answer(options: VenueAppOptions, endpoint: Endpoint, open: OpenRequest): Promise<FastifyReply> {
  const { dispatcher, faults } = options;
  const { request, reply, parameters } = open;
  const serve = (): HttpAnswer => dispatcher.serve(endpoint, requestOf(request, parameters));
  // half of it on the way in, half on the way out
  const wayMs = faults.latencyMs() / 2;
  if (wayMs > 0) await faults.pause(wayMs);
  const { venue, method, path: route } = endpoint;
  const fault = faults.take({ venue, method, route, path: pathOf(request) });
  const whole = fault === null ? serve() : null;
  if (wayMs > 0) await faults.pause(wayMs);
  if (whole !== null) return send(reply, whole);
  return fault === null ? reply : answerFaulty(fault, { request, reply, serve, send: spoilt => send(reply, spoilt) });
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', 'application/json;charset=UTF-8').send(body);
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? '';
}

function requestOf(request: FastifyRequest, path: HttpRequest['path'] = {}): HttpRequest {
  return {
    method: request.method,
    target: request.raw.url ?? '',
    headers: request.headers,
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    clientIp: request.ip,
    path,
    query: request.query,
  };
}

function failureOfError(venue: VenueName, error: FastifyError): Failure {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return gateway.bodyTooLarge();
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return gateway.mediaType();
  if (error.statusCode !== undefined && error.statusCode < 500) return unreadable(venue, 'the request cannot be read');
  return gateway.internal();
}
