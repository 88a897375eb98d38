import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mostAbsences } from '#shared/domain/view/presence.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { awayAfterMs, openPresence, type PresenceStore } from './presence.ts';

let dataDir = '';
let nowMs = 0;
const notices: string[] = [];
let written = Promise.withResolvers<undefined>();
const hourMs = 3_600_000;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-presence-'));
  nowMs = 1000;
  notices.length = 0;
});
afterEach(() => removeFolder(dataDir));

function open(): PresenceStore {
  const ended = Promise.withResolvers<undefined>();
  written = ended;
  const store = openPresence({
    dataDir,
    nowMs: () => nowMs,
    notice: text => void notices.push(text),
    onWritten: () => ended.resolve(undefined),
  });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

it('presence counts a closed night as an absence since the last input, also over another start', async () => {
  const evening = open();
  evening.open('a');
  expect(evening.read('a')).toEqual({ openedAtMs: 1000, absences: [] });
  nowMs += 10_000;
  evening.note('a');
  const leftMs = nowMs;
  evening.close();
  nowMs += 14 * hourMs;
  const morning = open();
  morning.open('a');
  const night = { fromMs: leftMs, toMs: nowMs };
  expect(morning.read('a')).toEqual({ openedAtMs: nowMs, absences: [night] });
  nowMs += 60_000;
  // it was not even closed
  await written.promise;
  const again = open();
  again.open('a');
  expect(again.read('a').absences).toEqual([night]);
  expect(again.read('b').absences).toEqual([]);
});

it('presence counts a long time without input as an absence, and occasional input as none', () => {
  const store = open();
  store.open('a');
  nowMs += awayAfterMs - 1;
  store.note('a');
  expect(store.read('a').absences).toEqual([]);
  nowMs += awayAfterMs;
  store.note('a');
  expect(store.read('a')).toEqual({ openedAtMs: 1000, absences: [{ fromMs: nowMs - awayAfterMs, toMs: nowMs }] });
  nowMs -= 2 * awayAfterMs;
  store.note('a');
  expect(store.read('a').absences).toHaveLength(1);
});

it('presence keeps only the newest absences, and none of a removed profile or a restarted exchange', () => {
  const store = open();
  store.open('a');
  store.open('b');
  for (let times = 0; times < mostAbsences + 2; times += 1) {
    nowMs += awayAfterMs;
    store.note('a');
    store.note('b');
  }
  expect(store.read('a').absences).toHaveLength(mostAbsences);
  expect(store.read('a').absences[0]?.toMs).toBe(nowMs);
  store.forget('a');
  store.forget('b');
  store.open('b');
  store.close();
  expect(open().read('a').absences).toEqual([]);
  expect(open().read('b').absences).toEqual([]);
  expect(store.read('b').openedAtMs).toBe(nowMs);
});

it('presence keeps the first opening time of a profile that is opened again', () => {
  const store = open();
  store.open('a');
  nowMs += 5000;
  store.open('a');
  expect(store.read('a').openedAtMs).toBe(1000);
});

it('presence writes an input to disk within a minute, without a write per input', async () => {
  const store = open();
  store.open('a');
  await written.promise;
  nowMs += 30_000;
  store.note('a');
  const early = nowMs;
  nowMs += awayAfterMs + hourMs;
  const crashed = open();
  crashed.open('a');
  expect(crashed.read('a').absences).toEqual([{ fromMs: early - 30_000, toMs: nowMs }]);
});

it('presence drops the data of other profiles', () => {
  const store = open();
  for (const id of ['a', 'b']) {
    store.open(id);
    nowMs += awayAfterMs;
    store.note(id);
  }
  store.keepProfiles(id => id === 'b');
  store.close();
  const again = open();
  expect([again.read('a').absences.length, again.read('b').absences.length]).toEqual([0, 1]);
});

it('presence sets an unreadable file aside and reports it', () => {
  writeFileSync(join(dataDir, 'presence.json'), '{"version": 1}');
  expect(open().read('a').absences).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('when you were here')]);
});
