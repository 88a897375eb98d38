import { expect, it } from 'vitest';
import { answerLines } from './answer-lines.ts';

it('answer lines give each field a line and keep every digit', () => {
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

it('answer lines keep the content of a string', () => {
  const remark = String.raw`"a, {b}: \"c\" [  d"`;
  expect(answerLines(`{"remark":${remark}}`)).toEqual(['{', `  "remark": ${remark}`, '}']);
});

it('answer lines show a text that is not JSON, or a truncated one, as far as possible', () => {
  expect(answerLines('<html>')).toEqual(['<html>']);
  expect(answerLines('{"a":"b')).toEqual(['{', '  "a": "b']);
  expect(answerLines('}]')).toEqual(['}', ']']);
  expect(answerLines('')).toEqual([]);
});
