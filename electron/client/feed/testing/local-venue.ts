import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';

const Said = z.object({ id: z.string(), type: z.string(), topic: z.optional(z.string()) });
type Said = z.infer<typeof Said>;

/** The faults to inject; a test changes them. */
export interface LocalFaults {
  /** TCP stays up, nothing is read into an answer any more */
  isMute: boolean;
  pongs: boolean;
  acknowledges: boolean;
  error: { readonly code: number; readonly data: string } | null;
  /** HTTP status with which the next upgrades are refused */
  rejections: number[];
}

export interface LocalVenue {
  readonly origin: string;
  readonly faults: LocalFaults;
  readonly said: Said[];
  readonly sockets: () => WebSocket[];
  /** tokens that were handed out, in order, with the right that each was asked for by */
  readonly tokens: string[];
  readonly push: (frame: unknown) => void;
  readonly close: () => Promise<void>;
}

function reply(socket: WebSocket, said: Said, faults: LocalFaults): void {
  const say = (frame: unknown): void => socket.send(JSON.stringify(frame));
  if (said.type === 'ping') {
    if (faults.pongs) say({ id: said.id, type: 'pong', timestamp: 1 });
  } else if (faults.error !== null) {
    say({ id: said.id, type: 'error', ...faults.error });
  } else if (faults.acknowledges) {
    say({ id: said.id, type: 'ack' });
  }
}

interface PingTimes {
  readonly pingInterval: number;
  readonly pingTimeout: number;
}

/** Longer than a busy machine stalls: no pong is missed in a test of something else. */
const longPings: PingTimes = { pingInterval: 10_000, pingTimeout: 20_000 };

/**
 * For tests in which a pong is missed: shorter than the live service's. Pings count as messages: more than nine a
 * second would leave no permit for a request, ever.
 */
export const shortPings: PingTimes = { pingInterval: 250, pingTimeout: 1_000 };

function welcome(socket: WebSocket, id: string | null, { faults, said }: Pick<LocalVenue, 'faults' | 'said'>): void {
  socket.on('error', () => undefined); // a client that tears the connection down is part of the tests
  socket.on('message', data => {
    if (faults.isMute || !Buffer.isBuffer(data)) return;
    const message = Said.parse(JSON.parse(data.toString('utf8')));
    said.push(message);
    reply(socket, message, faults);
  });
  socket.send(JSON.stringify({ id, type: 'welcome' }));
}

/** A small exchange on loopback: tokens that open one connection each, real sockets, and faults on request. */
export async function startLocalVenue(pings = longPings): Promise<LocalVenue> {
  const faults: LocalFaults = { isMute: false, pongs: true, acknowledges: true, error: null, rejections: [] };
  const said: Said[] = [];
  const tokens: string[] = [];
  const valid = new Set<string>();
  const sockets = new WebSocketServer({ noServer: true });

  const bullet = (): unknown => {
    const token = `t${tokens.length + 1}==/+`;
    tokens.push(token);
    valid.add(token);
    const { port } = address(server);
    const endpoint = `ws://127.0.0.1:${port}/feed`;
    return {
      token,
      instanceServers: [{ endpoint, encrypt: false, protocol: 'websocket', ...pings }],
    };
  };

  const server = createServer((request, response) => {
    const isTime = request.url === '/api/v1/timestamp';
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ code: '200000', data: isTime ? Date.now() : bullet() }));
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { searchParams } = new URL(request.url ?? '/', 'ws://127.0.0.1');
    const isValid = valid.delete(searchParams.get('token') ?? '');
    const status = faults.rejections.shift() ?? (isValid ? null : 401);
    if (status === null) {
      sockets.handleUpgrade(request, stream, head, socket =>
        welcome(socket, searchParams.get('connectId'), { faults, said }),
      );
    } else {
      stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    }
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${address(server).port}`,
    faults,
    said,
    tokens,
    sockets: () => [...sockets.clients],
    push(frame) {
      const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
      for (const socket of sockets.clients) socket.send(text);
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
    },
  };
}

function address(server: Server): AddressInfo {
  const found = server.address();
  if (found === null || typeof found === 'string') throw new Error('not listening');
  return found;
}
