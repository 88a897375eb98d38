import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A websocket client that waits for what the test expects; it shares nothing with the code under test. */
export interface SocketClient {
  say(message: object | string): void;
  /** the next frame, parsed; rejects when the socket closes before */
  next(): Promise<unknown>;
  /** frames that have come and have not been asked for */
  readonly inbox: readonly string[];
  /** code and reason; 1006 when there was no close frame */
  readonly closed: Promise<readonly [code: number, reason: string]>;
  readonly socket: WebSocket;
}

export async function openSocket(url: string): Promise<SocketClient> {
  const socket = new WebSocket(url);
  const inbox: string[] = [];
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const each of waiting.splice(0)) each();
  };
  socket.on('message', data => {
    // oxlint-disable-next-line typescript/no-base-to-string -- text frames only
    inbox.push(data.toString());
    wake();
  });
  const closed = new Promise<readonly [number, string]>(resolve => {
    socket.on('close', (code, reason) => {
      resolve([code, reason.toString()]);
      wake();
    });
  });
  const next = async (): Promise<unknown> => {
    while (inbox.length === 0) {
      if (socket.readyState === WebSocket.CLOSED) throw new Error('the socket has closed');
      await new Promise<void>(resolve => {
        waiting.push(resolve);
      });
    }
    return JSON.parse(inbox.shift() ?? '');
  };
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return {
    say: message => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next,
    inbox,
    closed,
    socket,
  };
}
