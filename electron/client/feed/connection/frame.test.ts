import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrame } from './frame.ts';

describe('readFrame', () => {
  it('accepts a message, with or without its type', () => {
    const text = '{"topic":"/a:B","subject":"s","data":{"x":1}}';
    const message = { kind: 'message', topic: '/a:B', subject: 's', data: { x: 1 }, text };
    expect(readFrame(text)).toEqual(message);
    const typed = '{"type":"message","topic":"/a:B"}';
    expect(readFrame(typed)).toEqual({ kind: 'message', topic: '/a:B', subject: '', data: undefined, text: typed });
  });

  it('accepts control frames with ids and codes of either type', () => {
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
  ])('rejects %j, and names its topic when that is readable', (text, topic) => {
    expect(readFrame(text)).toEqual({ kind: 'bad', topic });
  });

  it('does not pollute prototypes', () => {
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
