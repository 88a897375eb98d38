import { describe, expect, it } from 'vitest';
import type { OutgoingFrame } from '../feed/connection/faults.ts';
import { type JsonValue, writeJson } from '../wire/json.ts';
import { crossed, malformed, overlapping } from './corrupt-frames.ts';

function frame(data: JsonValue): OutgoingFrame {
  const body = { topic: '/t:A', type: 'message', subject: 's', data };
  return { kind: 'message', topic: '/t:A', body, text: writeJson(body) };
}

function dataOf(text: string | null): unknown {
  if (text === null) return null;
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'data' in parsed ? parsed.data : undefined;
}

const level2 = (asks: JsonValue, bids: JsonValue): JsonValue => ({
  changes: { asks, bids },
  sequenceStart: 5,
  sequenceEnd: 6,
  symbol: 'A',
});

describe('a crossed frame', () => {
  it('adds a bid above everything to a spot increment, and keeps its range', () => {
    expect(dataOf(crossed(frame(level2([['0', '0', '5']], [['100.5', '1', '6']]))))).toEqual({
      changes: {
        asks: [['0', '0', '5']],
        bids: [
          ['100.5', '1', '6'],
          ['201', '1', '6'],
        ],
      },
      sequenceStart: 5,
      sequenceEnd: 6,
      symbol: 'A',
    });
  });

  it.each<[string, JsonValue, unknown]>([
    ['a futures increment', { sequence: 7, change: '90631.2,sell,2' }, { sequence: 7, change: '181262.4,buy,1' }],
    ['a depth', { asks: [['101', '1']], bids: [['100', 2]] }, { asks: [['100', 2]], bids: [['101', '1']] }],
    ['a level1', { asks: ['101', '1'], bids: ['100', '2'] }, { asks: ['100', '2'], bids: ['101', '1'] }],
    [
      'a spot ticker',
      { bestAsk: '101', bestAskSize: '1', bestBid: '100', bestBidSize: '2' },
      { bestAsk: '100', bestAskSize: '2', bestBid: '101', bestBidSize: '1' },
    ],
    [
      'a futures ticker',
      { bestAskPrice: '101', bestAskSize: 1, bestBidPrice: '100', bestBidSize: 2 },
      { bestAskPrice: '100', bestAskSize: 2, bestBidPrice: '101', bestBidSize: 1 },
    ],
  ])('crosses %s', (_name, data, corrupted) => {
    expect(dataOf(crossed(frame(data)))).toEqual(corrupted);
  });

  it.each<[string, JsonValue]>([
    ['an increment without a price', level2([['0', '0', '5']], [])],
    ['a depth with an empty side', { asks: [['101', '1']], bids: [] }],
    ['a book that is crossed already', { asks: ['99', '1'], bids: ['100', '1'] }],
    ['a futures increment of nothing', { change: '0,buy,0' }],
    ['an order', { orderId: 'o1', price: '100' }],
    ['a list', []],
    ['nothing', null],
  ])('cannot cross %s', (_name, data) => {
    expect(crossed(frame(data))).toBeNull();
  });
});

describe('an overlapping frame', () => {
  it('repeats numbers of the increment before, and keeps its rows', () => {
    expect(dataOf(overlapping(frame(level2([], [['100.5', '1', '6']]))))).toMatchObject({
      sequenceStart: 2,
      sequenceEnd: 6,
      changes: { bids: [['100.5', '1', '6']] },
    });
    expect(dataOf(overlapping(frame({ sequenceStart: 2n })))).toEqual({ sequenceStart: 1 });
  });

  it.each<JsonValue>([{ sequence: 7, change: '1,buy,1' }, [], null])('cannot be made of %j', data => {
    expect(overlapping(frame(data))).toBeNull();
  });
});

describe('a malformed frame', () => {
  it('has half of the text', () => {
    const whole = frame({ a: 1 });
    const text = malformed(whole, 'cut') ?? '';
    expect(whole.text.startsWith(text)).toBe(true);
    expect(text.length).toBe(Math.floor(whole.text.length / 2));
    expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  });

  it('keeps the envelope around another shape', () => {
    expect(JSON.parse(malformed(frame({ a: '1' }), 'shape') ?? '')).toEqual({
      topic: '/t:A',
      type: 'message',
      subject: 's',
      data: [['unexpected', { data: null }]],
    });
  });

  it.each<[JsonValue, unknown]>([
    [
      level2([], [['100.5', '1', '6']]),
      { changes: { asks: [], bids: [['NaN', '1', '6']] }, sequenceStart: 5, sequenceEnd: 6, symbol: 'A' },
    ],
    [
      { sequence: 7, change: '90631.2,sell,2' },
      { sequence: 7, change: '-,sell,2' },
    ],
    [
      { symbol: 'A', price: '1.5', size: '2' },
      { symbol: 'A', price: 'NaN', size: '2' },
    ],
  ])('has one wrong number of %j', (data, corrupted) => {
    expect(dataOf(malformed(frame(data), 'number'))).toEqual(corrupted);
  });

  it('cannot have a wrong number without any number', () => {
    expect(malformed(frame({ symbol: 'A', open: true, list: [null, { a: 'b' }] }), 'number')).toBeNull();
    expect(malformed({ ...frame(null), body: { type: 'ack' } }, 'number')).toBeNull();
  });
});
