import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel, BookSnapshot } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { packRows } from '#shared/row-edits.ts';
import type { BookIncrement, LevelChange } from '#client/feed/messages/books.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createViewLog, type TextView } from '../testing/views.ts';
import { createBookFeed } from './book-feed.ts';
import { createBookWatch } from './book-watch.ts';

/** An exchange that is always right, remembers its book at each sequence number, and sends over a line that is not. */
const middle = 10_000;

interface Moment {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

function createOracle(depth: number) {
  const book = { buy: new Map<number, Decimal>(), sell: new Map<number, Decimal>() };
  for (let rank = 1; rank <= depth; rank += 1) {
    book.buy.set(middle - rank, '1');
    book.sell.set(middle + rank, '1');
  }
  const history: Moment[] = [];
  const rows = (side: Side, sign: 1 | -1) =>
    [...book[side]].toSorted(([a], [b]) => sign * (a - b)).map(([price, size]): BookLevel => [`${price}`, size]);
  const remember = () => void history.push({ bids: rows('buy', -1), asks: rows('sell', 1) });
  remember();
  return {
    /** one to three rows of one increment, each with a number of its own */
    trade(changes: readonly { side: Side; rank: number; size: number }[]): BookIncrement {
      const first = history.length;
      const reported = changes.map(({ side, rank, size }): LevelChange => {
        const price = side === 'buy' ? middle - rank : middle + rank;
        const isLast = book[side].size === 1 && book[side].has(price);
        const text: Decimal = isLast && size === 0 ? '1' : `${size}`;
        if (text === '0') book[side].delete(price);
        else book[side].set(price, text);
        remember();
        return { side, price: `${price}`, size: text, sequence: history.length - 1 };
      });
      return { symbol: 's', sequenceStart: first, sequenceEnd: history.length - 1, timeMs: 1, changes: reported };
    },
    newest: () => history.length - 1,
    at: (sequence: number) => history[sequence],
  };
}

type Step =
  | { readonly kind: 'trade' | 'lose' | 'delay' | 'duplicate' | 'cross' | 'garble'; readonly changes: Change[] }
  | { readonly kind: 'release' | 'repeat' | 'swap' | 'cut' | 'silence' | 'frame' }
  | { readonly kind: 'answer'; readonly how: 'right' | 'stale' | 'fail' }
  | { readonly kind: 'pass'; readonly ms: number };
type Change = { side: Side; rank: number; size: number };

function stepsWithin(reach: number): fc.Arbitrary<Step[]> {
  const change = fc.record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    rank: fc.integer({ min: 1, max: reach }),
    size: fc.integer({ min: 0, max: 3 }),
  });
  const few = fc.array(change, { minLength: 1, maxLength: 3 });
  // a large order takes all levels up to a price
  const sweep = fc
    .record({ side: fc.constantFrom<Side>('buy', 'sell'), ranks: fc.integer({ min: 1, max: reach }) })
    .map(({ side, ranks }) => Array.from({ length: ranks }, (_, rank): Change => ({ side, rank: rank + 1, size: 0 })));
  const changes = fc.oneof({ weight: 8, arbitrary: few }, { weight: 1, arbitrary: sweep });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('trade' as const), changes }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'lose' as const,
          'delay' as const,
          'duplicate' as const,
          'cross' as const,
          'garble' as const,
        ),
        changes,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constantFrom('release', 'repeat', 'swap', 'cut', 'silence', 'frame') }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        how: fc.constantFrom('right' as const, 'right' as const, 'stale' as const, 'fail' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(5, 20, 300, 5_000, 40_000) }),
    },
  );
  return fc.array(step, { minLength: 5, maxLength: 120, size: 'max' });
}

interface Setting {
  readonly depth: number;
  /** levels that the window shows of a side */
  readonly shown: number;
  /** how far from the middle the market trades */
  readonly reach: number;
  /** what a snapshot shows of a side; null: all of it, with a key */
  readonly limit: number | null;
}

const market = { venue: 'spot', symbol: 's' } as const;
const topic = { ...market, kind: 'level2' } as const;

const refuse = () => Promise.resolve(fail('no-secret', 'no key'));

/** Client and exchange of one run, and the checks on what is published. */
function createRun({ depth, shown, limit }: Setting) {
  const oracle = createOracle(depth);
  const clock = createFakeClock();
  const fake = createFakeFeed();
  const open: { sequence: number; resolve: (result: Result<BookSnapshot>) => void }[] = [];
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<Result<BookSnapshot>>();
    open.push({ sequence: oracle.newest(), resolve });
    return promise;
  };
  const client = createFakeClient({ market: { spotBook: limit === null ? ask : refuse }, reference: { book: ask } });
  const book = createBookFeed({ market, feed: fake.feed, client, clock, log: createNotes().log });
  // of a book that was cut, the rows that are shown must be the first ones, and there must be some
  const countOf = (rows: string) => (limit === null ? shown : Math.max(1, rows.split(';').length));
  const check = (view: TextView): void => {
    if (view.state !== 'live') return;
    const right = oracle.at(Number(view.sequence));
    if (right === undefined) throw new Error(`a book at ${view.sequence}, which never was`);
    expect(view.bids).toBe(packRows(right.bids.slice(0, countOf(view.bids))));
    expect(view.asks).toBe(packRows(right.asks.slice(0, countOf(view.asks))));
  };
  const watch = { kind: 'book', ...market, rows: shown, step: null, periodMs: 0 } as const;
  const { views, offer } = createViewLog(check);
  createBookWatch({ profileId: 'p', watch, book, clock, offer });
  const answer = async (how: 'right' | 'stale' | 'fail') => {
    const question = open.shift();
    if (question === undefined) return;
    const sequence = how === 'stale' ? Math.max(0, question.sequence - 7) : oracle.newest();
    const { bids, asks } = oracle.at(sequence) ?? { bids: [], asks: [] };
    const image = {
      symbol: 's',
      sequence: String(sequence),
      timeMs: 1,
      bids: bids.slice(0, limit ?? bids.length),
      asks: asks.slice(0, limit ?? asks.length),
    };
    question.resolve(how === 'fail' ? fail('exchange-failed', 'down') : succeed(image));
    await settle();
  };
  return { oracle, clock, fake, open, views, answer };
}

