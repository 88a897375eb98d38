import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Wire } from './frame-sender.ts';

/** The only file that knows the websocket library. */

/** Somebody at the door, before his token has been looked at. */
export interface Visitor {
  readonly token: string;
  readonly connectId: string;
  readonly address: string;
  readonly wire: Wire;
}

interface Guest {
  receive(text: string): void;
  isHalfOpen(): boolean;
  /** the socket has gone */
  end(): void;
}

interface Door {
  /** null: turned away, the wire closes itself */
  admit(visitor: Visitor): Guest | null;
  /** answers the upgrade with this HTTP status instead of a socket */
  upgradeStatus(): number | null;
  /** when a line may have become half-open or whole again */
  onChange(listener: () => void): () => void;
}

export interface Sockets {
  /** `ws://127.0.0.1:port/` */
  endpoint(): string;
  /** cuts every socket and leaves the server */
  close(): void;
}

/** A client of the feeds says little; more is a mistake. */
const messageLimitBytes = 64 * 1024;

function wireOf(socket: WebSocket): Wire {
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

function turnAway(socket: Duplex, status: number): void {
  const words = STATUS_CODES[status] ?? '';
  socket.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Nothing is read from a dead line: neither messages nor pings nor a goodbye are answered. */
function follow(socket: WebSocket, guest: Guest): void {
  if (guest.isHalfOpen()) socket.pause();
  else socket.resume();
}

function seat(socket: WebSocket, guest: Guest, door: Door): void {
  const stopFollowing = door.onChange(() => follow(socket, guest));
  socket.on('message', data => guest.receive(textOf(data)));
  // pings of the protocol are answered and count for nothing (facts.md §5.1)
  socket.on('ping', data => socket.pong(data));
  // a broken frame closes the socket by itself; `close` follows
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stopFollowing();
    guest.end();
  });
  follow(socket, guest);
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return `ws://${address.address}:${address.port}/`;
}

export function createSockets(server: Server, door: Door): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimitBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  const enter = (socket: WebSocket, request: IncomingMessage, query: URLSearchParams): void => {
    const guest = door.admit({
      token: query.get('token') ?? '',
      connectId: query.get('connectId') ?? randomUUID(),
      address: request.socket.remoteAddress ?? '',
      wire: wireOf(socket),
    });
    if (guest !== null) seat(socket, guest, door);
    else socket.on('error', () => undefined);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // a client that goes away in the middle of the handshake is no fault of ours
    socket.on('error', () => socket.destroy());
    const url = URL.parse(request.url ?? '', 'ws://127.0.0.1');
    const status = url?.pathname === '/' ? door.upgradeStatus() : 404;
    if (url === null || status !== null) turnAway(socket, status ?? 400);
    else sockets.handleUpgrade(request, socket, head, opened => enter(opened, request, url.searchParams));
  };
  server.on('upgrade', upgrade);
  return {
    endpoint: () => addressOf(server),
    close() {
      server.off('upgrade', upgrade);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
