import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromNumber, fromScientific } from '#shared/decimal.ts';
import { exactNumber, parseExact } from './exact-json.ts';

function valueOf(text: string): unknown {
  const parsed = parseExact(text);
  if (!parsed.ok) throw new Error(parsed.problem.kind);
  return parsed.value;
}

function problemOf(text: string) {
  const parsed = parseExact(text);
  return parsed.ok ? null : parsed.problem;
}

describe('numbers', () => {
  it.each([
    ['1', 1],
    ['-1.5', -1.5],
    ['0', 0],
    ['-0', 0],
    ['-0.0', 0],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['1E-7', 1e-7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['11040911994273793', '11040911994273793'],
    ['1545914149935808589', '1545914149935808589'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['0.10000000000000000001', '0.10000000000000000001'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('reads %s as %j', (source, value) => {
    expect(valueOf(`[${source}]`)).toEqual([value]);
    expect(valueOf(source)).toBe(value);
  });

  it.each(['1e400', '-1e400', '1e309', '1e-400', '1e100', `1${'0'.repeat(80)}`, `0.${'1'.repeat(80)}`])(
    'rejects %s with its field',
    source => {
      expect(problemOf(`{"a":{"price":${source}}}`)).toEqual({ kind: 'bad-number', field: 'price' });
    },
  );

  it('keep all their digits', () => {
    const digits = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.option(fc.stringMatching(/^\d{1,25}$/)),
    );
    fc.assert(
      fc.property(digits, ([isNegative, whole, fraction]) => {
        const source = `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`;
        const value = valueOf(`{"n":${source}}`);
        const read = typeof value === 'object' && value !== null && 'n' in value ? value.n : undefined;
        const text = typeof read === 'number' ? fromNumber(read) : read;
        expect(text).toBe(fromScientific(source));
      }),
      { numRuns: 500 },
    );
  });

  it('numbers are taken digit for digit only with a known source', () => {
    expect(exactNumber(9007199254740992, '9007199254740993')).toBe('9007199254740993');
    expect(exactNumber(1, undefined)).toBeNull();
    expect(exactNumber(Number.POSITIVE_INFINITY, '1e999')).toBeNull();
  });
});

describe('structure', () => {
  it('reads what JSON.parse reads when there is nothing odd in it', () => {
    const key = fc.string().filter(name => !['__proto__', 'constructor', 'prototype', 'toJSON'].includes(name));
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseExact(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__', '__\\u0070roto__'])(
    'rejects the key %s at any depth',
    key => {
      const kind = { kind: 'forbidden-key' };
      expect(problemOf(`{"${key}":{"polluted":1}}`)).toMatchObject(kind);
      expect(problemOf(`{"data":[{"a":1},{"${key}":1}]}`)).toMatchObject(kind);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  it('accepts those words as values', () => {
    expect(valueOf('{"remark":"__proto__","list":["constructor"]}')).toEqual({
      remark: '__proto__',
      list: ['constructor'],
    });
  });

  it.each(['{"a":1,"a":2}', '{"x":[{"a":1,"b":{},"a":2}]}', '{"a":1,"\\u0061":2}', '{"a" : 1 , "a" : 2}'])(
    'rejects the repeated key in %s',
    text => {
      expect(problemOf(text)).toEqual({ kind: 'duplicate-key', field: 'a' });
    },
  );

  it('accepts the same key in different objects', () => {
    expect(valueOf('[{"a":{"a":1}},{"a":2}]')).toEqual([{ a: { a: 1 } }, { a: 2 }]);
  });

  it('accepts 64 levels and rejects 65', () => {
    expect(problemOf('['.repeat(64) + ']'.repeat(64))).toBeNull();
    expect(problemOf('['.repeat(65) + ']'.repeat(65))).toEqual({ kind: 'too-deep', field: null });
    expect(problemOf('{"a":'.repeat(100_000))).toEqual({ kind: 'too-deep', field: null });
  });

  it('does not count brackets and quotes inside strings', () => {
    const text = JSON.stringify({ remark: '[{"\\'.repeat(100), other: '"' });
    expect(parseExact(text).ok).toBe(true);
  });

  it.each(['"\\ud800"', '"a\\udc00b"', '{"k":"\\ud83d"}'])('rejects the half surrogate pair in %s', text => {
    expect(problemOf(text)?.kind).toBe('bad-text');
  });

  it('accepts a whole pair', () => {
    expect(valueOf('"\\ud83d\\ude00"')).toBe('😀');
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":"b',
    '{"a\\',
    '{"\\x":1}',
    '[1,]',
    '{"a":1,}',
    'NaN',
    'Infinity',
    'undefined',
    '<html>"no"</html>',
    '{"a":01}',
    '{"a":+1}',
    "{'a':1}",
    '{"a":1}{"b":2}',
    '\ufeff{"a":1}',
    '{"a":"\n"}',
  ])('reports that %j is not JSON', text => {
    expect(problemOf(text)).toEqual({ kind: 'syntax', field: null });
  });
});
