import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { STATUS_CODES } from '#practice/wire/node-http.ts';
import type { FeedSocket } from './frame-sender.ts';

/** The only file that knows the websocket library. */

/** A client that has opened a socket, before its token has been looked at. */
export interface Handshake {
  readonly token: string;
  readonly connectId: string;
  readonly address: string;
  readonly socket: FeedSocket;
}

interface AcceptedConnection {
  receive(text: string): void;
  isHalfOpen(): boolean;
  /** the socket has closed */
  end(): void;
}

interface WebsocketEndpointOptions {
  /** null: rejected, and the socket is closed by the rejecting code */
  accept(handshake: Handshake): AcceptedConnection | null;
  /** answers the upgrade with this HTTP status instead of a socket */
  upgradeStatus(): number | null;
  /** when a connection may have become half-open or whole again */
  onFaultChange(listener: () => void): () => void;
}

export interface WebsocketEndpoint {
  /** `ws://127.0.0.1:port/` */
  url(): string;
  /** cuts every socket and leaves the server */
  close(): void;
}

/** A client of the feeds says little; more is a mistake. */
const messageLimitBytes = 64 * 1024;

function feedSocketOf(socket: WebSocket): FeedSocket {
  return {
    send: text => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    bufferedBytes: () => socket.bufferedAmount,
  };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}

function refuseUpgrade(socket: Duplex, status: number): void {
  const words = STATUS_CODES[status] ?? '';
  socket.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Nothing is read from a frozen connection: messages, pings and close frames get no answer. */
function pauseOrResume(socket: WebSocket, connection: AcceptedConnection): void {
  if (connection.isHalfOpen()) socket.pause();
  else socket.resume();
}

function connect(socket: WebSocket, connection: AcceptedConnection, options: WebsocketEndpointOptions): void {
  const stopFollowing = options.onFaultChange(() => pauseOrResume(socket, connection));
  socket.on('message', data => connection.receive(textOf(data)));
  // pings of the protocol are answered and count for nothing (docs/exchange/feeds.md §1)
  socket.on('ping', data => socket.pong(data));
  // a broken frame closes the socket by itself; `close` follows
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stopFollowing();
    connection.end();
  });
  pauseOrResume(socket, connection);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return `ws://${address.address}:${address.port}/`;
}

export function createWebsocketEndpoint(server: Server, options: WebsocketEndpointOptions): WebsocketEndpoint {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimitBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  const shakeHands = (socket: WebSocket, request: IncomingMessage, query: URLSearchParams): void => {
    const connection = options.accept({
      token: query.get('token') ?? '',
      connectId: query.get('connectId') ?? randomUUID(),
      address: request.socket.remoteAddress ?? '',
      socket: feedSocketOf(socket),
    });
    if (connection !== null) connect(socket, connection, options);
    else socket.on('error', () => undefined);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // a client that disappears in the middle of the handshake is no fault of ours
    socket.on('error', () => socket.destroy());
    const url = URL.parse(request.url ?? '', 'ws://127.0.0.1');
    const status = url?.pathname === '/' ? options.upgradeStatus() : 404;
    if (url === null || status !== null) refuseUpgrade(socket, status ?? 400);
    else sockets.handleUpgrade(request, socket, head, opened => shakeHands(opened, request, url.searchParams));
  };
  server.on('upgrade', upgrade);
  return {
    url: () => urlOf(server),
    close() {
      server.off('upgrade', upgrade);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
