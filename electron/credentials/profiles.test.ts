import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

  it('have one name each, however it is written', () => {
    const list = open();
    list.add(profile, 'b');
    expect(list.isNameTaken('DESK')).toBe(true);
    expect(list.isNameTaken('desk', 'id-1')).toBe(false);
    expect(list.isNameTaken('practice')).toBe(true);
    expect(list.update('id-1', { name: 'PRACTICE', colour: 'blue', isReadOnly: true })).toMatchObject({
      ok: false,
      error: { field: 'name' },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['another version', '{"version":2,"profiles":[]}'],
    [
      'a practice of its own',
      JSON.stringify({ version: 1, profiles: [{ profile: { ...profile, id: 'practice' }, backend: 'b' }] }),
    ],
    [
      'the same id twice',
      JSON.stringify({
        version: 1,
        profiles: [
          { profile, backend: 'b' },
          { profile, backend: 'b' },
        ],
      }),
    ],
    [
      'a session profile',
      JSON.stringify({ version: 1, profiles: [{ profile: { ...profile, secretHome: 'session' }, backend: 'b' }] }),
    ],
  ])('are set aside with a notice when their file has %s', (_, text) => {
    writeFileSync(path(), text);
    expect(open().all()).toHaveLength(1);
    expect(notices).toHaveLength(1);
    expect(readFileSync(`${path()}.broken-7`, 'utf8')).toBe(text);
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
