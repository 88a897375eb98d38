import type { Frame, Reading, Topic } from '../types.ts';

/** A topic whose pushes the test makes. */
export interface FakeTopic extends Topic {
  /** readings that are running now, as `symbol of account` */
  readonly running: string[];
  push(symbol: string, frame?: Partial<Frame>): void;
}

function nameOf({ symbol, accountId }: Reading): string {
  return accountId === null ? symbol : `${symbol} of ${accountId}`;
}

export function createFakeTopic(change: Partial<Topic> & { readonly prefix: string }): FakeTopic {
  const running: string[] = [];
  const sends = new Map<string, (frame: Frame) => void>();
  return {
    audience: 'public',
    symbols: 'required',
    serves: symbol => symbol !== 'NO-SUCH',
    start(reading, send) {
      const name = nameOf(reading);
      running.push(name);
      sends.set(name, send);
      return () => {
        running.splice(running.indexOf(name), 1);
        sends.delete(name);
      };
    },
    running,
    push(symbol, frame = {}) {
      sends.get(symbol)?.({ subject: 'news', data: { of: symbol }, ...frame });
    },
    ...change,
  };
}
