import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureInput } from './input-size.ts';

const plainText = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', ' ') });
const plain = fc.jsonValue().map(value => JSON.parse(JSON.stringify(value).replaceAll(/\\./g, 'e')) as unknown);

function fail(): never {
  throw new Error('it cannot be read');
}

describe('measureInput', () => {
  it('counts like JSON', () => {
    fc.assert(
      fc.property(fc.oneof(plain, fc.dictionary(plainText, fc.array(plainText))), value => {
        const { length } = JSON.stringify(value);
        expect([measureInput(value, length), measureInput(value, length - 1)]).toEqual([length, null]);
      }),
    );
  });

  it.each([
    ['a function', () => 0],
    ['a symbol', Symbol('s')],
    ['a large integer', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(4)],
  ])('rejects %s, also nested', (_, value) => {
    expect([measureInput(value, 1000), measureInput({ a: [value] }, 1000)]).toEqual([null, null]);
  });

  it('rejects a value that throws when it is read', () => {
    const getter = Object.defineProperty({}, 'a', { get: () => fail(), enumerable: true });
    const proxy = new Proxy({}, { ownKeys: () => fail() });
    for (const value of [getter, proxy])
      expect([measureInput(value, 1000), measureInput([value], 1000)]).toEqual([null, null]);
  });

  it('rejects a cycle and endless depth', () => {
    const cycle: Record<string, unknown> = {};
    cycle['again'] = [cycle];
    expect(measureInput(cycle, 65_536)).toBeNull();
    let deep: unknown = null;
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    expect(measureInput(deep, 65_536)).toBeNull();
  });

  it('reads no more of a large value than the limit', () => {
    let reads = 0;
    const item = {
      get text() {
        reads += 1;
        return 'x'.repeat(100);
      },
    };
    expect(
      measureInput(
        Array.from({ length: 300 }, () => item),
        1000,
      ),
    ).toBeNull();
    expect(reads).toBeLessThan(20);
    expect(measureInput(Array.from({ length: 100_000 }), 1000)).toBeNull();
  });
});
