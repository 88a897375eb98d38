import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { NumberText } from '#practice/wire/json.ts';

function messageOf(schema: z.ZodMiniType, value: unknown): string {
  const result = fields.read(z.object({ it: schema }), { it: value });
  return result.ok ? 'accepted' : result.message;
}

describe('field schemas', () => {
  it.each([
    [fields.text(3), 'abcd', 'it must be text of 1 to 3 characters'],
    [fields.text(3), '', 'it must be text of 1 to 3 characters'],
    [fields.text(3), undefined, 'it is required'],
    [fields.text(3), ['a', 'b'], 'it must be text of 1 to 3 characters'],
    [fields.ascii(20), 'a'.repeat(21), 'it must be at most 20 ASCII characters'],
    [fields.ascii(20), 'naïve', 'it must be at most 20 ASCII characters'],
    [fields.ascii(20), 'tag 1', 'accepted'],
    [fields.side, 'hold', 'it must be one of buy, sell'],
    [fields.flag, 'true', 'it must be true or false'],
    [fields.amount, '0', 'it must be a positive decimal string'],
    [fields.amount, '-1', 'it must be a positive decimal string'],
    [fields.amount, '1e3', 'it must be a positive decimal string'],
    [fields.amount, new NumberText('1'), 'it must be a positive decimal string'],
    [fields.amount, '1'.repeat(41), 'it must be a positive decimal string'],
    [fields.amount, '0.00001', 'accepted'],
    [fields.numericAmount, 'abc', 'it must be a positive number'],
    [fields.numericAmount, new NumberText('0'), 'it must be a positive number'],
    [fields.numericAmount, new NumberText('1e300'), 'it must be a positive number'],
    [fields.numericAmount, undefined, 'it is required'],
    [fields.wholeText({ minimum: 1, maximum: 5 }), '6', 'it must be a whole number from 1 to 5'],
    [fields.wholeText({ minimum: 1, maximum: 5 }), '0', 'it must be a whole number from 1 to 5'],
    [fields.wholeText({ minimum: 1, maximum: 5 }), '2.5', 'it must be a whole number from 1 to 5'],
    [fields.wholeText({ minimum: 1, maximum: 5 }), '5', 'accepted'],
    [fields.wholeNumber({ minimum: -1, maximum: 5 }), '3', 'it must be a whole number from -1 to 5'],
    [fields.wholeNumber({ minimum: -1, maximum: 5 }), new NumberText('-1'), 'accepted'],
    [fields.wholeNumber({ minimum: -1, maximum: 5 }), new NumberText('1.0'), 'it must be a whole number from -1 to 5'],
  ])('%# checks %j', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });

  it('keeps every digit of a numeric amount', () => {
    const schema = z.object({ margin: fields.numericAmount });
    const margin = new NumberText('0.000016670000000000000001');
    expect(fields.read(schema, { margin })).toEqual({ ok: true, value: { margin: '0.000016670000000000000001' } });
    expect(fields.read(schema, { margin: '5' })).toEqual({ ok: true, value: { margin: '5' } });
    expect(fields.read(schema, { margin: new NumberText('1e-7') })).toEqual({
      ok: true,
      value: { margin: '0.0000001' },
    });
  });

  it('requires an object', () => {
    expect(fields.read(z.object({}), undefined)).toMatchObject({ ok: false, message: 'a JSON object is required' });
  });

  it('takes an empty query value as not given', () => {
    const schema = z.object({ symbol: z.exactOptional(fields.symbol), page: fields.orElse(fields.epochMs, 7) });
    expect(fields.readQuery(schema, { symbol: '', page: '' })).toEqual({ ok: true, value: { page: 7 } });
    expect(fields.readQuery(schema, undefined)).toEqual({ ok: true, value: { page: 7 } });
  });
});

describe('given', () => {
  it('drops undefined and keeps false, zero and null', () => {
    expect(fields.given({ a: undefined, b: false, c: 0, d: null })).toEqual({ b: false, c: 0, d: null });
  });
});
