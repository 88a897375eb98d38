import { describe, expect, it } from 'vitest';
import { type Decimal, fromUnits, toFixed, uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel, BookSnapshot } from '#shared/domain/book.ts';
import { type FailureKind, fail, type Result, succeed } from '#shared/errors.ts';
import type { LevelChange } from '#client/feed/messages.ts';
import type { Topic } from '#client/feed/topics.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeWorld, settle } from '#time/testing/fake-world.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createPictureGallery } from '../testing/pictures.ts';
import { createBookFeed } from './book-feed.ts';
import { createBookWatch } from './book-watch.ts';
import type { Market } from './snapshots.ts';

type Row = readonly ['buy' | 'sell', Decimal, Decimal];

const tenths = (units: number) => toFixed(fromUnits(BigInt(units), 1), 1);

const spot: Market = { venue: 'spot', symbol: 'BTC-USDT' };
const futures: Market = { venue: 'futures', symbol: 'XBTUSDTM' };
const level2: Topic = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' };
const depth50: Topic = { venue: 'spot', kind: 'depth50', symbol: 'BTC-USDT' };

function snapshot(sequence: number, sides: Partial<Pick<BookSnapshot, 'bids' | 'asks'>> = {}): Result<BookSnapshot> {
  const bids: BookLevel[] = [
    ['99.9', '1'],
    ['99.8', '2'],
  ];
  const asks: BookLevel[] = [
    ['100.1', '1.5'],
    ['100.2', '3'],
  ];
  return succeed({ symbol: 'BTC-USDT', sequence: String(sequence), timeMs: 1, bids, asks, ...sides });
}

function delta(sequence: number, ...rows: readonly Row[]) {
  const changes: LevelChange[] = rows.map(([side, price, size]) => ({ side, price, size, sequence }));
  return { symbol: 'BTC-USDT', sequenceStart: sequence, sequenceEnd: sequence, timeMs: 1, changes };
}

/** An exchange that answers each question for a snapshot when the test says so. */
function build({ market = spot, rows = 5, step = null as Decimal | null, periodMs = 0 } = {}) {
  const world = createFakeWorld();
  const fake = createFakeFeed();
  const { log, lines } = createNotes();
  const asked: string[] = [];
  const open: { place: string; answer: (result: Result<BookSnapshot>) => void; signal: AbortSignal | undefined }[] = [];
  const ask = (place: string) => (_input: unknown, options: { signal?: AbortSignal | undefined }) => {
    asked.push(place);
    const { promise, resolve } = Promise.withResolvers<Result<BookSnapshot>>();
    open.push({ place, answer: resolve, signal: options.signal });
    return promise;
  };
  const client = createFakeClient({
    reference: { book: ask('top-100') },
    market: { spotBook: ask('full'), futuresBook: ask('futures') },
  });
  const book = createBookFeed({ market, feed: fake.feed, client, world, log });
  const gallery = createPictureGallery();
  const { pictures } = gallery;
  const wish = { kind: 'book', ...market, rows, step, periodMs } as const;
  const watch = createBookWatch({ profileId: 'p', wish, book, world, offer: gallery.offer });
  const answer = async (result: Result<BookSnapshot>) => {
    const next = open.shift();
    if (next === undefined) throw new Error('nothing was asked for');
    next.answer(result);
    await settle();
  };
  const tell = (...args: Parameters<typeof delta>) =>
    fake.tell({ ...level2, ...market, kind: 'level2' }, delta(...args));
  const frame = () => world.pass(20);
  /** subscribed, loaded at 100 and drawn */
  const live = async () => {
    fake.state(level2, 'live');
    await settle();
    await answer(snapshot(100));
    await frame();
    return pictures.at(-1);
  };
  return {
    world,
    fake,
    lines,
    asked,
    open,
    book,
    pictures,
    watch,
    answer,
    tell,
    frame,
    live,
    last: () => pictures.at(-1),
  };
}

const refuse = (kind: FailureKind, retryAtMs?: number) =>
  fail(kind, `no: ${kind}`, retryAtMs === undefined ? {} : { retryAtMs });

