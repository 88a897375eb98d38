import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { createFakeKeychain } from '#credentials/testing/fake-keychain.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { freezeProfiles } from './fire-kill-switch.ts';
import { openJournalBeside } from './journal-beside.ts';

const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const profile = {
  id: 'desk',
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: false,
  keyHint: 'abcd',
  permissions: [],
  secretHome: 'keychain',
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-fire-'));
  writeFileSync(
    join(dataDir, 'profiles.json'),
    JSON.stringify({ version: 1, profiles: [{ profile, backend: 'Fake Keychain' }] }),
  );
});
afterEach(() => removeFolder(dataDir));

it('kill switch cancels when the file of frozen profiles can be neither read nor written (12)', async () => {
  mkdirSync(join(dataDir, 'safeguards.json'));
  const lines: string[] = [];
  const asked: string[] = [];
  const beside = openJournalBeside({ dataDir, log: noLog, nowMs: () => 7, clean: text => text });
  const frozen = freezeProfiles({
    dataDir,
    say: line => void lines.push(line),
    nowMs: () => 7,
    keychain: {
      ...createFakeKeychain(),
      read: async profileId => {
        asked.push(profileId);
        return fail('no-secret', 'It is locked.');
      },
    },
    buildClient: () => {
      throw new Error('there is no key');
    },
    isRoot: false,
    log: noLog,
    journal: beside.journal,
  });
  if (!frozen.ok) throw new Error(frozen.error.message);
  expect(lines.join('\n')).toContain('Cancelling without the freezes of earlier runs.');
  expect(await frozen.value.fire()).toBe('not-clear');
  expect(asked).toEqual(['desk']);
  beside.close();
});
