import { describe, expect, it } from 'vitest';
import { ApiKeyInfo } from '#shared/domain/account/account.ts';
import type { ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import { type FailureKind, fail } from '#shared/errors.ts';
import { checkCandidate } from './candidate.ts';
import { diagnoseHost, diagnoseKey } from './diagnosis.ts';
import { keyWarnings } from './permissions.ts';

const candidate: ProfileCandidate = {
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com/',
  futuresUrl: ' https://futures.example.com:8443 ',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: true,
  storage: 'keychain',
};
const kucoin = {
  preset: 'kucoin',
  spotUrl: 'https://api.kucoin.com',
  futuresUrl: 'https://api-futures.kucoin.com',
  headerPrefix: 'KC',
} as const;

describe('a profile candidate', () => {
  it('a profile candidate is accepted with its addresses as origins', () => {
    expect(checkCandidate(candidate)).toMatchObject({
      ok: true,
      value: { spotUrl: 'https://spot.example.com', futuresUrl: 'https://futures.example.com:8443' },
    });
    expect(checkCandidate({ ...candidate, ...kucoin }).ok).toBe(true);
    const european = { spotUrl: 'https://api.kucoin.eu', futuresUrl: 'https://api-futures.kucoin.eu' };
    expect(checkCandidate({ ...candidate, ...kucoin, ...european }).ok).toBe(true);
    const local = { preset: 'practice', spotUrl: 'http://127.0.0.1:1', futuresUrl: 'http://[::1]:2' } as const;
    expect(checkCandidate({ ...candidate, ...local }).ok).toBe(true);
  });

  it.each([
    ['spotUrl', { spotUrl: 'https://api.kucoin.com@evil.example' }],
    ['spotUrl', { spotUrl: 'http://example.com' }],
    ['spotUrl', { spotUrl: 'https://2130706433' }],
    ['spotUrl', { spotUrl: 'https://[::ffff:127.0.0.1]' }],
    ['spotUrl', { spotUrl: 'https://spot.example.com/path' }],
    ['spotUrl', { spotUrl: 'file:///etc/passwd' }],
    ['futuresUrl', { futuresUrl: 'javascript:alert(1)' }],
    ['futuresUrl', { futuresUrl: 'https://spot.example.com' }],
    ['spotUrl', { preset: 'practice' }],
    ['spotUrl', { preset: 'practice', spotUrl: 'https://127.evil.example', futuresUrl: 'http://127.0.0.1:2' }],
    ['futuresUrl', { preset: 'practice', spotUrl: 'http://127.0.0.1:1' }],
    ['spotUrl', { ...kucoin, spotUrl: 'https://api.kucoin.com.evil.example' }],
    ['spotUrl', { ...kucoin, futuresUrl: 'https://api-futures.kucoin.eu' }],
    ['headerPrefix', { ...kucoin, headerPrefix: 'SVC' }],
  ] as const)('a profile candidate is rejected and names its %s: %o', (field, change) => {
    expect(checkCandidate({ ...candidate, ...change })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field },
    });
  });
});

describe('the diagnosis of a failed connection', () => {
  it.each<[FailureKind, string | undefined, RegExp]>([
    ['clock', undefined, /clock/],
    ['unknown-key', 'key', /API key/],
    ['wrong-passphrase', 'passphrase', /passphrase/],
    ['wrong-signature', 'secret', /secret/],
    ['ip-refused', 'key', /address/],
    ['permission', 'key', /General/],
  ])('names for %s the field %s', (kind, field, words) => {
    const named = diagnoseKey(fail(kind, 'raw').error);
    expect(named.kind).toBe(kind);
    expect(named.field).toBe(field);
    expect(named.message).toMatch(words);
  });

  it.each([
    ['400001', 'headerPrefix'],
    ['400008', 'keyVersion'],
    ['400009', 'keyVersion'],
  ])('reads code %s as %s', (code, field) => {
    expect(diagnoseKey(fail('wrong-signature', 'raw', { code }).error).field).toBe(field);
  });

  it.each(['constructor', 'toString', '__proto__'])('reads an unknown code %s as no diagnosis', code => {
    expect(diagnoseKey(fail('exchange-rejected', 'raw', { code }).error)).toMatchObject({ message: 'raw', code });
  });

  it('shows the address that the exchange received', () => {
    const error = fail('ip-refused', 'raw', {
      exchangeMessage: 'Invalid request ip, the current clientIp is:203.0.113.7',
    }).error;
    expect(diagnoseKey(error).message).toContain('It saw 203.0.113.7.');
  });

  it('leaves other failures unchanged', () => {
    const error = fail('rate-limited', 'raw').error;
    expect(diagnoseKey(error)).toBe(error);
    expect(diagnoseHost(error, 'spot')).toBe(error);
  });

  it.each<[FailureKind, RegExp]>([
    ['unreachable', /does not answer/],
    ['timeout', /does not answer/],
    ['tls', /certificate/],
    ['bad-reply', /not as an exchange/],
    ['not-found', /not as an exchange/],
    ['exchange-failed', /not as an exchange/],
    ['exchange-rejected', /not as an exchange/],
  ])('names the address of a host that is %s', (kind, words) => {
    const spot = diagnoseHost(fail(kind, 'raw').error, 'spot');
    expect([spot.field, spot.message]).toEqual(['spotUrl', expect.stringMatching(words)]);
    expect(diagnoseHost(fail(kind, 'raw').error, 'futures').field).toBe('futuresUrl');
  });
});

describe('the warnings about a key', () => {
  const info: ApiKeyInfo = {
    keyHint: 'abcd',
    version: 2,
    permissions: ['General', 'Spot'],
    ipWhitelist: ['203.0.113.7'],
    remark: null,
    isMaster: true,
    createdAtMs: null,
  };

  it('the warnings about a key are empty for a key with an address, known rights and trading', () => {
    expect(ApiKeyInfo.safeParse(info).success).toBe(true);
    expect(keyWarnings(info, false)).toEqual([]);
    expect(keyWarnings({ ...info, permissions: ['General'] }, true)).toEqual([]);
  });

  it.each([
    [{ permissions: ['General', 'Spot', 'Withdrawal'] }, /^DANGER.*withdraw/],
    [{ permissions: ['Spot', 'Custody', 'General'] }, /does not know: Custody\./],
    [{ permissions: [] }, /cannot withdraw/],
    [{ ipWhitelist: [] }, /any address/],
    [{ permissions: ['General'] }, /cannot trade/],
  ])('name %o', (change, words) => {
    const warnings = keyWarnings({ ...info, ...change }, false);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(words);
  });

  it('report unknown rights when the exchange omits them', () => {
    expect(keyWarnings(null, false)).toEqual([expect.stringMatching(/does not tell/)]);
  });

  it('list the most dangerous one first', () => {
    const warnings = keyWarnings({ ...info, permissions: ['withdraw', 'x'], ipWhitelist: [] }, false);
    expect(warnings[0]).toMatch(/^DANGER/);
    expect(warnings).toHaveLength(4);
  });
});