type Run = ReturnType<typeof createRun>;

/** The line: what was held back, what was sent last, and whether anything gets through. */
interface Wire {
  held: BookIncrement[];
  last: BookIncrement | null;
  isDown: boolean;
}

function send(run: Run, wire: Wire, delta: BookIncrement): void {
  if (wire.isDown) return;
  wire.last = delta;
  run.fake.publish(topic, delta);
}

function tamper(delta: BookIncrement, kind: 'cross' | 'garble'): BookIncrement {
  const [first] = delta.changes;
  if (first === undefined) return delta;
  const price: Decimal = first.side === 'buy' ? `${middle + 1_000}` : `${middle - 1_000}`;
  const broken: LevelChange =
    kind === 'cross' ? { ...first, price, size: '1' } : { ...first, size: uncheckedDecimal('NaN') };
  return { ...delta, changes: [broken, ...delta.changes.slice(1)] };
}

function reconnect(run: Run, wire: Wire): void {
  wire.isDown = false;
  wire.held = [];
  run.fake.state(topic, 'live');
  run.fake.reset(topic);
}

type TradeStep = Extract<Step, { readonly changes: Change[] }>;
type LineKind = Exclude<Step, { readonly changes: Change[] }>['kind'];

/** Something is traded, and this becomes of the message. */
const fates: Readonly<Record<TradeStep['kind'], (run: Run, wire: Wire, delta: BookIncrement) => void>> = {
  trade: send,
  lose: () => {},
  delay: (_run, wire, delta) => void wire.held.push(delta),
  duplicate: (run, wire, delta) => {
    send(run, wire, delta);
    send(run, wire, delta);
  },
  cross: (run, wire, delta) => send(run, wire, tamper(delta, 'cross')),
  garble: (run, wire, delta) => send(run, wire, tamper(delta, 'garble')),
};

function cutOrJoin(run: Run, wire: Wire): void {
  if (wire.isDown) {
    reconnect(run, wire);
    return;
  }
  wire.isDown = true;
  run.fake.state(topic, 'stale', 'down');
}

function sendHeld(run: Run, wire: Wire, deltas: readonly BookIncrement[]): void {
  wire.held = [];
  for (const delta of deltas) send(run, wire, delta);
}

/** What happens on the line, or in time. */
const events: Readonly<Record<LineKind, (run: Run, wire: Wire, step: Step) => void | Promise<void>>> = {
  release: (run, wire) => sendHeld(run, wire, wire.held),
  swap: (run, wire) => sendHeld(run, wire, wire.held.toReversed()),
  repeat: (run, wire) => (wire.last === null ? undefined : send(run, wire, wire.last)),
  cut: cutOrJoin,
  silence: (run, wire) => (wire.isDown ? undefined : run.fake.reset(topic, 'resubscribed')),
  frame: run => run.clock.pass(17),
  answer: (run, _wire, step) => (step.kind === 'answer' ? run.answer(step.how) : undefined),
  pass: (run, _wire, step) => (step.kind === 'pass' ? run.clock.pass(step.ms) : undefined),
};

async function take(run: Run, wire: Wire, next: Step): Promise<void> {
  if ('changes' in next) fates[next.kind](run, wire, run.oracle.trade(next.changes));
  else await events[next.kind](run, wire, next);
}

/** When the faults are over, the book must become right by itself. */
async function calmDown(run: Run, wire: Wire): Promise<void> {
  if (wire.isDown) reconnect(run, wire);
  for (let round = 0; round < 12; round += 1) {
    send(run, wire, run.oracle.trade([{ side: 'buy', rank: 1, size: 1 + (round % 3) }]));
    await run.clock.pass(17);
    while (run.open.length > 0) await run.answer('right');
    await run.clock.pass(31_000);
  }
  send(run, wire, run.oracle.trade([{ side: 'sell', rank: 1, size: 7 }]));
  await run.clock.pass(17);
  expect(run.views.at(-1)).toMatchObject({ state: 'live', sequence: String(run.oracle.newest()) });
}

it.each([
  ['the whole book', { depth: 20, shown: 5, reach: 30, limit: null }],
  ['a book that is cut at a hundred rows', { depth: 130, shown: 100, reach: 140, limit: 100 }],
] as const)(
  'a book shown as live is correct after %s lost, late, doubled, swapped, broken or stale messages (faults 23, 27)',
  async (_name, setting) => {
    await fc.assert(
      fc.asyncProperty(stepsWithin(setting.reach), async steps => {
        const run = createRun(setting);
        const wire: Wire = { held: [], last: null, isDown: false };
        run.fake.state(topic, 'live');
        await settle();
        for (const next of steps) await take(run, wire, next);
        await calmDown(run, wire);
      }),
      { numRuns: 150 },
    );
  },
  60_000,
);
