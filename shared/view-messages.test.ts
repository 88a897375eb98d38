import { expect, it } from 'vitest';
import { buildLiveBook } from './testing/build-book.ts';
import type { BookLevel } from './domain/market/book.ts';
import type { BookMessage, LiveBook } from './domain/live.ts';
import { createViewReader, createViewWriter } from './view-messages.ts';

const view = (sequence: string, bids: readonly BookLevel[], change: Partial<LiveBook> = {}) =>
  buildLiveBook({ sequence, bids, ...change });
const low: readonly BookLevel[] = [['99', '1']];
const high: readonly BookLevel[] = [['100', '2'], ...low];

function must(message: BookMessage | null): BookMessage {
  if (message === null) throw new Error('nothing was written');
  return message;
}

it('view messages send the first view whole, the next as differences, and each is read as written', () => {
  const writer = createViewWriter();
  const reader = createViewReader();
  const messages = [view('1', low), view('2', high, { asOfMs: 7 }), view('3', low)].map(each => {
    const message = must(writer.write(each));
    expect(reader.read(message)).toEqual(each);
    return message;
  });
  expect(messages.map(({ kind, serial }) => [kind, serial])).toEqual([
    ['whole', 1],
    ['edits', 2],
    ['edits', 3],
  ]);
  expect(messages[1]?.bids).toBe('0+100|2');
});

it('view messages omit a view without a visible change', () => {
  const writer = createViewWriter();
  writer.write(view('1', low));
  expect(writer.write(view('2', [...low], { asOfMs: 9 }))).toBeNull();
  expect(must(writer.write(view('3', high))).serial).toBe(2);
});

it('view messages confirm an unchanged correct book every five seconds', () => {
  const writer = createViewWriter();
  const reader = createViewReader();
  reader.read(must(writer.write(view('1', low, { asOfMs: 1000 }))));
  expect(writer.write(view('1', low, { asOfMs: 5999 }))).toBeNull();
  expect(writer.write(view('1', low, { asOfMs: null }))).toBeNull();
  const fresh = view('1', low, { asOfMs: 6000 });
  expect(reader.read(must(writer.write(fresh)))).toEqual(fresh);
  expect(writer.write(view('1', low, { asOfMs: 7000 }))).toBeNull();
});

it('view messages send another state, reason or source whole, and the first after a restart', () => {
  const writer = createViewWriter();
  writer.write(view('1', low));
  for (const change of [{ state: 'stale' }, { detail: 'late' }, { source: 'top-50' }] as const)
    expect(must(writer.write(view('1', low, change))).kind).toBe('whole');
  writer.startOver();
  expect(must(writer.write(view('1', low, { source: 'top-50' }))).kind).toBe('whole');
});

it('view messages reject edits that follow another message than the last, and all after them', () => {
  const writer = createViewWriter();
  const reader = createViewReader();
  const [first, second, third] = [view('1', low), view('2', high), view('3', low)].map(each =>
    must(writer.write(each)),
  );
  expect(reader.read(must(second ?? null))).toBeNull();
  expect(reader.read(must(first ?? null))).not.toBeNull();
  expect(reader.read(must(third ?? null))).toBeNull();
  expect(reader.read(must(second ?? null))).toBeNull();
});

it('view messages reject edits that do not fit the rows', () => {
  for (const wrong of [{ bids: '9-' }, { asks: '9-' }]) {
    const reader = createViewReader();
    const writer = createViewWriter();
    reader.read(must(writer.write(view('1', low))));
    expect(reader.read({ ...must(writer.write(view('2', high))), ...wrong })).toBeNull();
  }
});

it('view messages keep books independent, and drop old ones', () => {
  const reader = createViewReader();
  const names = Array.from({ length: 65 }, (_, index) => `COIN${index}`);
  const writers = names.map(symbol => {
    const writer = createViewWriter();
    reader.read(must(writer.write(view('1', low, { symbol }))));
    return { symbol, writer };
  });
  const results = writers.map(({ symbol, writer }) => reader.read(must(writer.write(view('2', high, { symbol })))));
  expect(results[0]).toBeNull();
  expect(results.slice(1).every(book => book?.bids.length === 2)).toBe(true);
});

const grouped = (bid: '99.1' | '99.2') => view('1', low, { step: '1', touch: { bid, ask: null } });

it('view messages send best prices that move within one step', () => {
  const writer = createViewWriter();
  const reader = createViewReader();
  expect(reader.read(must(writer.write(grouped('99.1'))))).toEqual(grouped('99.1'));
  expect(reader.read(must(writer.write(grouped('99.2'))))).toEqual(grouped('99.2'));
  expect(writer.write(grouped('99.2'))).toBeNull();
});
