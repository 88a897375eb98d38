import { describe, expect, it } from 'vitest';
import { checkBaseUrl } from './base-url.ts';

describe('checkBaseUrl', () => {
  it.each([
    ['https://api.kucoin.com', 'https://api.kucoin.com'],
    ['https://api.kucoin.com/', 'https://api.kucoin.com'],
    ['HTTPS://API.Kucoin.com:8443', 'https://api.kucoin.com:8443'],
    ['https://api.kucoin.com:443', 'https://api.kucoin.com'],
    ['https://localhost:9000', 'https://localhost:9000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://127.1.2.3:4000', 'http://127.1.2.3:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('accepts %s', (text, origin) => {
    expect(checkBaseUrl(text)).toEqual({ ok: true, value: origin });
  });

  it.each([
    '',
    'api.kucoin.com',
    'ftp://api.kucoin.com',
    'javascript:alert(1)',
    'http://api.kucoin.com',
    'http://localhost:4000',
    'http://10.0.0.1',
    'http://192.168.1.1:80',
    'http://127.0.0.1.evil.example',
    'https://api.kucoin.com@evil.example',
    'https://user:pw@api.kucoin.com',
    'https://api.kucoin.com:pw@evil.example',
    'https://api.kucoin.com\\@evil.example',
    'https://api.kucoin.com/api',
    'https://api.kucoin.com/../x',
    'https://api.kucoin.com?x=1',
    'https://api.kucoin.com#x',
    'https://api.kucoin.com.',
    'https://.kucoin.com',
    'https://-kucoin.com',
    'https://a..b',
    'https://api.kucoin.com:0',
    'https://api.kucoin.com:99999',
    'https://api.kucoin.com:',
    'https://api.kucoin.com ',
    ' https://api.kucoin.com',
    'https://api.kucoin.com\n',
    'https://2130706433',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://127.0.0.01',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::]',
    'http://0.0.0.0',
    'https://аpi.kucoin.com', // a Cyrillic a
    'https://api%2ekucoin.com',
    'https://api。kucoin.com',
    '//api.kucoin.com',
    'https:///api.kucoin.com',
    'https:/api.kucoin.com',
  ])('rejects %j', text => {
    expect(checkBaseUrl(text)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  });
});
