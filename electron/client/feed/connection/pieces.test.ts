import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, halvesOf } from './topic-batches.ts';
import { readFrame } from './frame.ts';
import { createSleepWatch } from '#time/sleep-watch.ts';
import { createTokenBucket } from '#time/token-bucket.ts';

describe('readFrame', () => {
  it('takes a message, with or without its type', () => {
    const text = '{"topic":"/a:B","subject":"s","data":{"x":1}}';
    const message = { kind: 'message', topic: '/a:B', subject: 's', data: { x: 1 }, text };
    expect(readFrame(text)).toEqual(message);
    const typed = '{"type":"message","topic":"/a:B"}';
    expect(readFrame(typed)).toEqual({ kind: 'message', topic: '/a:B', subject: '', data: undefined, text: typed });
  });

  it('takes control frames with ids and codes of either type', () => {
    expect(readFrame('{"id":1,"type":"ack"}')).toEqual({
      kind: 'control',
      type: 'ack',
      id: '1',
      code: null,
      words: null,
    });
    const error = '{"id":"7","type":"error","code":"509","data":"exceed max"}';
    expect(readFrame(error)).toEqual({ kind: 'control', type: 'error', id: '7', code: 509, words: 'exceed max' });
    expect(readFrame('{"type":"error","code":404.5,"data":{},"topic":"/a"}')).toMatchObject({
      kind: 'control',
      id: null,
      code: null,
      words: null,
    });
  });

  it.each([
    ['', null],
    ['[]', null],
    ['null', null],
    ['{"type":5}', null],
    ['{"type":"message"}', null],
    ['{"topic":5,"type":"message"}', null],
    ['{"type":"message","topic":"/market/level2:A-B","data":{"x":', '/market/level2:A-B'],
  ])('calls %j bad, and says whose it is when that can be seen', (text, topic) => {
    expect(readFrame(text)).toEqual({ kind: 'bad', topic });
  });

  it('pollutes nothing', () => {
    readFrame('{"type":"message","topic":"/a","data":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        expect(['message', 'control', 'bad']).toContain(readFrame(text).kind);
      }),
    );
  });
});

const many = (count: number, isBatchable = true) =>
  Array.from({ length: count }, (_, index) => ({ topic: `/market/level2:S${index}`, isBatchable }));

describe('batches', () => {
  it('puts up to 100 symbols of one prefix into a request', () => {
    const batches = batchesOf([...many(101), { topic: '/account/balance', isBatchable: false }]);
    expect(batches.map(({ topics }) => topics.length)).toEqual([100, 1, 1]);
    expect(batches[1]?.topic).toBe('/market/level2:S100');
    expect(batches[2]?.topic).toBe('/account/balance');
    expect(batches[0]?.topic.startsWith('/market/level2:S0,S1,')).toBe(true);
  });

  it('asks one by one where the exchange wants it', () => {
    expect(batchesOf(many(3, false)).map(({ topic }) => topic)).toEqual([
      '/market/level2:S0',
      '/market/level2:S1',
      '/market/level2:S2',
    ]);
  });

  it('halves', () => {
    const [batch] = batchesOf(many(3));
    expect(batch === undefined ? [] : halvesOf(batch).map(({ topic }) => topic)).toEqual([
      '/market/level2:S0,S1',
      '/market/level2:S2',
    ]);
  });
});

it('the throttle never lets 100 messages into 10 seconds', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 200, maxLength: 400, size: 'max' });
  fc.assert(
    fc.property(pauses, waits => {
      let now = 0;
      const throttle = createTokenBucket({ burst: 9, perSecond: 9, monotonicMs: () => now });
      const sent: number[] = [];
      for (const wait of waits) {
        now += wait > 300 ? wait : 0;
        now += throttle.pauseMs();
        throttle.take();
        sent.push(now);
        expect(sent.filter(at => at > now - 10_000).length).toBeLessThan(100);
      }
    }),
    { numRuns: 30 },
  );
});

it('a ping that does not wait is paid for by those that do', () => {
  const throttle = createTokenBucket({ burst: 1, perSecond: 1, monotonicMs: () => 0 });
  throttle.take();
  expect(throttle.pauseMs()).toBe(1_000);
  throttle.take();
  expect(throttle.pauseMs()).toBe(2_000);
});

const look = (wallMs: number, steadyMs: number): boolean => {
  let wall = 0;
  let steady = 0;
  const hasSlept = createSleepWatch({ nowMs: () => wall, monotonicMs: () => steady, everyMs: 1_000 });
  wall = wallMs;
  steady = steadyMs;
  return hasSlept();
};

describe('36: the sleep watch', () => {
  it.each([
    ['an ordinary second', 1_000, 1_000, false],
    ['a busy moment', 6_000, 6_000, false],
    ['a small correction of the clock', 7_000, 1_000, false],
    ['a clock that is set back', -3_600_000, 1_000, false],
    ['sleep that the monotonic clock did not see', 300_000, 1_000, true],
    ['sleep that it did see', 300_000, 300_000, true],
  ])('%s', (_name, wallMs, steadyMs, expected) => {
    expect(look(wallMs, steadyMs)).toBe(expected);
  });

  it('looks at the time since it was last asked', () => {
    let now = 0;
    const hasSlept = createSleepWatch({ nowMs: () => now, monotonicMs: () => now, everyMs: 1_000 });
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      expect(hasSlept()).toBe(false);
    }
    now += 60_000;
    expect(hasSlept()).toBe(true);
    now += 1_000;
    expect(hasSlept()).toBe(false);
  });
});
