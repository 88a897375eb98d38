import type { FakeClientOptions } from '#client/testing/fake-client.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
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
  it('stores the secret and the profile after the exchange accepted the key, and answers without the secret', async () => {
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

  it('requests no key while an address is wrong, and names the address', async () => {
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

  it('names the wrong part of a key in the trusted window for correction, and stores nothing', async () => {
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
      expect(run.prompt.failures.at(-1)).toMatchObject({ field });
    }
    expect(run.keychain.touched).toBe(0);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('takes the key that the user corrected in the window', async () => {
    const refused = no('wrong-passphrase');
    let isMended = false;
    run.parts = {
      ...good,
      accounts: { ...good.accounts, apiKey: () => (isMended ? value(info) : refused().then(publish)) },
    };
    const publish = <T>(result: T): T => {
      isMended = true;
      return result;
    };
    run.prompt.replies = [{ ...keyReply, passphrase: 'wrong' }, keyReply];
    must(await run.selection.connect(candidate));
    expect(run.prompt.questions).toHaveLength(1);
    expect(run.prompt.failures).toMatchObject([{ field: 'passphrase' }]);
  });

  it('shows each host of the key in full in network form, and requires the user to type a new one', async () => {
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

  it('rejects a key that can withdraw, unless the user accepts it explicitly', async () => {
    const strong = { ...info, permissions: ['General', 'Withdrawal'] };
    run.parts = { ...good, accounts: { ...good.accounts, apiKey: () => Promise.resolve(succeed(strong)) } };
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.failures).toMatchObject([
      { kind: 'permission', field: 'mayWithdraw', message: expect.stringContaining('Nothing was stored') },
    ]);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.keychain.items.size).toBe(0);
    run.prompt.replies = [{ ...keyReply, mayWithdraw: true }];
    const taken = must(await run.selection.connect(candidate));
    expect(taken.warnings[0]).toMatch(/^DANGER/);
  });

  it.each([true, false])('states before the key is typed whether Fathom runs as root (%s)', async isRoot => {
    run.isRoot = isRoot;
    run.selection = startSelection();
    must(await run.selection.connect(candidate));
    expect(JSON.stringify(run.prompt.questions).includes('Fathom runs as root')).toBe(isRoot);
  });

  it('uses the base fee with a warning when the exchange cannot describe keys', async () => {
    run.parts = {
      ...good,
      accounts: { ...good.accounts, apiKey: () => Promise.resolve(fail('not-found', 'no', { code: '404000' })) },
    };
    const connected = must(await run.selection.connect(candidate));
    expect(connected.profile.permissions).toEqual([]);
    expect(connected.warnings).toHaveLength(1);
  });

  it('shows no hint of a short key, whose last four characters would be half of it', async () => {
    run.prompt.replies = [{ ...keyReply, key: 'short-key' }];
    expect((await connect()).keyHint).toBe('');
  });

  it('keeps no profile when the keychain rejects the secret, and no secret when the profile cannot be written', async () => {
    run.keychain.failure = fail('keychain-locked', 'locked');
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.failures.at(-1)?.kind).toBe('keychain-locked');
    expect(run.profiles.all()).toHaveLength(1);
    run.keychain.failure = null;
    removeFolder(run.dataDir);
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.prompt.failures.at(-1)?.kind).toBe('storage');
    expect(run.keychain.items.size).toBe(0);
  });

  it('names the place of a secret that it could not remove', async () => {
    removeFolder(run.dataDir);
    const { save } = run.keychain;
    const once: SecretStore['save'] = async (...item) => {
      const saved = await save(...item);
      run.keychain.failure = fail('keychain-locked', 'locked');
      return saved;
    };
    Object.assign(run.keychain, { save: once });
    await run.selection.connect(candidate);
    const failed = run.prompt.failures.at(-1);
    expect(failed?.kind).toBe('storage');
    expect(failed?.message).toContain([...run.keychain.items.keys()][0]);
  });

  it('keeps one of two profiles that take the same name at the same time', async () => {
    const [first, second] = await Promise.all([run.selection.connect(candidate), run.selection.connect(candidate)]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(run.keychain.items.size).toBe(1);
  });
});
