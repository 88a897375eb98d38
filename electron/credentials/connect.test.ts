import { rmSync } from 'node:fs';
import type { FakeParts } from '#client/testing/fake-client.ts';
import type { SecretStore } from './secret.ts';
import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { candidate, connect, must, no, run, testOnSelection, value, good, info } from './testing/selection-fixture.ts';

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
    expect(run.keychain.items.get(connected.profile.id)).toEqual({
      key: candidate.key,
      secret: candidate.secret,
      passphrase: candidate.passphrase,
    });
    expect(run.changes.at(-1)?.names).toEqual(['Practice', 'Desk']);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('stores nothing when a piece is wrong, and names it', async () => {
    const wrong: [FakeParts, string][] = [
      [{ ...good, reference: { serverTime: no('unreachable') } }, 'spotUrl'],
      [
        { ...good, reference: { serverTime: ({ venue }) => (venue === 'spot' ? value(1) : no('tls')()) } },
        'futuresUrl',
      ],
      [{ ...good, connect: no('unreachable') }, 'spotUrl'],
      [{ ...good, accounts: { apiKey: no('unknown-key') } }, 'key'],
      [{ ...good, accounts: { apiKey: no('wrong-passphrase') } }, 'passphrase'],
      [{ ...good, accounts: { apiKey: no('wrong-signature') } }, 'secret'],
      [{ ...good, accounts: { apiKey: no('wrong-signature', '400001') } }, 'headerPrefix'],
      [{ ...good, accounts: { apiKey: no('not-found'), baseFee: no('permission') } }, 'key'],
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
    expect(run.keychain.touched).toBe(0);
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.built.every(entry => entry.isClosed)).toBe(true);
  });

  it('refuses a key that can withdraw, unless the user takes it in so many words', async () => {
    const strong = { ...info, permissions: ['General', 'Withdrawal'] };
    run.parts = { ...good, accounts: { ...good.accounts, apiKey: () => Promise.resolve(succeed(strong)) } };
    expect(await run.selection.connect(candidate)).toMatchObject({
      ok: false,
      error: { kind: 'permission', field: 'mayWithdraw', message: expect.stringContaining('Nothing was stored') },
    });
    expect(run.profiles.all()).toHaveLength(1);
    expect(run.keychain.items.size).toBe(0);
    const taken = must(await run.selection.connect({ ...candidate, mayWithdraw: true }));
    expect(taken.warnings[0]).toMatch(/^DANGER/);
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
    expect((await connect({ key: 'short-key' })).keyHint).toBe('');
  });

  it('keeps no profile when the run.keychain refuses, and no secret when the profile cannot be written', async () => {
    run.keychain.refusal = fail('keychain-locked', 'locked');
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(run.profiles.all()).toHaveLength(1);
    run.keychain.refusal = null;
    rmSync(run.dataDir, { recursive: true });
    expect(await run.selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(run.keychain.items.size).toBe(0);
  });

  it('says where a secret was left that it could not take back', async () => {
    rmSync(run.dataDir, { recursive: true });
    const { save } = run.keychain;
    const once: SecretStore['save'] = async (id, secret) => {
      const saved = await save(id, secret);
      run.keychain.refusal = fail('keychain-locked', 'locked');
      return saved;
    };
    Object.assign(run.keychain, { save: once });
    const failed = await run.selection.connect(candidate);
    expect(failed).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(failed.ok ? '' : failed.error.message).toContain([...run.keychain.items.keys()][0]);
  });

  it('keeps one of two that take the same name at the same time', async () => {
    const [first, second] = await Promise.all([run.selection.connect(candidate), run.selection.connect(candidate)]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(run.keychain.items.size).toBe(1);
  });
});
