import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** `localhost` too: its name cannot be pointed elsewhere. The port is not compared, because a proxy may be in front. */
const ownHost = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)(?::\d{1,5})?$/i;

/**
 * Null when the request may be answered. A browser on this machine can be made to call loopback addresses, and by a
 * name that its owner points here (DNS rebinding) even to read the answers; the name is in Host. No program of ours is
 * a browser, so a request that states one, by Origin or Sec-Fetch-Site, is rejected.
 */
export function rejectionReason({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
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
 * From now on remote clients get 403, for requests and websockets alike. It runs before every listener, also later
 * ones.
 */
export function answerLocalOnly(server: Server): void {
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...values: unknown[]): boolean => {
    const [message] = values;
    if ((event === 'request' || event === 'upgrade') && isMessage(message)) {
      const reason = rejectionReason(message);
      if (reason !== null) {
        refuse(message.socket, reason);
        return true;
      }
    }
    return emit(event, ...values);
  };
}
