import { createHmac, createSecretKey } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, hmacBase64, prehash, type SignerOptions } from './sign.ts';
import { prepareRequest } from './wire/request.ts';

const secret = 'f03a5284-5c39-4aaa-9b20-dea10bdcf8e3';
const input: SignerOptions = { key: 'k1', secret, passphrase: 'open sesame', keyVersion: '2', headerPrefix: 'SVC' };

function headersOf(signer: ReturnType<typeof createSigner>, request: Parameters<typeof signer.sign>[0]) {
  const signed = signer.sign(request);
  if (!signed.ok) throw new Error(signed.error.kind);
  return signed.value;
}

describe('the public vectors', () => {
  it('signs the documented request', () => {
    const request = {
      timestampMs: 1547015186532,
      method: 'POST',
      target: '/api/v1/deposit-addresses',
      body: '{"currency":"BTC"}',
    } as const;
    expect(prehash(request)).toBe('1547015186532POST/api/v1/deposit-addresses{"currency":"BTC"}');
    expect(headersOf(createSigner(input), request)['SVC-API-SIGN']).toBe(
      '7QP/oM0ykidMdrfNEUmng8eZjg/ZvPafjIqmxiVfYu4=',
    );
  });

  it('signs the decoded query and sends the encoded one', () => {
    const prepared = prepareRequest({ endpoint: 'spot.orders', query: { passphrase: 'abc!@#11' } });
    expect(prepared).toMatchObject({
      ok: true,
      value: {
        signedTarget: '/api/v1/orders?passphrase=abc!@#11',
        wireTarget: '/api/v1/orders?passphrase=abc!%40%2311',
      },
    });
  });
});

describe('the headers', () => {
  const request = {
    timestampMs: 1700000000123,
    method: 'GET',
    target: '/api/v1/orders?status=active',
    body: '',
  } as const;

  it('carry key, signature, time, passphrase and version under the prefix', () => {
    const headers = headersOf(createSigner({ ...input, headerPrefix: 'KC' }), request);
    expect(Object.keys(headers).toSorted()).toEqual([
      'KC-API-KEY',
      'KC-API-KEY-VERSION',
      'KC-API-PASSPHRASE',
      'KC-API-SIGN',
      'KC-API-TIMESTAMP',
    ]);
    expect(headers).toMatchObject({
      'KC-API-KEY': 'k1',
      'KC-API-TIMESTAMP': '1700000000123',
      'KC-API-KEY-VERSION': '2',
    });
  });

  it.each(['2', '3'] as const)('send the HMAC of the passphrase for key version %s', keyVersion => {
    const expected = createHmac('sha256', secret).update('open sesame').digest('base64');
    expect(headersOf(createSigner({ ...input, keyVersion }), request)['SVC-API-PASSPHRASE']).toBe(expected);
  });

  it('send the plain passphrase for key version 1', () => {
    expect(headersOf(createSigner({ ...input, keyVersion: '1' }), request)['SVC-API-PASSPHRASE']).toBe('open sesame');
  });

  it('accept secrets and bodies outside ASCII', () => {
    const odd = 'schlüssel-日本';
    const body = '{"remark":"ü"}';
    const headers = headersOf(createSigner({ ...input, secret: odd }), { ...request, method: 'POST', body });
    const text = `${request.timestampMs}POST${request.target}${body}`;
    expect(headers['SVC-API-SIGN']).toBe(createHmac('sha256', odd).update(text).digest('base64'));
  });
});