describe('a book is loaded', () => {
  it('after the exchange has confirmed the subscription, never before', async () => {
    const { fake, asked, frame, last, answer } = build();
    await frame();
    expect(asked).toEqual([]);
    expect(last()).toMatchObject({ state: 'syncing', bids: '', asks: '', asOfMs: null, sequence: null });
    fake.state(level2, 'live');
    fake.state(level2, 'live');
    expect(asked).toEqual(['full']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toEqual({
      profileId: 'p',
      venue: 'spot',
      symbol: 'BTC-USDT',
      step: null,
      state: 'live',
      detail: null,
      source: 'full',
      sequence: '100',
      asOfMs: 1_700_000_000_020,
      bids: '99.9|1;99.8|2',
      asks: '100.1|1.5;100.2|3',
    });
  });

  it('a message is confirmation enough', async () => {
    const { asked, tell } = build();
    tell(101, ['buy', '99.9', '5']);
    tell(102, ['buy', '99.9', '6']);
    expect(asked).toEqual(['full']);
  });

  it('with what was gathered meanwhile, each row that the snapshot has left out', async () => {
    const { tell, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    tell(99, ['buy', '99.9', '9']);
    fake.tell(level2, {
      ...delta(0),
      sequenceStart: 100,
      sequenceEnd: 102,
      changes: [
        { side: 'buy', price: '99.9', size: '0', sequence: 100 },
        { side: 'sell', price: '100.1', size: '7', sequence: 102 },
      ],
    });
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|1;99.8|2', asks: '100.1|7;100.2|3' });
  });

  it('those that overtook each other on the wire find their place', async () => {
    const { tell, fake, answer, frame, last } = build();
    fake.state(level2, 'live');
    tell(102, ['buy', '99.9', '2']);
    tell(101, ['buy', '99.9', '7']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|2;99.8|2' });
  });

  it('of futures from the futures book, numbered one by one', async () => {
    const { fake, asked, answer, tell, frame, last } = build({ market: futures });
    fake.state({ venue: 'futures', kind: 'level2', symbol: 'XBTUSDTM' }, 'live');
    expect(asked).toEqual(['futures']);
    await answer(snapshot(7));
    tell(8, ['sell', '100.1', '0']);
    await frame();
    expect(last()).toMatchObject({ venue: 'futures', state: 'live', sequence: '8', asks: '100.2|3' });
    tell(10, ['sell', '100.3', '1']);
    expect(asked).toHaveLength(2);
  });
});

const hundred = (best: number, sign: 1 | -1) =>
  Array.from({ length: 100 }, (_, rank): BookLevel => [tenths(best + sign * rank), '1']);
const cut = (sequence: number) => snapshot(sequence, { bids: hundred(999, -1), asks: hundred(1001, 1) });

describe('the source', () => {
  it('is the top 100 when the key may not see the whole book, asked for once', async () => {
    const { fake, asked, answer, frame, last, tell } = build();
    fake.state(level2, 'live');
    await answer(refuse('permission'));
    await answer(cut(100));
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-100' });
    tell(105);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
  });

  it('beyond its last row nothing is shown, because nothing there is known for sure', async () => {
    const { fake, answer, frame, last, tell } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    tell(101, ['buy', '89.9', '5'], ['sell', '110.1', '5'], ['buy', '95', '0']);
    await frame();
    const bids = last()?.bids.split(';') ?? [];
    expect(bids).toHaveLength(99);
    expect(bids.at(-1)).toBe('90|1'.replace('90|', '90.0|'));
    expect(last()?.asks.split(';').at(-1)).toBe('110.0|1');
  });

  it('a side that was shorter than the cut is known to its end', async () => {
    const { fake, answer, frame, last, tell } = build({ rows: 100 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(snapshot(100));
    tell(101, ['buy', '50', '5']);
    await frame();
    expect(last()?.bids).toBe('99.9|1;99.8|2;50|5');
  });

  it('is deepened while the old picture goes on, when too little of it is left', async () => {
    const { fake, answer, frame, last, tell, asked, world, open } = build({ rows: 20 });
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    tell(101, ...Array.from({ length: 95 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']));
    await frame();
    expect(last()).toMatchObject({ state: 'live' });
    expect(last()?.bids.split(';')).toHaveLength(5);
    expect(asked).toEqual(['full', 'top-100', 'top-100']);
    tell(102, ['sell', '100.1', '8']);
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102' });
    expect(open).toHaveLength(1);
    await answer(snapshot(101, { bids: hundred(904, -1), asks: hundred(1001, 1) }));
    await frame();
    expect(last()?.bids.split(';')).toHaveLength(20);
    expect(last()?.asks.startsWith('100.1|8;')).toBe(true);
    // one that comes from the past is not taken in its place, and the next is not asked for at once
    tell(103, ...Array.from({ length: 98 }, (_, rank): Row => ['buy', tenths(904 - rank), '0']));
    await world.pass(2_100);
    tell(104, ['sell', '100.1', '9']);
    await frame();
    await answer(cut(90));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '104' });
    expect(last()?.bids.split(';')).toHaveLength(2);
    tell(105, ['sell', '100.1', '10']);
    await frame();
    expect(open).toHaveLength(0);
  });

  it('is made anew when the market leaves what is known', async () => {
    const { fake, answer, frame, last, tell, asked } = build();
    fake.state(level2, 'live');
    await answer(refuse('no-secret'));
    await answer(cut(100));
    await frame();
    const before = last()?.bids;
    tell(101, ['buy', '50', '1'], ...Array.from({ length: 100 }, (_, rank): Row => ['buy', tenths(999 - rank), '0']));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: before, sequence: '100' });
    expect(last()?.detail).toContain('left the prices');
    expect(asked).toHaveLength(3);
    await answer(snapshot(101, { bids: [['50', '1']] }));
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '50|1', sequence: '101' });
  });

  it('is the top 50 of the feed where there is no snapshot at all', async () => {
    const { fake, answer, frame, last, pictures } = build();
    fake.state(level2, 'live');
    await answer(refuse('not-found'));
    await answer(refuse('not-found'));
    expect(fake.wanted()).toEqual(['spot depth50 BTC-USDT']);
    fake.state(depth50, 'live');
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '' });
    const image = { symbol: 'BTC-USDT', sequence: null, timeMs: 1, bids: [['9', '1']], asks: [['10', '2']] } as const;
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, image);
    await frame();
    expect(last()).toMatchObject({ state: 'live', source: 'top-50', sequence: null, bids: '9|1', asks: '10|2' });
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['11', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '9|1', asks: '10|2' });
    expect(last()?.detail).toContain('crossed');
    fake.tell({ ...spot, venue: 'spot', kind: 'depth50' }, { ...image, bids: [['8', '1']] });
    await frame();
    expect(last()).toMatchObject({ state: 'live', bids: '8|1' });
    fake.reset(depth50);
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '8|1' });
    expect(pictures).toHaveLength(5);
  });
});

