import type { FeedSocket } from '../connection/frame-sender.ts';

/** A socket that writes down what happens to it. */
export interface FakeFeedSocket {
  readonly socket: FeedSocket;
  /** texts that were sent, and `close 1000 Bye` and `terminate` among them */
  readonly log: string[];
  /** what was sent since the last look, parsed */
  take(): readonly unknown[];
  buffered: number;
}

export function createFakeFeedSocket(): FakeFeedSocket {
  const log: string[] = [];
  let seen = 0;
  const fake: FakeFeedSocket = {
    log,
    buffered: 0,
    take() {
      const fresh = log.slice(seen);
      seen = log.length;
      return fresh.map((text): unknown => (text.startsWith('{') ? JSON.parse(text) : text));
    },
    socket: {
      send: text => void log.push(text),
      close: (code, reason) => void log.push(`close ${code} ${reason}`),
      terminate: () => void log.push('terminate'),
      bufferedBytes: () => fake.buffered,
    },
  };
  return fake;
}