describe('values that no header can carry', () => {
  const request = { timestampMs: 1, method: 'GET', target: '/', body: '' } as const;

  it.each([
    ['a key with a line break', { key: 'a\nb' }, 'unknown-key', 'The API key is empty or has characters'],
    ['a key that ends in a line break', { key: 'ab\n' }, 'unknown-key', 'The API key is empty or has characters'],
    ['a key that begins with a blank', { key: ' ab' }, 'unknown-key', 'The API key is empty or has characters'],
    ['a key outside ASCII', { key: 'schlüssel' }, 'unknown-key', 'The API key is empty or has characters'],
    ['an empty key', { key: '' }, 'unknown-key', 'The API key is empty or has characters'],
    [
      'a plain passphrase with a line break',
      { passphrase: 'a\r\nb', keyVersion: '1' },
      'wrong-passphrase',
      'The passphrase is empty or has characters',
    ],
    ['an empty secret', { secret: '' }, 'wrong-signature', 'The API secret is empty.'],
  ] as const)('%s is rejected by name and never quoted', (_name, change, kind, words) => {
    const signed = createSigner({ ...input, ...change }).sign(request);
    expect(signed).toMatchObject({ ok: false, error: { kind, isOutcomeUnknown: false } });
    expect(!signed.ok && signed.error.message).toContain(words);
    for (const value of Object.values(change))
      if (value.length > 1) expect(JSON.stringify(signed)).not.toContain(value);
  });

  it('accept a key of a single character', () => {
    expect(createSigner({ ...input, key: 'k' }).sign(request).ok).toBe(true);
  });

  it('accept any passphrase when only its HMAC is sent', () => {
    expect(createSigner({ ...input, passphrase: 'a\r\nbü' }).sign(request).ok).toBe(true);
  });
});

describe('the signer keeps its secret', () => {
  it('prints as [signer] in every form of inspection', () => {
    const signer = createSigner({ ...input, keyVersion: '1' });
    expect(JSON.stringify({ signer })).toBe('{"signer":"[signer]"}');
    expect(inspect(signer)).toBe('[signer]');
    expect(inspect({ deep: { signer } }, { showHidden: true, depth: null })).toContain('[signer]');
    expect(Reflect.apply(String, null, [signer])).toBe('[signer]');
    expect(Object.keys(signer)).toEqual([]);
    const seen = inspect(signer, { customInspect: false, showHidden: true, depth: null });
    for (const piece of [secret, 'open sesame', 'k1']) expect(seen).not.toContain(piece);
    expect(Object.isFrozen(signer)).toBe(true);
  });
});

describe('wire and signature', () => {
  it('agree: the signed text equals the text that a server decodes, for any query', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(value, value, (symbol, side) => {
        const prepared = prepareRequest({ endpoint: 'spot.orders', query: { symbol, side, startAt: undefined } });
        if (!prepared.ok) throw new Error(prepared.error.message);
        const { wireTarget, signedTarget } = prepared.value;
        expect(decodeURIComponent(wireTarget)).toBe(signedTarget);
        const url = new URL(`https://exchange.example${wireTarget}`);
        expect(`${url.pathname}${url.search}`).toBe(wireTarget);
        expect(url.searchParams.get('symbol')).toBe(symbol);
        expect(url.searchParams.get('side')).toBe(side);
      }),
    );
  });

  it('agree for any id in the path, and no id leaves its path segment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), orderId => {
        const prepared = prepareRequest({ endpoint: 'futures.order', path: { orderId } });
        if (!prepared.ok) {
          expect(prepared.error.kind).toBe('invalid-request');
          return;
        }
        const url = new URL(`https://exchange.example${prepared.value.wireTarget}`);
        expect(url.pathname).toBe(prepared.value.wireTarget);
        expect(prepared.value.signedTarget).toBe(`/api/v1/orders/${orderId}`);
        expect(decodeURIComponent(prepared.value.wireTarget)).toBe(prepared.value.signedTarget);
      }),
    );
  });

  it.each(['', '.', '..', 'a/b', 'a?b', 'a#b', 'a\\b', 'a b', 'x'.repeat(129)])('reject %j as an id', orderId => {
    expect(prepareRequest({ endpoint: 'futures.order', path: { orderId } })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'orderId' },
    });
  });

  it('reject half a surrogate pair instead of throwing', () => {
    expect(prepareRequest({ endpoint: 'spot.orders', query: { symbol: '\ud800' } })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'symbol' },
    });
  });

  it('differ for different requests, and the HMAC equals that of node', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, key) => {
        const expected = createHmac('sha256', Buffer.from(key)).update(text).digest('base64');
        expect(hmacBase64(createSecretKey(Buffer.from(key)), text)).toBe(expected);
      }),
    );
  });
});