describe('a book that is not right says so', () => {
  it('23: one message lost: the last right picture stays, greyed with its age, and the snapshot is asked for at once', async () => {
    const { live, tell, frame, last, asked, answer, world } = build();
    await live();
    tell(101, ['buy', '99.9', '4']);
    await frame();
    const right = last();
    expect(right).toMatchObject({ state: 'live', sequence: '101', bids: '99.9|4;99.8|2' });
    await world.pass(1_000);
    tell(103, ['buy', '99.9', '6']);
    expect(asked).toEqual(['full', 'full']);
    await frame();
    expect(last()).toEqual({ ...right, state: 'syncing', detail: 'A message was lost; the book is loaded anew.' });
    expect(last()?.asOfMs).toBeLessThan(world.nowMs() - 1_000);
    tell(104, ['sell', '100.1', '0']);
    await answer(snapshot(102));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '104', bids: '99.9|6;99.8|2', asks: '100.2|3' });
  });

  it('24: duplicates, overlaps and old replays change nothing that was right', async () => {
    const { live, tell, frame, last, asked, fake } = build();
    await live();
    tell(101, ['buy', '99.9', '4']);
    tell(101, ['buy', '99.9', '5']);
    tell(90, ['buy', '99.9', '6']);
    fake.tell(level2, {
      ...delta(0),
      sequenceStart: 100,
      sequenceEnd: 102,
      changes: [
        { side: 'buy', price: '99.9', size: '7', sequence: 100 },
        { side: 'buy', price: '99.8', size: '8', sequence: 102 },
      ],
    });
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '102', bids: '99.9|4;99.8|8' });
    expect(asked).toHaveLength(1);
  });

  it('25: a snapshot older than what was gathered is not applied; another is fetched', async () => {
    const { fake, tell, answer, asked, frame, last, world } = build();
    fake.state(level2, 'live');
    tell(105, ['buy', '99.9', '4']);
    await answer(snapshot(100));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '' });
    expect(last()?.detail).toContain('older');
    expect(asked).toHaveLength(1);
    await world.pass(250);
    expect(asked).toHaveLength(2);
    await answer(snapshot(104));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '105', bids: '99.9|4;99.8|2' });
  });

  it('25: nor is one from before what was right already, even if nothing was gathered', async () => {
    const { live, fake, answer, asked, frame, last, world, tell } = build();
    await live();
    tell(110);
    await answer(snapshot(109));
    fake.reset(level2, 'resubscribed');
    await answer(snapshot(105));
    await frame();
    expect(last()).toMatchObject({ state: 'syncing', bids: '99.9|1;99.8|2' });
    await world.pass(250);
    await answer(snapshot(110));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '110' });
    expect(asked).toHaveLength(4);
  });

  it('an exchange that counts from one again is believed after a while', async () => {
    const { live, fake, answer, frame, last, world } = build();
    await live();
    fake.reset(level2, 'resubscribed');
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await answer(snapshot(3));
      await world.pass(2_000);
    }
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '3' });
    // after a lost connection at once
    fake.reset(level2);
    await answer(snapshot(1, { bids: [['90', '1']] }));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '1', bids: '90|1' });
  });

  it.each([
    ['crossed', [['buy', '100.1', '1']]],
    ['none', [['buy', '99.9', '-1']]],
    ['none', [['buy', '99.9', 'NaN']]],
    ['none', [['sell', '', '1']]],
    [
      'empty',
      [
        ['buy', '99.9', '0'],
        ['buy', '99.8', '0'],
      ],
    ],
  ] as const)('26: what no market does (%s) is never shown: %j', async (word, rows) => {
    const { live, tell, frame, last, answer } = build();
    const right = await live();
    tell(101, ...rows.map(([side, price, size]): Row => [side, uncheckedDecimal(price), uncheckedDecimal(size)]));
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: expect.stringContaining(word) });
    await answer(snapshot(101));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '101' });
  });

  it('26: a snapshot that is no book is not believed either', async () => {
    const { fake, answer, frame, last, asked, world } = build();
    fake.state(level2, 'live');
    const wrong: BookLevel[][] = [[['100.3', '1']], [], [[uncheckedDecimal('x'), '1']]];
    for (const bids of wrong) {
      await answer(snapshot(100, { bids }));
      await frame();
      expect(last()?.state).not.toBe('live');
      expect(last()?.bids).toBe('');
      await world.pass(1_000);
    }
    expect(asked).toHaveLength(4);
    await answer(snapshot(100));
    await frame();
    expect(last()?.state).toBe('live');
  });

  it('26: what is gathered without a snapshot is bounded, and the newest is kept', async () => {
    const { fake, tell, answer, frame, last } = build();
    fake.state(level2, 'live');
    for (let sequence = 101; sequence <= 60_100; sequence += 1) tell(sequence, ['buy', '99.9', `${sequence}`]);
    await answer(snapshot(50_000));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '60100', bids: '99.9|60100;99.8|2' });
    const early = build();
    early.fake.state(level2, 'live');
    for (let sequence = 101; sequence <= 60_100; sequence += 1) early.tell(sequence);
    await early.answer(snapshot(100));
    await early.frame();
    expect(early.last()?.state).toBe('syncing');
  });

  it('27: 429 and 5xx during a resync: back-off, the picture kept with its age, no hot loop', async () => {
    const { live, tell, frame, last, answer, asked, world, open } = build();
    const right = await live();
    tell(105);
    await answer(refuse('rate-limited', world.nowMs() + 3_000));
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: 'no: rate-limited' });
    await world.pass(2_900);
    expect(asked).toHaveLength(2);
    await world.pass(400);
    expect(asked).toHaveLength(3);
    let questions = 0;
    for (let elapsedMs = 0; elapsedMs < 120_000; elapsedMs += 100) {
      if (open.length > 0) {
        questions += 1;
        await answer(refuse('exchange-failed'));
      }
      await world.pass(100);
    }
    expect(questions).toBeLessThan(15);
    const detail = 'no: exchange-failed It is tried again in a while.';
    expect(last()).toEqual({ ...right, state: 'stale', detail });
    await world.pass(30_000);
    await answer(snapshot(105));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '105', detail: null });
  });

  it('after three resyncs within a minute it is stale and tried again slowly', async () => {
    const { live, tell, frame, last, answer, asked, world } = build();
    await live();
    for (let loss = 1; loss <= 3; loss += 1) {
      tell(100 + loss * 10);
      await answer(snapshot(100 + loss * 10));
    }
    await frame();
    expect(last()?.state).toBe('live');
    expect(asked).toHaveLength(4);
    tell(500, ['buy', '99.9', '5']);
    await frame();
    expect(last()).toMatchObject({ state: 'stale', sequence: '130' });
    expect(last()?.detail).toContain('too often');
    expect(asked).toHaveLength(4);
    await world.pass(15_000);
    expect(asked).toHaveLength(4);
    await world.pass(15_000);
    expect(asked).toHaveLength(5);
    await answer(snapshot(499));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '500' });
    // a minute later it starts with a clean sheet
    await world.pass(61_000);
    tell(600);
    expect(asked).toHaveLength(6);
  });

  it('frames that nobody can read count like losses; a line that comes and goes does not', async () => {
    const { live, fake, asked, frame, last } = build();
    await live();
    for (let time = 0; time < 8; time += 1) fake.reset(level2, 'reconnected');
    expect(asked).toHaveLength(9);
    for (let time = 0; time < 4; time += 1) fake.reset(level2, 'unreadable');
    expect(asked).toHaveLength(12);
    await frame();
    expect(last()?.state).toBe('stale');
  });

  it('while its topic is not live it is not either, however right it was', async () => {
    const { live, fake, frame, last } = build();
    const right = await live();
    fake.state(level2, 'stale', 'The line is down.');
    await frame();
    expect(last()).toEqual({ ...right, state: 'stale', detail: 'The line is down.' });
    fake.state(level2, 'dead', 'It stays down.');
    await frame();
    expect(last()).toEqual({ ...right, state: 'dead', detail: 'It stays down.' });
    fake.state(level2, 'live');
    fake.reset(level2);
    await frame();
    expect(last()).toMatchObject({ ...right, state: 'syncing', detail: 'The book is being loaded.' });
  });

  it('an answer that was overtaken by a reset is not used', async () => {
    const { fake, frame, last, answer, open } = build();
    fake.state(level2, 'live');
    fake.reset(level2);
    expect(open[0]?.signal?.aborted).toBe(true);
    await answer(snapshot(100));
    await frame();
    expect(last()?.state).toBe('syncing');
    await answer(snapshot(101));
    await frame();
    expect(last()).toMatchObject({ state: 'live', sequence: '101' });
  });

  it('closing it leaves nothing behind', async () => {
    const { live, tell, book, watch, fake, world, open } = build();
    await live();
    tell(105);
    watch.close();
    book.close();
    expect(open[0]?.signal?.aborted).toBe(true);
    expect(fake.wanted()).toEqual([]);
    expect(world.waiting()).toBe(0);
    const failing = build();
    await failing.live();
    failing.tell(105);
    await failing.answer(refuse('timeout'));
    failing.watch.close();
    failing.book.close();
    expect(failing.world.waiting()).toBe(0);
  });
});

