import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openProfiles, type PracticeAccess, type ProfileList } from './profiles.ts';

const practice: PracticeAccess = {
  spotUrl: 'http://127.0.0.1:1',
  futuresUrl: 'http://127.0.0.1:2',
  headerPrefix: 'SVC',
  keyVersion: '2',
  key: 'practice-key-1234',
  permissions: ['General', 'Spot'],
};

const profile: Profile = {
  id: 'id-1',
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: true,
  keyHint: 'abcd',
  permissions: ['General'],
  secretHome: 'keychain',
};

let dataDir = '';
let notices: string[] = [];
const path = () => join(dataDir, 'profiles.json');

function open(): ProfileList {
  notices = [];
  const list = openProfiles({ dataDir, practice, nowMs: () => 7, notice: message => notices.push(message) });
  if (!list.ok) throw new Error(list.error.message);
  return list.value;
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-profiles-'));
});
afterEach(() => removeFolder(dataDir));

const row = (change: Partial<Profile>) => ({ profile: { ...profile, ...change }, backend: 'b' });
const fileOf = (...profiles: unknown[]) => JSON.stringify({ version: 1, profiles });

describe('the profiles', () => {
  it('start with practice, which always exists and never changes', () => {
    const list = open();
    expect(list.all()).toHaveLength(1);
    expect(list.all()[0]).toMatchObject({
      id: 'practice',
      name: 'Practice',
      isReadOnly: false,
      secretHome: 'practice',
      keyHint: '1234',
    });
    expect(list.update('practice', { name: 'x', colour: 'blue', isReadOnly: true })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
    expect(list.remove('practice')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    list.setPractice({ ...practice, spotUrl: 'http://127.0.0.1:9' });
    expect(list.all()[0]?.spotUrl).toBe('http://127.0.0.1:9');
  });

  it('the profiles are kept over a restart, in a file that only its owner can read', () => {
    expect(open().add(profile, 'Secret Service')).toEqual({ ok: true, value: profile });
    expectMode(path(), 0o600);
    const again = open();
    expect(again.all()[1]).toEqual(profile);
    expect(again.backendOf('id-1')).toBe('Secret Service');
    expect(again.backendOf('practice')).toBeNull();
    expect(readFileSync(path(), 'utf8')).not.toContain('practice-key');
  });

  it('the profiles are changed in place and removed', () => {
    const list = open();
    list.add(profile, 'b');
    list.add({ ...profile, id: 'id-2', name: 'Other' }, 'b');
    const change = { name: 'Renamed', colour: 'rose', isReadOnly: false } as const;
    expect(list.update('id-1', change)).toMatchObject({ ok: true, value: change });
    expect(
      open()
        .all()
        .map(item => item.name),
    ).toEqual(['Practice', 'Renamed', 'Other']);
    expect(list.remove('id-1').ok).toBe(true);
    expect(
      open()
        .all()
        .map(item => item.id),
    ).toEqual(['practice', 'id-2']);
    expect(list.find('id-1')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(list.update('id-1', change)).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(list.remove('id-1')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('keep session profiles in memory only', () => {
    const list = open();
    list.add({ ...profile, secretHome: 'session' }, 'memory');
    expect(list.update('id-1', { name: 'N', colour: 'teal', isReadOnly: false })).toMatchObject({
      ok: true,
      value: { name: 'N' },
    });
    expect(list.all()).toHaveLength(2);
    expect(open().all()).toHaveLength(1);
    expect(list.remove('id-1').ok).toBe(true);
    expect(list.all()).toHaveLength(1);
  });

  it('get a good copy at the first start, also for an older file (fault 39)', () => {
    open().add(profile, 'b');
    rmSync(`${path()}.bak`);
    open();
    writeFileSync(path(), 'torn');
    expect(open().all()[1]).toEqual(profile);
    expect(notices.join()).toContain('The last good copy of it is used');
  });

  it('have unique names in any spelling', () => {
    const list = open();
    list.add(profile, 'b');
    expect(list.nameFailure('DESK')?.error).toMatchObject({ kind: 'invalid-request', field: 'name' });
    expect(list.nameFailure('desk', 'id-1')).toBeNull();
    expect(list.nameFailure('practice')?.error.message).toContain('already a profile named practice');
    expect(list.update('id-1', { name: 'PRACTICE', colour: 'blue', isReadOnly: true })).toMatchObject({
      ok: false,
      error: { field: 'name' },
    });
  });

  it.each([
    ['Pract1ce', 'is too similar to the profile Practice'],
    ['Ｄｅｓｋ', 'is too similar to the profile Desk'],
    ['Dеsk', 'mixes letters of several scripts'],
    ['De\u200bsk', 'cannot be seen'],
  ])('reject a name that looks like another one: %s', (name, words) => {
    const list = open();
    list.add(profile, 'b');
    list.add({ ...profile, id: 'id-2', name: 'Other' }, 'b');
    const refused = {
      ok: false,
      error: { kind: 'invalid-request', field: 'name', message: expect.stringContaining(words) },
    };
    expect(list.nameFailure(name)).toMatchObject(refused);
    expect(list.update('id-2', { name, colour: 'blue', isReadOnly: true })).toMatchObject(refused);
  });

  it('keep an older name that looks like another one when another field changes', () => {
    const list = open();
    list.add(profile, 'b');
    list.add({ ...profile, id: 'id-2', name: 'D\u0435sk' }, 'b');
    expect(list.update('id-2', { name: 'D\u0435sk', colour: 'teal', isReadOnly: true }).ok).toBe(true);
  });

  it.each(['{', '[]', '{"version":1}', ''])(
    'the profiles are set aside with a notice when their file is not a list of them: %s (fault 39)',
    text => {
      writeFileSync(path(), text);
      const list = open();
      expect(list.all()).toHaveLength(1);
      expect(notices).toEqual([expect.stringContaining('could not be understood; it was kept as')]);
      expect(readFileSync(`${path()}.broken-7`, 'utf8')).toBe(text);
      expect(list.known().hasNameless).toBe(true);
    },
  );

  it.each([
    ['calls itself practice', row({ id: 'practice' })],
    ['has an id that is taken', row({})],
    ['is of this session only', row({ id: 'id-9', secretHome: 'session' })],
    ['has an unknown colour', { profile: { ...profile, id: 'id-9', colour: 'plaid' }, backend: 'b' }],
    ['is nothing at all', null],
  ])('keep the other rows and the file when one row %s (fault 39)', (_, bad) => {
    writeFileSync(path(), fileOf(row({}), bad, row({ id: 'id-2', name: 'Other' })));
    const list = open();
    expect(list.all().map(({ id }) => id)).toEqual(['practice', 'id-1', 'id-2']);
    expect(notices).toEqual([expect.stringContaining('1 profile in')]);
    list.update('id-2', { name: 'Renamed', colour: 'rose', isReadOnly: true });
    const kept: unknown = JSON.parse(readFileSync(path(), 'utf8'));
    expect(kept).toMatchObject({ profiles: [{ profile: { id: 'id-1' } }, { profile: { name: 'Renamed' } }, bad] });
    const { ids, hasNameless } = list.known();
    expect(bad === null ? hasNameless : ids.has(bad.profile.id)).toBe(true);
  });

  it('the profiles are shown from the file of a newer version, which is never written (fault 39)', () => {
    const text = JSON.stringify({ version: 2, profiles: [{ ...row({}), novelty: true }, { unheard: 'of' }], more: 1 });
    writeFileSync(path(), text);
    const list = open();
    expect(list.all().map(({ id }) => id)).toEqual(['practice', 'id-1']);
    expect(notices[0]).toContain('newer version of Fathom');
    const other = { ...profile, id: 'id-2', name: 'Other' };
    for (const answer of [list.add(other, 'b'), list.remove('id-1')])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(list.add({ ...other, secretHome: 'session' }, 'memory').ok).toBe(true);
    expect(readFileSync(path(), 'utf8')).toBe(text);
    expect(readdirSync(dataDir)).toEqual(['profiles.json']);
  });

  it.each([
    ['destroyed', () => writeFileSync(path(), '{"versi')],
    ['deleted', () => rmSync(path())],
    ['spoiled in one row', () => writeFileSync(path(), fileOf({ profile: { id: 'id-1' } }, row({ id: 'id-2' })))],
  ])('the profiles are restored from the last good copy when their file was %s (fault 39)', (_, spoil) => {
    open().add(profile, 'b');
    const list = open();
    list.add({ ...profile, id: 'id-2', name: 'Other' }, 'b');
    expectMode(`${path()}.bak`, 0o600);
    spoil();
    const again = open();
    expect(
      again
        .all()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['id-1', 'id-2', 'practice']);
    expect(notices).toHaveLength(1);
    expect(again.find('id-1')).toEqual({ ok: true, value: profile });
    again.update('id-1', { name: 'Renamed', colour: 'rose', isReadOnly: true });
    expect(open().find('id-1')).toMatchObject({ value: { name: 'Renamed' } });
    expect(notices).toEqual([]);
  });

  it('report a folder that cannot be written or read, and stay unchanged', () => {
    const list = open();
    removeFolder(dataDir);
    expect(list.add(profile, 'b')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(list.all()).toHaveLength(1);
    writeFileSync(dataDir, '');
    expect(openProfiles({ dataDir, practice, nowMs: () => 7, notice: () => {} })).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    });
  });
});
