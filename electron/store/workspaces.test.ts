import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LayoutNode, ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { fail } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { documentLimits, fileLimitBytes } from './documents/limits.ts';
import { openWorkspaces, type WorkspacesStore } from './workspaces.ts';

let dataDir = '';
const notices: string[] = [];
const written: unknown[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-workspaces-'));
  notices.length = 0;
  written.length = 0;
});
afterEach(() => removeFolder(dataDir));

const file = () => join(dataDir, 'workspaces.json');
const chart: LayoutNode = { kind: 'tabs', size: 100, panels: ['chart'], selected: 'chart' };
const kept: ProfileWorkspaces = {
  activeId: 'own',
  workspaces: [{ id: 'own', title: 'Own', layouts: { wide: chart } }],
};

function open(): WorkspacesStore {
  const store = openWorkspaces({
    dataDir,
    nowMs: () => 1000,
    notice: text => void notices.push(text),
    onWritten: cause => void written.push(cause),
  });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

it('workspaces keep the saved state of a profile over a restart, apart from other profiles', () => {
  const first = open();
  expect(first.read('a')).toBeNull();
  expect(first.save('a', kept)).toEqual({ ok: true, value: kept });
  first.close();
  const second = open();
  expect(second.read('a')).toEqual(kept);
  expect(second.read('b')).toBeNull();
  for (const id of ['__proto__', 'constructor', 'toString']) {
    expect(second.read(id)).toBeNull();
    expect(second.readWindows(id)).toEqual([]);
  }
});

it('workspaces drop the data of other profiles', () => {
  const first = open();
  first.save('a', kept);
  first.save('b', kept);
  first.saveWindows('c', [{ panel: 'chart', bounds: null }]);
  first.keepProfiles(id => id === 'b');
  first.close();
  const second = open();
  expect([second.read('a'), second.read('b')]).toEqual([null, kept]);
  expect(second.readWindows('c')).toEqual([]);
});

const wide = (bytes: number): ProfileWorkspaces => ({ ...kept, activeId: 'x'.repeat(bytes) });

it('workspaces beyond their limit are rejected, and the earlier ones are kept', () => {
  const { oneBytes } = documentLimits.workspaces;
  const store = open();
  store.save('a', kept);
  expect(store.save('a', wide(oneBytes))).toEqual(
    fail(
      'over-quota',
      'Not saved: the workspaces would exceed 64 KiB. Remove workspaces of this profile, or remove profiles, then try again.',
    ),
  );
  expect(store.read('a')).toEqual(kept);
});

it('workspaces are rejected when those of all profiles together are beyond the limit', () => {
  const { oneBytes, allBytes } = documentLimits.workspaces;
  const store = open();
  const saved = Array.from({ length: 40 }, (_, index) => store.save(`p${index}`, wide(oneBytes - 1000)).ok);
  expect(saved.filter(Boolean)).toHaveLength(Math.floor(allBytes / (oneBytes - 1000)));
  expect(saved.at(-1)).toBe(false);
  // one that takes the place of its own is no more than before
  expect(store.save('p0', kept).ok).toBe(true);
  store.close();
  expect(statSync(file()).size).toBeLessThan(fileLimitBytes.workspaces);
});

/** A layout of so many splits in each other. */
const nested = (depth: number): unknown =>
  depth === 0 ? chart : { kind: 'split', direction: 'row', size: 100, children: [nested(depth - 1)] };
const fileWith = (layout: unknown) =>
  JSON.stringify({
    version: 1,
    profiles: { a: { activeId: 'own', workspaces: [{ id: 'own', title: 'Own', layouts: { wide: layout } }] } },
  });

it.each([
  ['no JSON', '{"version": 1, "prof'],
  ['a layout without panels', fileWith({ kind: 'tabs', size: 100, panels: [], selected: 'x' })],
  ['a size that is none', fileWith({ ...chart, size: -3 })],
  ['a layout without an end', fileWith(nested(50))],
])('workspaces set a file with %s aside, report it, and continue', (_, text) => {
  writeFileSync(file(), text);
  expect(open().read('a')).toBeNull();
  expect(notices).toEqual([expect.stringContaining('The file with the workspaces is damaged')]);
  expect(readFileSync(`${file()}.broken-1000`, 'utf8')).toBe(text);
});

it('workspaces accept a layout of the greatest depth that a user can make', () => {
  writeFileSync(file(), fileWith(nested(8)));
  expect(open().read('a')?.activeId).toBe('own');
  expect(notices).toEqual([]);
});

it('workspaces leave a file of a newer version untouched and report that changes are not saved', () => {
  const text = '{"version": 2, "profiles": {}}';
  writeFileSync(file(), text);
  const store = open();
  store.save('a', kept);
  expect(store.read('a')).toEqual(kept);
  store.close();
  expect(readFileSync(file(), 'utf8')).toBe(text);
  expect(notices).toEqual([expect.stringMatching(/newer version of Fathom.*not saved/)]);
});

it.each([
  ['sets aside', '{"version":1,"profiles":{"a":"', true],
  ['leaves untouched, from a newer version,', '{"version":2,"profiles":{"a":"', false],
])('workspaces %s a file beyond the limit without reading it', (_, start, isSetAside) => {
  writeFileSync(file(), start);
  truncateSync(file(), fileLimitBytes.workspaces + 1);
  const store = open();
  expect(store.read('a')).toBeNull();
  store.save('a', kept);
  store.close();
  expect(existsSync(`${file()}.broken-1000`)).toBe(isSetAside);
  expect(statSync(file()).size > fileLimitBytes.workspaces).toBe(!isSetAside);
  expect(notices).toEqual([expect.stringContaining(isSetAside ? 'is larger than 8 MiB' : 'newer version')]);
});

it('workspaces keep in memory what cannot be written, and report why', () => {
  mkdirSync(`${file()}.next`);
  mkdirSync(join(`${file()}.next`, 'full'));
  const store = open();
  expect(store.save('a', kept).ok).toBe(true);
  expect(store.read('a')).toEqual(kept);
  store.close();
  expect(written).toEqual([expect.objectContaining({ code: expect.stringContaining('EISDIR') })]);
});