describe('pictures', () => {
  it('come at most once a frame, the last one wins, and only when something looks different', async () => {
    const { live, tell, pictures, world } = build();
    await live();
    const before = pictures.length;
    for (let ms = 0; ms < 1_000; ms += 1) {
      for (let n = 0; n < 10; n += 1) tell(101 + ms * 10 + n, ['buy', '99.9', `${ms * 10 + n + 2}`]);
      await world.pass(1);
    }
    await world.pass(17);
    expect(pictures.length - before).toBeGreaterThan(57);
    expect(pictures.length - before).toBeLessThan(63);
    expect(pictures.at(-1)?.bids).toBe('99.9|10001;99.8|2');
    const quiet = pictures.length;
    tell(10_101, ['buy', '99.9', '10001']);
    await world.pass(100);
    expect(pictures).toHaveLength(quiet);
    expect(world.waiting()).toBe(0);
  });

  it('are told again when the page asks anew', async () => {
    const { live, pictures, watch, frame } = build();
    const right = await live();
    const before = pictures.length;
    watch.refresh();
    await frame();
    expect(pictures).toHaveLength(before + 1);
    expect(pictures.at(-1)).toEqual(right);
  });
});

it('a window that wants a picture twice a second gets no more, and the newest', async () => {
  const { live, tell, world, pictures, last } = build({ periodMs: 500 });
  await live();
  await world.pass(500);
  const before = pictures.length;
  for (let sequence = 101; sequence <= 200; sequence += 1) {
    tell(sequence, ['buy', '99.9', `${sequence}`]);
    await world.pass(10);
  }
  await world.pass(500);
  expect(pictures.length - before).toBeGreaterThanOrEqual(2);
  expect(pictures.length - before).toBeLessThanOrEqual(4);
  expect(last()).toMatchObject({ state: 'live', sequence: '200' });
});
