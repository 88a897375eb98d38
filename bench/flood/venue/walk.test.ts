import { expect, it } from 'vitest';
import type { Level2Frame } from '#bench/book/book-deltas.ts';
import { parseOwn } from '#bench/own-json.ts';
import { createBook, createFrameWriter, pictureAt } from './walk.ts';

const rows = 20;
const laps = 2.5;
const lap = 65_536;

const pack = (levels: readonly (readonly string[])[]) => levels.map(level => level.join('|')).join(';');

it('flood walk repeats with a correct book', () => {
  const book = createBook();
  for (let step = 0; step < lap * laps; step += 1) book.step();
  const { bids, asks, sequence } = book.snapshot(rows);
  expect(pictureAt(Number(sequence), rows)).toEqual({ bids: pack(bids), asks: pack(asks) });
  expect([bids.length, asks.length]).toEqual([rows, rows]);
});

const rowsOf = (frame: Level2Frame | undefined) => [
  ...(frame?.data.changes.asks ?? []),
  ...(frame?.data.changes.bids ?? []),
];

it('flood walk writes the frame of any number', () => {
  const write = createFrameWriter();
  const [first, later] = [1001, 1001 + lap].map(sequence => parseOwn<Level2Frame>(write(sequence, 7)));
  expect(first).toMatchObject({
    type: 'message',
    topic: '/market/level2:BTC-USDT',
    subject: 'trade.l2update',
    data: { sequenceStart: 1001, sequenceEnd: 1001, symbol: 'BTC-USDT', time: 7 },
  });
  expect(rowsOf(first).map(([, , sequence]) => sequence)).toEqual(['1001']);
  expect(later?.data.sequenceEnd).toBe(1001 + lap);
  const withoutNumbers = (frame: Level2Frame | undefined) => rowsOf(frame).map(([price, size]) => [price, size]);
  expect(withoutNumbers(later)).toEqual(withoutNumbers(first));
});
