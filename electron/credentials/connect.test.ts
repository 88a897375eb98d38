import { rmSync } from 'node:fs';
import type { FakeClientOptions } from '#client/testing/fake-client.ts';
import type { SecretStore } from './secret.ts';
import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import {
  candidate,
  connect,
  must,
  keyReply,
  no,
  run,
  startSelection,
  testOnSelection,
  value,
  good,
  info,
} from './testing/selection-fixture.ts';

testOnSelection();

describe('connecting a profile', () => {
  it('stores the secret and the profile after the exchange said yes, and answers without the secret', async () => {
    const connected = must(await run.selection.connect(candidate));
    expect(connected.profile).toMatchObject({
      name: 'Desk',
      keyHint: '9876',
      permissions: ['General', 'Spot'],
      secretHome: 'keychain',
    });
    expect(connected.warnings).toEqual([]);
    expect(JSON.stringify(connected)).not.toMatch(/the-secret|the-passphrase|long-enough/);
    const { key, secret, passphrase } = keyReply;
    expect(run.keychain.items.get(connected.profile.id)).toEqual({ key, secret, passphrase });
    expect(run.changes.at(-1)?.names).toEqual(['Practice', 'Desk']);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('asks for no key while an address is wrong, and names it', async () => {
    const wrong: [FakeClientOptions, string][] = [
      [{ ...good, reference: { serverTime: no('unreachable') } }, 'spotUrl'],
      [
        { ...good, reference: { serverTime: ({ venue }) => (venue === 'spot' ? value(1) : no('tls')()) } },
        'futuresUrl',
      ],
      [{ ...good, connect: no('unreachable') }, 'spotUrl'],
    ];
    for (const [faulty, field] of wrong) {
      run.parts = faulty;
      expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { field } });
    }
    expect(await run.selection.connect({ ...candidate, spotUrl: 'http://example.com' })).toMatchObject({
      ok: false,
      error: { field: 'spotUrl' },
    });
    expect(await run.selection.connect({ ...candidate, name: 'practice' })).toMatchObject({
      ok: false,
      error: { field: 'name' },
    });
    expect(run.prompt.questions).toEqual([]);
    expect(run.keychain.touched).toBe(0);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('names the wrong piece of a key in the trusted window, where it can be mended, and stores nothing', async () => {
    const wrong: [FakeClientOptions['accounts'], string][] = [
      [{ apiKey: no('unknown-key') }, 'key'],
      [{ apiKey: no('wrong-passphrase') }, 'passphrase'],
      [{ apiKey: no('wrong-signature') }, 'secret'],
      [{ apiKey: no('wrong-signature', '400001') }, 'headerPrefix'],
      [{ apiKey: no('not-found'), baseFee: no('permission') }, 'key'],
    ];
    for (const [accounts, field] of wrong) {
      run.parts = { ...good, ...(accounts === undefined ? {} : { accounts }) };
      expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
      expect(run.prompt.refusals.at(-1)).toMatchObject({ field });
    }
    expect(run.keychain.touched).toBe(0);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('takes the key that was mended in the window', async () => {
    const refused = no('wrong-passphrase');
    let isMended = false;
    run.parts = {
      ...good,
      accounts: { ...good.accounts, apiKey: () => (isMended ? value(info) : refused().then(tell)) },
    };
    const tell = <T>(result: T): T => {
      isMended = true;
      return result;
    };
    run.prompt.replies = [{ ...keyReply, passphrase: 'wrong' }, keyReply];
    must(await run.selection.connect(candidate));
    expect(run.prompt.questions).toHaveLength(1);
    expect(run.prompt.refusals).toMatchObject([{ field: 'passphrase' }]);
  });

  it('shows where the key goes: each host in full, as the network sees it, and what is new must be typed', async () => {
    const foreign = { spotUrl: 'https://xn--kucin-jua.example', futuresUrl: 'https://api-futures.kucoin.com' };
    await run.selection.connect({ ...candidate, ...foreign });
    expect(run.prompt.questions.at(-1)).toMatchObject({
      kind: 'enter-key',
      typeBack: 'xn--kucin-jua.example',
      addresses: [
        { address: 'https://xn--kucin-jua.example', punycode: 'xn--kucin-jua.example', isNew: true },
        { address: 'https://api-futures.kucoin.com', punycode: null, isNew: false },
      ],
    });
  });

  it('refuses a key that can withdraw, unless the user takes it in so many words', async () => {
    const strong = { ...info, permissions: ['General', 'Withdrawal'] };
    run.parts = { ...good, accounts: { ...good.accounts, apiKey: () => Promise.resolve(succeed(strong)) } };
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.refusals).toMatchObject([
      { kind: 'permission', field: 'mayWithdraw', message: expect.stringContaining('Nothing was stored') },
    ]);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.keychain.items.size).toBe(0);
    run.prompt.replies = [{ ...keyReply, mayWithdraw: true }];
    const taken = must(await run.selection.connect(candidate));
    expect(taken.warnings[0]).toMatch(/^DANGER/);
  });

  it.each([true, false])('tells before the key is typed whether Fathom runs as root (%s)', async isRoot => {
    run.isRoot = isRoot;
    run.selection = startSelection();
    must(await run.selection.connect(candidate));
    expect(JSON.stringify(run.prompt.questions).includes('Fathom runs as root')).toBe(isRoot);
  });

  it('falls back to the base fee where keys cannot be asked for, and warns', async () => {
    run.parts = {
      ...good,
      accounts: { ...good.accounts, apiKey: () => Promise.resolve(fail('not-found', 'no', { code: '404000' })) },
    };
    const connected = must(await run.selection.connect(candidate));
    expect(connected.profile.permissions).toEqual([]);
    expect(connected.warnings).toHaveLength(1);
  });

  it('shows no hint of a short key, whose last four would be half of it', async () => {
    run.prompt.replies = [{ ...keyReply, key: 'short-key' }];
    expect((await connect()).keyHint).toBe('');
  });

  it('keeps no profile when the keychain refuses, and no secret when the profile cannot be written', async () => {
    run.keychain.refusal = fail('keychain-locked', 'locked');
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.refusals.at(-1)?.kind).toBe('keychain-locked');
    expect(run.profiles.all()).toHaveLength(1);
    run.keychain.refusal = null;
    rmSync(run.dataDir, { recursive: true });
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.refusals.at(-1)?.kind).toBe('storage');
    expect(run.keychain.items.size).toBe(0);
  });

  it('says where a secret was left that it could not take back', async () => {
    rmSync(run.dataDir, { recursive: true });
    const { save } = run.keychain;
    const once: SecretStore['save'] = async (...item) => {
      const saved = await save(...item);
      run.keychain.refusal = fail('keychain-locked', 'locked');
      return saved;
    };
    Object.assign(run.keychain, { save: once });
    await run.selection.connect(candidate);
    const failed = run.prompt.refusals.at(-1);
    expect(failed?.kind).toBe('storage');
    expect(failed?.message).toContain([...run.keychain.items.keys()][0]);
  });

  it('keeps one of two that take the same name at the same time', async () => {
    const [first, second] = await Promise.all([run.selection.connect(candidate), run.selection.connect(candidate)]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(run.keychain.items.size).toBe(1);
  });
});
