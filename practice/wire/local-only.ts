import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** `localhost` too: it is nobody's name to give away. The port is not compared, for a proxy may stand in front. */
const ownHost = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)(?::\d{1,5})?$/i;

/**
 * Null when the request may be answered. A browser on this machine can be made to call loopback addresses, and by a name
 * that its owner points here (DNS rebinding) even to read the answers; the name stands in Host. No program of ours is a
 * browser, so one that says that it is, by Origin or Sec-Fetch-Site, is refused whatever it wants.
 */
export function whyRefused({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  if (!ownHost.test(headers.host ?? '')) return 'This exchange answers only to an address of this machine.';
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return 'This exchange does not answer browsers.';
  return null;
}

const head = (length: number) =>
  `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

function isMessage(value: unknown): value is IncomingMessage {
  return typeof value === 'object' && value !== null && 'headers' in value && 'socket' in value;
}

function refuse(socket: Duplex, error: string): void {
  const body = JSON.stringify({ error });
  socket.on('error', () => {}); // it may have gone before it heard us
  socket.end(head(Buffer.byteLength(body)) + body);
}

/**
 * From now on strangers get 403, for requests and websockets alike. It stands before every listener, those that come
 * later too.
 */
export function answerLocalOnly(server: Server): void {
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...values: unknown[]): boolean => {
    const [message] = values;
    if ((event === 'request' || event === 'upgrade') && isMessage(message)) {
      const reason = whyRefused(message);
      if (reason !== null) {
        refuse(message.socket, reason);
        return true;
      }
    }
    return emit(event, ...values);
  };
}
