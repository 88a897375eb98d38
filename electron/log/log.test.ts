import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from './create-log.ts';
import type { LogValue } from './log.ts';
import { createRedactor } from './redact.ts';

const secret = 'f03a5284-5c39-4aaa-9b20-dea10bdcf8e3';

function record(level: 'debug' | 'info' | 'warn' | 'error' = 'debug') {
  const lines: string[] = [];
  const log = createLog({ destination: { write: line => lines.push(line) }, level });
  return { log, lines, text: () => lines.join('') };
}

describe('createLog', () => {
  it('writes one JSON line with the event, the level and the fields', () => {
    const { log, lines } = record();
    log.warn('client.failed', { endpoint: 'GET /api/v1/orders', httpStatus: 503, tries: [1, 2], none: null });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      event: 'client.failed',
      endpoint: 'GET /api/v1/orders',
      httpStatus: 503,
      tries: [1, 2],
      none: null,
    });
  });

  it('writes nothing below its level', () => {
    const { log, lines } = record('warn');
    log.debug('a');
    log.info('b');
    log.error('c');
    expect(lines).toHaveLength(1);
  });

  it('does not read the event as a format and keeps its own fields apart from pino’s', () => {
    const { log, lines } = record();
    log.info('100 %s of %o', { level: 'mine', time: 'mine', event: 'mine' });
    const line = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ event: '100 %s of %o', level: 30, level_: 'mine', time_: 'mine', event_: 'mine' });
  });

  it.each([
    'SVC-API-KEY',
    'KC-API-SIGN',
    'KC-API-PASSPHRASE',
    'apiKey',
    'secret',
    'apiSecret',
    'passphrase',
    'pass_phrase',
    'token',
    'listenKey',
    'connectId',
    'signature',
    'Authorization',
    'cookie',
    'key',
  ])('hides the field %s by its name', name => {
    const { log, text } = record();
    log.info('x', { [name]: 'tell-no-one' });
    expect(text()).not.toContain('tell-no-one');
    expect(text()).toContain('[hidden]');
  });

  it.each(['symbol', 'keyHint', 'endpoint'])('leaves the field %s alone', name => {
    const { log, text } = record();
    log.info('x', { [name]: 'BTC-USDT' });
    expect(text()).toContain('BTC-USDT');
  });
});

const bytes = Buffer.from(secret);
const disguises: readonly (readonly [string, string])[] = [
  ['plain', secret],
  ['inside a sentence', `the secret is ${secret}.`],
  ['a piece of eight', `…${secret.slice(5, 13)}…`],
  ['base64', bytes.toString('base64')],
  ['base64 in a longer text', Buffer.from(`user:${secret}!`).toString('base64')],
  ['base64 at the third place', Buffer.from(`us${secret}`).toString('base64')],
  ['base64url', bytes.toString('base64url')],
  ['hex', bytes.toString('hex')],
  ['HEX', bytes.toString('hex').toUpperCase()],
  ['backwards', Array.from(secret).toReversed().join('')],
];

describe('a registered secret', () => {
  it.each(disguises)('a registered secret is not written: %s', (_name, text) => {
    const redactor = createRedactor();
    redactor.hide(secret);
    const clean = redactor.cleanText(text);
    expect(clean).toContain('[hidden]');
    for (let start = 0; start + 12 <= text.length; start += 1) {
      const piece = text.slice(start, start + 12);
      if (!'the secret is …user:'.includes(piece)) expect(clean).not.toContain(piece);
    }
  });

  it('a registered secret is hidden in values, lists, names and the event, in all later lines', () => {
    const { log, text } = record();
    log.registerSecret(secret);
    log.info(`event ${secret}`, { note: secret, list: ['a', [secret]], [secret]: 1 });
    expect(text()).not.toContain(secret.slice(0, 8));
    expect(text().split('[hidden]').length - 1).toBe(4);
  });

  it('a registered secret is hidden url-encoded and JSON-escaped', () => {
    const odd = 'pä"ss wörd#1/2';
    const redactor = createRedactor();
    redactor.hide(odd);
    expect(redactor.cleanText(`?p=${encodeURIComponent(odd)}&x`)).toBe('?p=[hidden]&x');
    expect(redactor.cleanText(JSON.stringify({ p: odd }))).toBe('{"p":"[hidden]"}');
  });

  it('a registered secret is hidden as a number', () => {
    const { log, text } = record();
    log.registerSecret('12345678');
    log.info('x', { code: 12345678, other: 1234 });
    expect(text()).not.toContain('12345678');
    expect(text()).toContain('1234');
  });

  it('a registered secret is hidden when it has at least six characters, and a shorter one only by its field name', () => {
    const redactor = createRedactor();
    redactor.hide('abcdef');
    redactor.hide('buy');
    expect(redactor.cleanText('xabcdefx buy')).toBe('x[hidden]x buy');
  });

  it('leaves a text without it untouched', () => {
    const redactor = createRedactor();
    redactor.hide(secret);
    expect(redactor.cleanText('GET /api/v1/orders 200')).toBe('GET /api/v1/orders 200');
  });

  it('never appears in any text', () => {
    // capitals and digits: the mark itself cannot spell a piece of it
    const secrets = fc.stringMatching(/^[A-Z0-9]{8,40}$/);
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (value, before, after) => {
        const redactor = createRedactor();
        redactor.hide(value);
        const clean = redactor.cleanText(`${before}${value}${after}`);
        for (let start = 0; start + 8 <= value.length; start += 1) {
          expect(clean).not.toContain(value.slice(start, start + 8));
        }
      }),
    );
  });
});

describe('a value that is not plain', () => {
  it('a value that is not plain is never serialized, because an error may carry headers', () => {
    const { log, text } = record();
    const error = Object.assign(new Error('boom'), { headers: { 'X-API-KEY': 'abc' } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may pass
    log.info('x', { error, deep: [[[[[[[[[['bottom']]]]]]]]]] } as unknown as Record<string, LogValue>);
    expect(text()).toContain('"error":"[object]"');
    expect(text()).not.toContain('boom');
    expect(text()).not.toContain('bottom');
  });
});
