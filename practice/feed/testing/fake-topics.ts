import type { TopicFrame, TopicScope, Topic } from '../topics/topic.ts';

/** A topic whose pushes the test makes. */
export interface FakeTopic extends Topic {
  /** readings that are running now, as `symbol of account` */
  readonly running: string[];
  push(symbol: string, frame?: Partial<TopicFrame>): void;
}

function nameOf({ symbol, accountId }: TopicScope): string {
  return accountId === null ? symbol : `${symbol} of ${accountId}`;
}

export function createFakeTopic(change: Partial<Topic> & { readonly prefix: string }): FakeTopic {
  const running: string[] = [];
  const sends = new Map<string, (frame: TopicFrame) => void>();
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
