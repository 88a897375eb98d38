import { expect, it } from 'vitest';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createClient } from '../client.ts';
import { createFakeExchange, json } from '../testing/fake-exchange.ts';
import { createSigner } from '../sign.ts';
import { cleanExchangeText } from './exchange-text.ts';

const sent = {
  'KC-API-KEY': '5b1fCANARYkey90ac77de',
  'KC-API-SIGN': 'c2lnbmF0dXJlIGluIGJhc2U2NA==',
  'KC-API-PASSPHRASE': 'word',
  'KC-API-TIMESTAMP': '1700000000000',
  'KC-API-KEY-VERSION': '3',
};

it('exchange messages keep plain words, in every script', () => {
  for (const text of ['Balance insufficient!', '余额不足', 'Größe 3 at 1700000000000', '']) {
    expect(cleanExchangeText(text, sent)).toBe(text);
  }
});

it.each(['KC-API-KEY', 'KC-API-SIGN', 'KC-API-PASSPHRASE'] as const)('exchange messages hide a secret in %s', name => {
  expect(cleanExchangeText(`got <${sent[name]}> for this`, sent)).toBe('got <[hidden]> for this');
});

it('exchange messages hide a secret that is quoted in part or split by a control character', () => {
  expect(cleanExchangeText(`got ${sent['KC-API-KEY'].slice(3, 15)}…`, sent)).not.toContain('CANARY');
  expect(cleanExchangeText('5b1fCANARYkey\n90ac77de', sent)).not.toContain('CANARY');
});

it.each([
  ['a\r\nforged line', 'a forged line'],
  ['a\u0000b\u001b[31mc\u009bd', 'a b [31mc d'],
  ['\u202eevil\u2066x\u200by\ufeff', ' evil x y '],
  ['a\ud800b', 'a\ufffdb'],
  ['a\u2028b', 'a b'],
])('exchange messages become one visible line for %j', (text, clean) => {
  expect(cleanExchangeText(text)).toBe(clean);
});

it('exchange messages are limited to 500 characters', () => {
  expect(cleanExchangeText('x'.repeat(500))).toHaveLength(500);
  expect(cleanExchangeText('x'.repeat(8_000_000))).toBe(`${'x'.repeat(499)}…`);
  expect(cleanExchangeText('👍'.repeat(400)).isWellFormed()).toBe(true);
});

it('exchange messages are cleaned in a rejected call, whatever the exchange quotes', async () => {
  const time = createFakeClock();
  let headers = new Headers();
  const exchange = createFakeExchange(time.nowMs, call => {
    headers = call.headers;
    const quoted = [...call.headers.values()].join('\n');
    return json({ code: `900${'9'.repeat(100)}`, msg: `no: ${quoted}` }, 400);
  });
  const signer = createSigner({
    key: 'canary-key-0123456789',
    secret: 'canary-secret',
    passphrase: 'canary-passphrase',
    keyVersion: '1',
    headerPrefix: 'KC',
  });
  const url = 'https://api.venue.example';
  const settings = { spotUrl: url, futuresUrl: url, headerPrefix: 'KC', keyVersion: '1' } as const;
  const client = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  const answer = await client.accounts.apiKey({}, { priority: 'action' });
  const text = JSON.stringify(answer);
  expect(headers.get('KC-API-PASSPHRASE')).toBe('canary-passphrase');
  expect(text).not.toContain('canary');
  expect(text).not.toContain(headers.get('KC-API-SIGN'));
  expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^.{40}$/) } });
});
