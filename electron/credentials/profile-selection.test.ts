import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import {
  candidate,
  connect,
  must,
  practice,
  practiceSecret,
  run,
  startSelection,
  testOnSelection,
  value,
} from './testing/selection-fixture.ts';

testOnSelection();

describe('the chosen profile', () => {
  it('the chosen profile is practice at first, without a read of the keychain', async () => {
    const before = await run.selection.onAccount('practice', () => value(1));
    expect(before).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    must(await run.selection.start(null));
    expect(await run.selection.onAccount('practice', account => value(account.profile.id))).toEqual(
      succeed('practice'),
    );
    expect(run.built[0]?.secret).toEqual(practiceSecret);
    expect(run.opened).toEqual(['Practice']);
    expect(run.keychain.touched).toBe(0);
  });

  it('requests the kind of the spot account when it opens, and not while a key is tested', async () => {
    let asked = 0;
    run.parts = {
      ...run.parts,
      prepareSpot: () => {
        asked += 1;
      },
    };
    must(await run.selection.start(null));
    expect(asked).toBe(1);
    const profile = await connect();
    expect(asked).toBe(1);
    must(await run.selection.select(profile.id));
    expect(asked).toBe(2);
  });

  it('answers no call for a profile that is no longer chosen', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    must(await run.selection.select(profile.id));
    expect(await run.selection.onAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'no-profile' },
    });
    expect(await run.selection.onWritableAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'no-profile' },
    });
    expect(await run.selection.onAccount(profile.id, () => value(1))).toEqual(succeed(1));
  });

  it.each(['spotUrl', 'futuresUrl'] as const)('sends a key nowhere when the file names another %s', async field => {
    must(await run.selection.start(null));
    const profile = await connect();
    run.selection.close();
    const file = join(run.dataDir, 'profiles.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(candidate[field], 'https://evil.example'));
    run.built = [];
    run.selection = startSelection();
    expect(await run.selection.start('Desk')).toMatchObject({
      ok: false,
      error: { kind: 'no-secret', message: expect.stringContaining('now names') },
    });
    expect(await run.selection.select(profile.id)).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    expect(await run.selection.onAccount(profile.id, () => value(1))).toMatchObject({ error: { kind: 'no-secret' } });
    expect(run.built).toEqual([]);
    // the solution: the profile can be removed and created again
    must(await run.selection.remove(profile.id));
    must(await run.selection.select((await connect()).id));
  });

  it('stays read-only when only the file allows trading', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    run.selection.close();
    const file = join(run.dataDir, 'profiles.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"isReadOnly": true', '"isReadOnly": false').replace('"Spot"', '"Withdrawal"'));
    run.selection = startSelection();
    must(await run.selection.start('Desk'));
    expect(await run.selection.onWritableAccount(profile.id, () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'read-only' },
    });
    expect(run.selection.state().profiles[1]).toMatchObject({ isReadOnly: true, permissions: ['General', 'Spot'] });
    expect(run.notices).toEqual([expect.stringContaining('profiles.json lets Desk trade')]);
    // the page cannot make use of it either: it has to ask, and the user says no
    run.prompt.replies = [];
    const trading = { name: 'Desk', colour: 'blue', isReadOnly: false } as const;
    expect(await run.selection.update(profile.id, trading)).toMatchObject({ error: { kind: 'declined' } });
    expect(await run.selection.onWritableAccount(profile.id, () => value(1))).toMatchObject({ ok: false });
    must(await run.selection.update(profile.id, { ...trading, name: 'Renamed', isReadOnly: true }));
    expect(readFileSync(file, 'utf8')).toContain('"isReadOnly": true');
  });

  it('may trade after a restart when the user allowed it, and not after that was revoked', async () => {
    const profile = await connect();
    const trading = { name: 'Desk', colour: 'blue', isReadOnly: false } as const;
    const file = join(run.dataDir, 'profiles.json');
    must(await run.selection.update(profile.id, trading));
    const loose = readFileSync(file, 'utf8');
    run.selection = startSelection();
    must(await run.selection.start('Desk'));
    expect(await run.selection.onWritableAccount(profile.id, () => value(1))).toEqual(succeed(1));
    must(await run.selection.update(profile.id, { ...trading, isReadOnly: true }));
    writeFileSync(file, loose);
    run.selection = startSelection();
    must(await run.selection.start('Desk'));
    expect(await run.selection.onWritableAccount(profile.id, () => value(1))).toMatchObject({ ok: false });
  });

  it('may not trade when the keychain cannot store the permission, and reports a withdrawal that it cannot store', async () => {
    const profile = await connect();
    const trading = { name: 'Desk', colour: 'blue', isReadOnly: false } as const;
    run.keychain.failure = fail('keychain-locked', 'locked');
    expect(await run.selection.update(profile.id, trading)).toMatchObject({ ok: false });
    expect(run.selection.state().profiles[1]?.isReadOnly).toBe(true);
    run.keychain.failure = null;
    must(await run.selection.update(profile.id, trading));
    run.keychain.failure = fail('keychain-locked', 'locked');
    must(await run.selection.update(profile.id, { ...trading, isReadOnly: true }));
    expect(run.selection.state().profiles[1]?.isReadOnly).toBe(true);
    expect(run.notices).toEqual([expect.stringContaining('could not be kept beside its key')]);
  });

  it('the chosen profile is not used when the file gives it the key of another profile', async () => {
    const [one, other] = [await connect(), await connect({ name: 'Other' })];
    const file = join(run.dataDir, 'profiles.json');
    const text = readFileSync(file, 'utf8').replace('"keyHint": "9876"', '"keyHint": "1111"');
    writeFileSync(file, text);
    run.selection = startSelection();
    expect(await run.selection.select(one.id)).toMatchObject({ error: { kind: 'no-secret' } });
    must(await run.selection.select(other.id));
  });

  it('the chosen profile is not opened when the keychain has no permission of the user', async () => {
    const profile = await connect();
    run.built = [];
    run.mayUse = fail('declined', 'Fathom runs as root.');
    expect(await run.selection.select(profile.id)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.built).toEqual([]);
  });

  it('the chosen profile is not opened without permission and without a read of the keychain, and asks when the user chose it', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    const touched = run.keychain.touched;
    run.mayOpen = fail('declined', 'Fathom runs as root.');
    expect(await run.selection.select(profile.id)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.keychain.touched).toBe(touched);
    expect(run.selection.state().activeId).toBe('practice');
    expect(run.askedToOpen.at(-1)).toEqual({ name: 'Desk', canAsk: true });
    expect(await run.selection.start('Desk')).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.askedToOpen.at(-1)).toEqual({ name: 'Desk', canAsk: false });
    expect(await run.selection.onAccount(profile.id, () => value(1))).toMatchObject({ error: { kind: 'declined' } });
    expect(run.keychain.touched).toBe(touched);
  });

  it('states why an open account must not write any more: read-only, opened again, or not selected', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    must(await run.selection.select(profile.id));
    const held = () => run.selection.onAccount(profile.id, account => value(account));
    const account = must(await held());
    expect(run.selection.refuseWrite(account)).toMatchObject({ error: { kind: 'read-only' } });
    must(await run.selection.update(profile.id, { name: 'Desk', colour: 'blue', isReadOnly: false }));
    expect(run.selection.refuseWrite(account)).toBeNull();
    must(await run.selection.select('practice'));
    expect(run.selection.refuseWrite(account)).toMatchObject({ error: { kind: 'no-profile' } });
    must(await run.selection.select(profile.id));
    expect(run.selection.refuseWrite(account)).toMatchObject({
      error: { kind: 'no-profile', message: expect.stringContaining('opened again') },
    });
    expect(run.selection.refuseWrite(must(await held()))).toBeNull();
    must(await run.selection.remove(profile.id));
    expect(run.selection.refuseWrite(account)).toMatchObject({ error: { kind: 'no-profile' } });
  });

  it('rejects every write while it is read-only, and allows it afterwards', async () => {
    const profile = await connect();
    must(await run.selection.select(profile.id));
    let written = 0;
    const write = () => value((written += 1));
    expect(await run.selection.onWritableAccount(profile.id, write)).toMatchObject({
      ok: false,
      error: { kind: 'read-only' },
    });
    expect(written).toBe(0);
    const allowing = { name: 'Desk', colour: 'rose', isReadOnly: false } as const;
    run.prompt.replies = [];
    expect(await run.selection.update(profile.id, allowing)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(await run.selection.onWritableAccount(profile.id, write)).toMatchObject({
      ok: false,
      error: { kind: 'read-only' },
    });
    must(await run.selection.update(profile.id, allowing));
    expect(run.prompt.questions.at(-1)).toMatchObject({ kind: 'confirm', typeBack: 'Desk', profileName: 'Desk' });
    expect(await run.selection.onWritableAccount(profile.id, write)).toEqual(succeed(1));
    expect(run.changes.at(-1)?.activeId).toBe(profile.id);
  });

  it('closes the previous client, and publishes only its own connection', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    const first = run.built[0];
    must(await run.selection.select(profile.id));
    expect(first?.isClosed).toBe(true);
    const link = { hosts: [], clock: { offsetMs: 1, measuredAtMs: 1, uncertaintyMs: 1 }, pools: [] };
    first?.publish(link);
    run.built.at(-1)?.publish(link);
    expect(run.links).toEqual([{ profileId: profile.id, ...link }]);
    const count = run.built.length;
    must(await run.selection.select(profile.id));
    expect(run.built).toHaveLength(count);
  });

  it('the chosen profile is opened again at the next start, by name if one is given', async () => {
    const profile = await connect();
    must(await run.selection.select(profile.id));
    run.selection.close();
    run.selection = startSelection();
    expect(must(await run.selection.start(null)).id).toBe(profile.id);
    expect(run.built.at(-1)?.secret.secret).toBe('the-secret');
    run.selection = startSelection();
    expect(must(await run.selection.start('PRACTICE')).id).toBe('practice');
    expect(await run.selection.start('unknown')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('the chosen profile is practice when the last one is missing', async () => {
    run.settings.change({ activeProfileId: 'gone' });
    expect(must(await run.selection.start(null)).id).toBe('practice');
  });

  it('stays chosen and closed at a start with a locked keychain, and opens when selected again', async () => {
    const profile = await connect();
    must(await run.selection.select(profile.id));
    run.selection = startSelection();
    run.keychain.failure = fail('keychain-locked', 'locked');
    expect(await run.selection.start(null)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(run.selection.state().activeId).toBe(profile.id);
    expect(await run.selection.onAccount(profile.id, () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'keychain-locked' },
    });
    run.keychain.failure = null;
    must(await run.selection.select(profile.id));
    expect(await run.selection.onAccount(profile.id, () => value(1))).toEqual(succeed(1));
  });

  it('does not change when the selected one cannot be opened, or does not exist', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    run.keychain.failure = fail('keychain-locked', 'locked');
    expect(await run.selection.select(profile.id)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(await run.selection.select('gone')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(run.selection.state().activeId).toBe('practice');
    expect(await run.selection.onAccount('practice', () => value(1))).toEqual(succeed(1));
  });

  it('the chosen profile is the last one selected when two are selected at once', async () => {
    must(await run.selection.start(null));
    const slow = await connect();
    const release = Promise.withResolvers<void>();
    run.keychain.gate = release.promise;
    const first = run.selection.select(slow.id);
    await setImmediate(); // the keychain is being asked
    run.keychain.gate = Promise.resolve();
    const other = await connect({ name: 'Other', storage: 'session' });
    must(await run.selection.select(other.id));
    release.resolve();
    expect(await first).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(run.selection.state().activeId).toBe(other.id);
  });

  it('the chosen profile is read-only when it was made so while the keychain was being read', async () => {
    must(await run.selection.start(null));
    const profile = await connect({ isReadOnly: false });
    const release = Promise.withResolvers<void>();
    run.keychain.gate = release.promise;
    const selecting = run.selection.select(profile.id);
    await setImmediate(); // the keychain is being asked
    const tightening = run.selection.update(profile.id, { name: 'Desk', colour: 'blue', isReadOnly: true });
    release.resolve();
    must(await selecting);
    must(await tightening);
    expect(await run.selection.onWritableAccount(profile.id, () => value(1))).toMatchObject({ ok: false });
  });

  it('the chosen profile is not opened when it was removed while the keychain was being read', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    const release = Promise.withResolvers<void>();
    run.keychain.gate = release.promise;
    const selecting = run.selection.select(profile.id);
    await setImmediate(); // the keychain is being asked
    run.keychain.gate = Promise.resolve();
    must(await run.selection.remove(profile.id));
    release.resolve();
    expect(await selecting).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('the chosen profile is not read from another keychain than the one that stores its key', async () => {
    const profile = await connect();
    Object.assign(run.keychain, { backend: 'Another' });
    run.keychain.touched = 0;
    const refused = await run.selection.select(profile.id);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    expect(refused.ok ? '' : refused.error.message).toContain('Fake Keychain');
    expect(run.keychain.touched).toBe(0);
  });

  it('the chosen profile is missing after a restart when its key was in memory', async () => {
    const profile = await connect({ storage: 'session' });
    must(await run.selection.select(profile.id));
    expect(run.settings.read().activeProfileId).toBeNull();
    expect(run.keychain.touched).toBe(0);
    run.selection = startSelection();
    expect(run.selection.state().profiles.map(({ name }) => name)).toEqual(['Practice']);
  });
});

describe('removing a profile', () => {
  it('removes its secret and selects practice', async () => {
    must(await run.selection.start(null));
    const profile = await connect();
    must(await run.selection.select(profile.id));
    expect(await run.selection.remove(profile.id)).toEqual(succeed({ id: profile.id }));
    expect(run.keychain.items.size).toBe(0);
    expect(run.selection.state()).toMatchObject({ activeId: 'practice' });
    expect(run.selection.state().profiles).toHaveLength(1);
    expect(await run.selection.onAccount('practice', () => value(1))).toEqual(succeed(1));
  });

  it('changes nothing when the keychain rejects it, for practice, and for an unknown profile', async () => {
    const profile = await connect();
    run.keychain.failure = fail('keychain-locked', 'locked');
    expect(await run.selection.remove(profile.id)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(run.selection.state().profiles).toHaveLength(2);
    expect(await run.selection.remove('practice')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(await run.selection.remove('gone')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    run.keychain.failure = null;
    removeFolder(run.dataDir);
    expect(await run.selection.remove(profile.id)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(await run.selection.update('gone', { name: 'x', colour: 'blue', isReadOnly: true })).toMatchObject({
      ok: false,
    });
  });
});

describe('the practice profile', () => {
  it('the practice profile is closed before another one is opened, and at the end', async () => {
    await run.selection.start(null);
    await run.selection.connect(candidate);
    await run.selection.select(run.profiles.all()[1]?.id ?? '');
    run.selection.close();
    expect(run.opened).toEqual(['Practice', 'closed', 'Desk', 'closed']);
  });

  it('the practice profile is opened again when its exchange was restarted', async () => {
    must(await run.selection.start(null));
    await run.selection.setPractice(
      { ...practice, spotUrl: 'http://127.0.0.1:9' },
      { ...practiceSecret, secret: 'new' },
    );
    expect(run.built.map(entry => [entry.identity.spotUrl, entry.secret.secret, entry.isClosed])).toEqual([
      ['http://127.0.0.1:1', 's', true],
      ['http://127.0.0.1:9', 'new', false],
    ]);
  });

  it('the practice profile is only noted while another profile is open', async () => {
    const profile = await connect();
    must(await run.selection.select(profile.id));
    const count = run.built.length;
    await run.selection.setPractice({ ...practice, spotUrl: 'http://127.0.0.1:9' }, practiceSecret);
    expect(run.built).toHaveLength(count);
    expect(run.selection.state().profiles[0]?.spotUrl).toBe('http://127.0.0.1:9');
  });

  it('closes with the selection, and an opening one stays closed', async () => {
    const starting = run.selection.start(null);
    run.selection.close();
    expect(await starting).toMatchObject({ ok: false, error: { kind: 'closed' } });
    const after = await run.selection.onAccount('practice', () => value(1));
    expect(after).toMatchObject({ ok: false, error: { kind: 'closed' } });
  });
});
