import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { practiceId } from '#credentials/profiles.ts';
import { createFakeLockItem } from '#credentials/testing/fake-lock-item.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '#store/store.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { composeArchive } from './compose-archive.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let dataDir: string;
let store: Store;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-archive-'));
  const opened = openStore({ dataDir, log: silent, nowMs: () => 5 });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

function compose() {
  return composeArchive({
    foundation: { dataDir, log: silent, store },
    startArchiveThread: () => {
      throw new Error('nothing is recorded in the first seconds');
    },
    startBackupThread: () => {
      throw new Error('no backup is asked for');
    },
    startPortfolioThread: () => {
      throw new Error('no portfolio is asked for');
    },
    lock: { isLocked: () => false },
    keychain: { probe: () => Promise.resolve({ state: 'ready', detail: '' }), archivePassword: createFakeLockItem },
    ask: createFakePrompt().ask,
  });
}

const client = createFakeClient();

it('archive composition records no practice exchange without a run id, and each run with its own id', async () => {
  const { archive, opened, practiceStarted } = compose();
  const account = { profileId: practiceId, profile: buildProfile({ id: practiceId }), client };
  opened(account);
  expect(archive.status(practiceId)).toBeNull();
  practiceStarted('run-1');
  opened(account);
  expect(archive.status(practiceId)?.state).toBe('starting');
  practiceStarted(undefined);
  opened(account);
  expect(archive.status(practiceId)).toBeNull();
  await archive.stop();
});

it('archive composition stores the archive settings of the user', async () => {
  const { archive, opened } = compose();
  opened({ profileId: 'p1', profile: buildProfile({ id: 'p1' }), client });
  expect(archive.status('p1')).toMatchObject({ isPaused: false, sharePercent: 10 });
  archive.configure({ isPaused: true, sharePercent: 5 });
  expect(store.settings.read().archive).toEqual({ isPaused: true, sharePercent: 5 });
  expect(archive.status('p1')).toMatchObject({ isPaused: true, sharePercent: 5 });
  await archive.stop();
});
