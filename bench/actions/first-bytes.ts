import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Node's own fetch says on this channel when the first bytes of a request go to the socket. */
const channel = 'undici:client:sendHeaders';

interface SentRequest {
  readonly method: string;
  readonly path: string;
}

/** The request of a message on that channel; null when it is none. */
export function sentRequestOf(message: unknown): SentRequest | null {
  if (typeof message !== 'object' || message === null || !('request' in message)) return null;
  const { request } = message;
  if (typeof request !== 'object' || request === null || !('method' in request) || !('path' in request)) return null;
  const { method, path } = request;
  return typeof method === 'string' && typeof path === 'string' ? { method, path } : null;
}

/** Resolves with the moment (epoch ms) at which this process writes the first POST of that path to the wire. */
export function firstBytesOf(path: RegExp): Promise<number> {
  return new Promise(resolve => {
    const hear = (message: unknown): void => {
      const sent = sentRequestOf(message);
      if (sent?.method !== 'POST' || !path.test(sent.path)) return;
      unsubscribe(channel, hear);
      resolve(performance.timeOrigin + performance.now());
    };
    subscribe(channel, hear);
  });
}
