import { WebSocket } from 'ws';
import type { OpenSocket, Socket, SocketEnd, SocketEvents } from './socket.ts';

const maxFrameBytes = 1024 * 1024;
const handshakeMs = 8_000;
const goodbyeMs = 1_000;
const noCode = 1006;

function systemCodeOf(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? systemCodeOf(inner) : null;
}

function statusOf(error: Error): number | null {
  const match = /^Unexpected server response: (\d{3})$/.exec(error.message);
  return match === null ? null : Number(match[1]);
}

function listen(socket: WebSocket, { text, ended }: SocketEvents): void {
  let failure: Error | null = null;
  let isOver = false;
  socket.on('message', (data, isBinary) => {
    // with the default binary type a message is one Buffer; the protocol has no binary frames
    if (!isOver && !isBinary && Buffer.isBuffer(data)) text(data.toString('utf8'));
  });
  socket.on('error', error => {
    failure = error;
  });
  socket.on('close', code => {
    if (isOver) return;
    isOver = true;
    const end: SocketEnd = {
      code: code === 0 ? noCode : code,
      httpStatus: failure === null ? null : statusOf(failure),
      systemCode: failure === null ? null : systemCodeOf(failure),
    };
    ended(end);
  });
}

/**
 * A socket of the library `ws`: TLS is Node's own with its checks, no redirect is followed, no compression (a small
 * frame could unpack into a large one), no frame beyond 1 MiB, text checked to be UTF-8.
 */
export const openWebSocket: OpenSocket = (url, events): Socket => {
  const socket = new WebSocket(url, {
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    handshakeTimeout: handshakeMs,
    followRedirects: false,
    skipUTF8Validation: false,
  });
  listen(socket, events);
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.close(1000);
      setTimeout(() => socket.terminate(), goodbyeMs).unref();
    },
    destroy: () => socket.terminate(),
  };
};
