import { describe, expect, it } from 'vitest';
import { NumberText, numeric, readJson, writeJson } from './json.ts';

describe('writeJson', () => {
  it('writes numbers beyond 2^53 and decimals to their last digit', () => {
    const value = { id: 9_007_199_254_740_993n, margin: numeric('0.000016670000000000000001'), ms: 1_732_000_000_000 };
    expect(writeJson(value)).toBe('{"id":9007199254740993,"margin":0.000016670000000000000001,"ms":1732000000000}');
  });

  it('omits undefined members and keeps null, text, booleans and lists', () => {
    const value = { a: undefined, b: null, 'c"': 'x"\n', d: [true, false, []], e: {} };
    expect(writeJson(value)).toBe('{"b":null,"c\\"":"x\\"\\n","d":[true,false,[]],"e":{}}');
  });

  it('rejects numbers that JSON does not have', () => {
    expect(() => writeJson({ a: Number.NaN })).toThrow(RangeError);
    expect(() => writeJson([Number.POSITIVE_INFINITY])).toThrow(RangeError);
  });
});

describe('readJson', () => {
  it('keeps the text of every number', () => {
    const parsed = readJson('{"margin":0.000016670000000000000001,"list":[12345678901234567890,1e-7],"text":"1"}');
    expect(parsed?.value).toEqual({
      margin: new NumberText('0.000016670000000000000001'),
      list: [new NumberText('12345678901234567890'), new NumberText('1e-7')],
      text: '1',
    });
  });

  it('takes a null member as not given, and keeps the positions of a list', () => {
    expect(readJson('{"a":null,"b":{"c":null},"d":[null,{"e":null}]}')).toStrictEqual({
      value: { b: {}, d: [null, {}] },
    });
    expect(readJson('null')).toStrictEqual({ value: undefined });
  });

  it.each(['', '{', '{"a":}', 'nope', '[1,]', '{"a":1}x'])('answers null to malformed text %j', text => {
    expect(readJson(text)).toBeNull();
  });

  it('accepts absurd nesting', () => {
    expect(readJson('['.repeat(100_000) + ']'.repeat(100_000))).toBeNull();
  });

  it('does not touch the prototype', () => {
    const parsed = readJson('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(parsed?.value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});
