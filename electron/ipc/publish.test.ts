import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../shared/domain/intent.ts';
import type { Log } from '../log/log.ts';
import { createPublisher } from './publish.ts';

const intent = (id: string): Intent => ({
  id,
  profileId: 'p',
  kind: 'place-order',
  key: id,
  symbol: 's',
  summary: '',
  state: 'new',
  detail: null,
  createdAtMs: 1,
  updatedAtMs: 1,
});
const profiles = (activeId: string) => ({ profiles: [], activeId });

/** A page that takes each message only when told to. */
function slowPage() {
  const sent: { name: string; payload: unknown }[] = [];
  const lines: string[] = [];
  let waiting: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const note = (event: string) => lines.push(event);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const publish = createPublisher({
    log,
    send: (name, payload) => {
      sent.push({ name, payload });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ resolve, reject });
      return promise;
    },
  });
  const take = async (how: 'resolve' | 'reject' = 'resolve') => {
    const now = waiting;
    waiting = [];
    for (const one of now) one[how](new Error('page is away'));
    await setImmediate();
  };
  return { publish, sent, lines, take, waiting: () => waiting.length };
}

const book = (symbol: string, step: string | null, bids: string) => ({
  profileId: 'p',
  venue: 'spot' as const,
  symbol,
  step,
  state: 'live' as const,
  detail: null,
  source: 'full' as const,
  sequence: '1',
  asOfMs: 1,
  bids,
  asks: '',
});

describe('publishing', () => {
  it('sends latest-wins events one at a time, and of those that came meanwhile the last', async () => {
    const page = slowPage();
    for (const id of ['a', 'b', 'c']) page.publish('profiles.changed', profiles(id));
    expect(page.sent.map(item => item.payload)).toEqual([profiles('a')]);
    await page.take();
    expect(page.sent.map(item => item.payload)).toEqual([profiles('a'), profiles('c')]);
    await page.take();
    expect(page.waiting()).toBe(0);
    page.publish('profiles.changed', profiles('d'));
    expect(page.sent).toHaveLength(3);
  });

  it('of an event that tells of several things keeps the last word on each', async () => {
    const page = slowPage();
    page.publish('book.changed', book('A', null, '0'));
    for (const bids of ['1', '2'])
      for (const [symbol, step] of [
        ['A', null],
        ['A', '10'],
        ['B', null],
      ] as const)
        page.publish('book.changed', book(symbol, step, bids));
    for (let n = 0; n < 6; n += 1) await page.take();
    expect(page.sent.slice(1).map(item => item.payload)).toEqual([
      book('A', null, '2'),
      book('A', '10', '2'),
      book('B', null, '2'),
    ]);
  });

  it('sends each of the others, in order', async () => {
    const page = slowPage();
    for (const id of ['a', 'b', 'c']) page.publish('intents.changed', intent(id));
    for (let n = 0; n < 3; n += 1) await page.take();
    expect(page.sent.map(item => item.payload)).toEqual([intent('a'), intent('b'), intent('c')]);
  });

  it('lets no event wait for another', () => {
    const page = slowPage();
    page.publish('profiles.changed', profiles('a'));
    page.publish('intents.changed', intent('a'));
    expect(page.sent.map(item => item.name)).toEqual(['profiles.changed', 'intents.changed']);
  });

  it('goes on when the page is away', async () => {
    const page = slowPage();
    page.publish('intents.changed', intent('a'));
    page.publish('intents.changed', intent('b'));
    await page.take('reject');
    expect(page.sent).toHaveLength(2);
    expect(page.lines).toContain('publish.not-sent');
  });

  it('keeps a bounded queue for a page that never answers, newest last', async () => {
    const page = slowPage();
    for (let n = 0; n < 1500; n += 1) page.publish('intents.changed', intent(String(n)));
    expect(page.lines).toContain('publish.overflowed');
    for (let n = 0; n < 1600; n += 1) await page.take();
    expect(page.sent).toHaveLength(1001);
    expect(page.sent.at(-1)?.payload).toEqual(intent('1499'));
  });
});
