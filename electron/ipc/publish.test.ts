import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Log } from '#log/log.ts';
import { systemClock } from '#time/clock.ts';
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

const link = (offsetMs: number) => ({
  profileId: 'p',
  hosts: [],
  clock: { offsetMs, measuredAtMs: 1, uncertaintyMs: 1 },
  pools: [],
});
const trades = (price: `${number}`) => {
  const shared = { venue: 'spot', symbol: 's' } as const;
  const trade = { ...shared, sequence: '1', tradeId: null, price, size: '1', takerSide: 'buy', timeMs: 1 } as const;
  return { ...shared, profileId: 'p', trades: [trade] };
};

/** A page that takes each message only on request. */
function slowPage() {
  const sent: { name: string; payload: unknown }[] = [];
  const lines: string[] = [];
  let waiting: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const note = (event: string) => lines.push(event);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const { publish, offer } = createPublisher({
    log,
    clock: systemClock,
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
  return { publish, offer, sent, lines, take, waiting: () => waiting.length };
}

const book = (symbol: string, serial: number) => ({
  kind: 'edits' as const,
  profileId: 'p',
  venue: 'spot' as const,
  symbol,
  step: null,
  serial,
  sequence: '1',
  asOfMs: 1,
  bids: '',
  asks: '',
});

describe('publishing', () => {
  it('sends latest-wins events one at a time, and of those that arrived meanwhile the last', async () => {
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

  it('sends each key of a keyed event by itself, with its latest value', async () => {
    const page = slowPage();
    for (const serial of [1, 2, 3])
      for (const symbol of ['A', 'B']) page.offer('book.changed', symbol, () => book(symbol, serial));
    // no event waits for another key
    expect(page.sent.map(item => item.payload)).toEqual([book('A', 1), book('B', 1)]);
    for (let n = 0; n < 6; n += 1) await page.take();
    expect(page.sent.map(item => item.payload)).toEqual([book('A', 1), book('B', 1), book('A', 3), book('B', 3)]);
  });

  it('computes a view when the page can take it, and sends none without a change', async () => {
    const page = slowPage();
    const made: number[] = [];
    const offer = (serial: number, subject: string) =>
      page.offer('book.changed', subject, () => {
        made.push(serial);
        return serial === 3 ? null : book('A', serial);
      });
    offer(1, 'a');
    offer(2, 'a');
    offer(3, 'a');
    offer(4, 'b');
    expect(made).toEqual([1, 4]);
    await page.take();
    expect(made).toEqual([1, 4, 3]);
    expect(page.sent.map(item => item.payload)).toEqual([book('A', 1), book('A', 4)]);
  });

  it('continues after a view that failed, and logs an error', async () => {
    const page = slowPage();
    page.offer('book.changed', 'a', () => {
      throw new Error('a bug');
    });
    page.offer('book.changed', 'b', () => book('B', 1));
    expect(page.lines).toContain('publish.not-made');
    expect(page.sent).toHaveLength(1);
  });

  it('sends each of the other events in sequence', async () => {
    const page = slowPage();
    for (const id of ['a', 'b', 'c']) page.publish('intents.changed', intent(id));
    for (let n = 0; n < 3; n += 1) await page.take();
    expect(page.sent.map(item => item.payload)).toEqual([intent('a'), intent('b'), intent('c')]);
  });

  it('sends all delayed events together with the next urgent one, before it', async () => {
    const page = slowPage();
    page.publish('link.changed', link(1));
    page.publish('link.changed', link(2));
    for (const price of ['1', '2'] as const) page.publish('trades.arrived', trades(price));
    await setImmediate();
    expect(page.sent).toEqual([]);
    page.publish('profiles.changed', profiles('a'));
    const payloads = [link(2), trades('1'), trades('2'), profiles('a')];
    expect(page.sent.map(item => item.payload)).toEqual(payloads);
    // what comes while it is under way takes the next ride, once the page has what went before
    page.publish('trades.arrived', trades('3'));
    page.publish('intents.changed', intent('a'));
    expect(page.sent).toHaveLength(5);
    await page.take();
    expect(page.sent).toHaveLength(5);
    page.publish('intents.changed', intent('b'));
    expect(page.sent.slice(5).map(item => item.payload)).toEqual([trades('3'), intent('b')]);
    // one that itself waited for the page takes with it what came meanwhile
    await page.take();
    for (const id of ['c', 'd']) page.publish('intents.changed', intent(id));
    page.publish('trades.arrived', trades('4'));
    await page.take();
    expect(page.sent.slice(8).map(item => item.payload)).toEqual([trades('4'), intent('d')]);
  });

  it('sends delayed events alone when no other event is sent', async () => {
    const page = slowPage();
    page.publish('trades.arrived', trades('1'));
    page.publish('link.changed', link(1));
    await expect.poll(() => page.sent.map(item => item.payload)).toEqual([trades('1'), link(1)]);
  });

  it('does not delay one event for another', () => {
    const page = slowPage();
    page.publish('profiles.changed', profiles('a'));
    page.publish('intents.changed', intent('a'));
    expect(page.sent.map(item => item.name)).toEqual(['profiles.changed', 'intents.changed']);
  });

  it('does not delay one window for another, and computes the missing part for each', async () => {
    const taken: string[] = [];
    const stuck = new Promise<void>(() => undefined);
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const { publish, offer, open, close } = createPublisher({
      log,
      clock: systemClock,
      send: (name, payload, to) => {
        if (to === 'slow') return stuck;
        taken.push(`${to} ${name} ${JSON.stringify(payload).length > 0}`);
        return to === 'dead' ? Promise.reject(new Error('it crashed')) : Promise.resolve();
      },
    });
    for (const window of ['slow', 'dead', 'other']) open(window);
    const made: string[] = [];
    for (const serial of [1, 2, 3]) {
      offer('book.changed', 'a', to => {
        made.push(`${to} ${serial}`);
        return book('A', serial);
      });
      await setImmediate();
    }
    expect(taken.filter(line => line.startsWith('main'))).toHaveLength(3);
    expect(taken.filter(line => line.startsWith('other'))).toHaveLength(3);
    expect(made.filter(line => line.startsWith('slow'))).toEqual(['slow 1']);
    publish('profiles.changed', profiles('a'), new Set(['other']));
    close('other');
    publish('profiles.changed', profiles('b'));
    await setImmediate();
    expect(taken.filter(line => line.includes('profiles.changed'))).toEqual([
      'other profiles.changed true',
      'main profiles.changed true',
      'dead profiles.changed true',
    ]);
  });

  it('continues when the page is closed', async () => {
    const page = slowPage();
    page.publish('intents.changed', intent('a'));
    page.publish('intents.changed', intent('b'));
    await page.take('reject');
    await expect.poll(() => page.sent).toHaveLength(2);
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
