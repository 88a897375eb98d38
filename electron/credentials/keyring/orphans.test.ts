import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakeAuditKeychain } from '#store/testing/fake-audit-keychain.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { createFakeLockItem } from '../testing/fake-lock-item.ts';
import type { Keychain } from './keychain.ts';
import { createOrphans } from './orphans.ts';
import { openProfiles } from '../profiles.ts';

const practice = {
  spotUrl: 'http://127.0.0.1:1',
  futuresUrl: 'http://127.0.0.1:2',
  headerPrefix: 'SVC',
  keyVersion: '2',
  key: 'practice-key-1234',
  permissions: [],
} as const;
const profile: Profile = {
  id: 'known',
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: true,
  keyHint: 'abcd',
  permissions: [],
  secretHome: 'keychain',
};

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-orphans-'));
});
afterEach(() => removeFolder(dataDir));

function open(...rows: unknown[]) {
  writeFileSync(join(dataDir, 'profiles.json'), JSON.stringify({ version: 1, profiles: rows }));
  const list = openProfiles({ dataDir, practice, nowMs: () => 1, notice: () => {} });
  if (!list.ok) throw new Error(list.error.message);
  const items = new Set(['known', 'spoiled', 'stranger']);
  const keychain: Keychain = {
    backend: 'Fake',
    accounts: () => Promise.resolve(succeed([...items])),
    probe: () => Promise.resolve({ state: 'ready', detail: '' }),
    save: () => Promise.resolve(succeed(null)),
    read: () => Promise.resolve(fail('no-secret', 'none')),
    changeGrants: () => Promise.resolve(fail('no-secret', 'none')),
    lockItem: createFakeLockItem(),
    archivePassword: createFakeLockItem,
    audit: createFakeAuditKeychain(),
    remove: account => {
      items.delete(account);
      return Promise.resolve(succeed(null));
    },
  };
  const prompt = createFakePrompt([{ kind: 'confirm', typed: '' }]);
  return { items, keychain, prompt, orphans: createOrphans({ keychain, profiles: list.value, prompt }) };
}

const row = { profile, backend: 'b' };
const spoiled = { profile: { id: 'spoiled' } };

it('orphaned keys are the items without a profile, including unreadable profiles (fault 39)', async () => {
  const { orphans } = open(row, spoiled);
  expect(await orphans.find()).toEqual(succeed({ accounts: ['stranger'], caution: null }));
});

it('orphaned keys carry a warning when a profile row does not name its key (fault 39)', async () => {
  const { orphans } = open(row, spoiled, 'no row at all');
  expect(await orphans.find()).toMatchObject({ value: { caution: expect.stringContaining('can still be repaired') } });
});

it('orphaned keys are removed one by one, and the key of a profile never is (fault 39)', async () => {
  const { orphans, items } = open(row, spoiled);
  for (const account of ['known', 'spoiled'])
    expect(await orphans.forget(account)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  expect(await orphans.forget('stranger')).toEqual(succeed({ account: 'stranger' }));
  expect([...items]).toEqual(['known', 'spoiled']);
});

it('orphaned keys are confirmed in the trusted window, and stay when the user closes it (fault 39)', async () => {
  const { orphans, items, prompt } = open(row);
  prompt.replies = [];
  expect(await orphans.forget('stranger')).toMatchObject({ error: { kind: 'declined' } });
  expect(items.has('stranger')).toBe(true);
  expect(prompt.questions).toMatchObject([{ kind: 'confirm', facts: [{ label: 'Item', value: 'stranger' }] }]);
});

it('orphaned keys report why they cannot be listed', async () => {
  const { keychain, prompt } = open(row);
  const list = openProfiles({ dataDir, practice, nowMs: () => 1, notice: () => {} });
  if (!list.ok) throw new Error(list.error.message);
  const locked = { ...keychain, accounts: () => Promise.resolve(fail('keychain-locked', 'Unlock it.')) };
  expect(await createOrphans({ keychain: locked, profiles: list.value, prompt }).find()).toMatchObject({
    error: { kind: 'keychain-locked' },
  });
});
