import { expect, it } from 'vitest';
import { answerLines } from './answer-lines.ts';

it('gives each field a line and leaves every digit', () => {
  const text = '{"code":"200000","data":{"id":90071992547409931234,"price":0.10000000000000000001,"tags":[]}}';
  expect(answerLines(text)).toEqual([
    '{',
    '  "code": "200000",',
    '  "data": {',
    '    "id": 90071992547409931234,',
    '    "price": 0.10000000000000000001,',
    '    "tags": [',
    '    ]',
    '  }',
    '}',
  ]);
});

it('leaves what stands in a string, whatever it is', () => {
  const remark = String.raw`"a, {b}: \"c\" [  d"`;
  expect(answerLines(`{"remark":${remark}}`)).toEqual(['{', `  "remark": ${remark}`, '}']);
});

it('shows a text that is no JSON, or the beginning of one, as well as it can', () => {
  expect(answerLines('<html>')).toEqual(['<html>']);
  expect(answerLines('{"a":"b')).toEqual(['{', '  "a": "b']);
  expect(answerLines('}]')).toEqual(['}', ']']);
  expect(answerLines('')).toEqual([]);
});
