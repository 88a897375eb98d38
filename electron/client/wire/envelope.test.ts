import { describe, expect, it } from 'vitest';
import { openEnvelope } from './envelope.ts';

function open(body: unknown, { status = 200, isBatch = false } = {}) {
  return openEnvelope(status, typeof body === 'string' ? body : JSON.stringify(body), isBatch);
}

describe('openEnvelope', () => {
  it('takes the data out of the wrapped body', () => {
    expect(open({ code: '200000', data: [1] })).toEqual({ kind: 'data', data: [1] });
    expect(open({ code: 200000, data: 'success' })).toEqual({ kind: 'data', data: 'success' });
    expect(open({ code: '200000' })).toEqual({ kind: 'data', data: null });
  });

  it('takes an unwrapped body as it is', () => {
    expect(open({ currentPage: 1, items: [] })).toEqual({ kind: 'data', data: { currentPage: 1, items: [] } });
    expect(open([1, 2])).toEqual({ kind: 'data', data: [1, 2] });
    expect(open('null')).toEqual({ kind: 'data', data: null });
  });

  it('reports a failure for HTTP 200 with an error code', () => {
    expect(open({ msg: 'Balance insufficient!', code: '200004' })).toEqual({
      kind: 'rejected',
      code: '200004',
      message: 'Balance insufficient!',
    });
    expect(open({ code: '400100' })).toEqual({ kind: 'rejected', code: '400100', message: '' });
    expect(open({ code: '200', data: [] })).toMatchObject({ kind: 'rejected', code: '200' });
    expect(open({ code: '429000', msg: 5 })).toEqual({ kind: 'rejected', code: '429000', message: '' });
  });

  it('reads the code of an error status too', () => {
    expect(open({ code: '400003', msg: 'KEY not exists' }, { status: 401 })).toMatchObject({
      kind: 'rejected',
      code: '400003',
    });
  });

  it('rejects a body without a code under an error status', () => {
    expect(open({ items: [] }, { status: 500 })).toEqual({ kind: 'garbled', problem: null });
    expect(open({ code: '200000', data: 1 }, { status: 502 })).toEqual({ kind: 'garbled', problem: null });
    expect(open([], { status: 302 })).toEqual({ kind: 'garbled', problem: null });
  });

  it('takes a position that does not exist for a rejection although the code is that of success', () => {
    expect(open({ code: '200000', msg: 'Position does not exist' })).toMatchObject({
      kind: 'rejected',
      code: '200000',
    });
    expect(open({ code: '200000', msg: 'Position does not exist', data: null })).toMatchObject({ kind: 'rejected' });
    expect(open({ code: '200000', msg: 'does not exist', data: [] })).toEqual({ kind: 'data', data: [] });
    expect(open({ code: '200000', msg: 'Success' })).toEqual({ kind: 'data', data: null });
  });

  it('keeps the message of a success without data when it is not a success message', () => {
    const words = { kind: 'empty', code: '200000', message: 'Leverage is too high' };
    expect(open({ code: '200000', msg: 'Leverage is too high' })).toEqual(words);
    expect(open({ code: '200000', msg: 'Leverage is too high', data: null })).toEqual(words);
    expect(open({ code: '200', msg: 'Leverage is too high' }, { isBatch: true })).toMatchObject({ kind: 'empty' });
    expect(open({ code: '200000', msg: 'Leverage is too high', data: {} })).toEqual({ kind: 'data', data: {} });
    expect(open({ code: '200000', msg: 'OK', data: null })).toEqual({ kind: 'data', data: null });
    expect(open({ code: '200000', msg: 'no' }, { status: 500 })).toEqual({ kind: 'garbled', problem: null });
  });

  it('opens the three spellings of the batch envelope', () => {
    const rows = [{ orderId: 'a', success: true }];
    const batch = { isBatch: true };
    expect(open({ success: true, code: '200', msg: 'success', retry: false, data: rows }, batch)).toEqual({
      kind: 'data',
      data: rows,
    });
    expect(open({ code: '200000', data: rows }, batch)).toEqual({ kind: 'data', data: rows });
    expect(open({ code: '200000', data: { data: rows } }, batch)).toEqual({ kind: 'data', data: rows });
    expect(open({ code: '200000', data: { success: true, code: '200', data: rows } }, batch)).toEqual({
      kind: 'data',
      data: rows,
    });
    expect(open({ code: '200000', data: { code: '400100', msg: 'no', data: [] } }, batch)).toEqual({
      kind: 'rejected',
      code: '400100',
      message: 'no',
    });
    expect(open({ code: '200000', data: { other: 1 } }, batch)).toEqual({ kind: 'data', data: { other: 1 } });
    expect(open(rows, batch)).toEqual({ kind: 'data', data: rows });
  });

  it('names the error in a body', () => {
    expect(open('<html></html>')).toEqual({ kind: 'garbled', problem: { kind: 'syntax', field: null } });
    expect(open('{"code":"200000","data":{"__proto__":1}}')).toEqual({
      kind: 'garbled',
      problem: { kind: 'forbidden-key', field: '__proto__' },
    });
  });
});
