import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
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
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const row = (change: Partial<Profile>) => ({ profile: { ...profile, ...change }, backend: 'b' });
const fileOf = (...profiles: unknown[]) => JSON.stringify({ version: 1, profiles });

describe('the profiles', () => {
  it('begin with practice, which is always there and stays as it is', () => {
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

  it('are kept over a restart, in a file that only its owner can read', () => {
    expect(open().add(profile, 'Secret Service')).toEqual({ ok: true, value: profile });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    const again = open();
    expect(again.all()[1]).toEqual(profile);
    expect(again.backendOf('id-1')).toBe('Secret Service');
    expect(again.backendOf('practice')).toBeNull();
    expect(readFileSync(path(), 'utf8')).not.toContain('practice-key');
  });

  it('are changed in their place and removed', () => {
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

  it('39: have a good copy from the first start on, also when their file is older than that rule', () => {
    open().add(profile, 'b');
    rmSync(`${path()}.bak`);
    open();
    writeFileSync(path(), 'torn');
    expect(open().all()[1]).toEqual(profile);
    expect(notices.join()).toContain('The last good copy of it is used');
  });

  it('have one name each, however it is written', () => {
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
    ['Pract1ce', 'looks like that of the profile Practice'],
    ['Ｄｅｓｋ', 'looks like that of the profile Desk'],
    ['Dеsk', 'mixes letters of several scripts'],
    ['De\u200bsk', 'cannot be seen'],
  ])('have no name that looks like another one: %s', (name, words) => {
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

  it('keep a name from before that looks like another one when something else changes', () => {
    const list = open();
    list.add(profile, 'b');
    list.add({ ...profile, id: 'id-2', name: 'D\u0435sk' }, 'b');
    expect(list.update('id-2', { name: 'D\u0435sk', colour: 'teal', isReadOnly: true }).ok).toBe(true);
  });

  it.each(['{', '[]', '{"version":1}', ''])(
    '39: are set aside with a notice when their file is no list of them: %s',
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
  ])('39: one row that %s hides no other, and stays in the file', (_, bad) => {
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

  it('39: are shown from a newer version’s file, which is never written', () => {
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
  ])('39: come back from the last good copy when their file was %s', (_, spoil) => {
    open().add(profile, 'b');
    const list = open();
    list.add({ ...profile, id: 'id-2', name: 'Other' }, 'b');
    expect(statSync(`${path()}.bak`).mode & 0o777).toBe(0o600);
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

  it('say so when the folder cannot be written or read, and stay as they were', () => {
    const list = open();
    rmSync(dataDir, { recursive: true });
    expect(list.add(profile, 'b')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(list.all()).toHaveLength(1);
    writeFileSync(dataDir, '');
    expect(openProfiles({ dataDir, practice, nowMs: () => 7, notice: () => {} })).toMatchObject({
      ok: false,
      error: { kind: 'storage' },
    });
  });
});
