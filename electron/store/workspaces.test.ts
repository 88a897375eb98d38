import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LayoutNode, ProfileWorkspaces } from '#shared/domain/view/workspace.ts';
import { openWorkspaces, type WorkspacesStore } from './workspaces.ts';

let dataDir = '';
const notices: string[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-workspaces-'));
  notices.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, 'workspaces.json');
const chart: LayoutNode = { kind: 'tabs', size: 100, panels: ['chart'], selected: 'chart' };
const kept: ProfileWorkspaces = {
  activeId: 'own',
  workspaces: [{ id: 'own', title: 'Own', layouts: { wide: chart } }],
};

function open(): WorkspacesStore {
  const store = openWorkspaces({ dataDir, nowMs: () => 1000, notice: text => void notices.push(text) });
  if (!store.ok) throw new Error(store.error.message);
  return store.value;
}

it('what a profile saved outlives the program, and is no other’s', () => {
  const first = open();
  expect(first.read('a')).toBeNull();
  expect(first.save('a', kept)).toEqual({ ok: true, value: kept });
  const second = open();
  expect(second.read('a')).toEqual(kept);
  expect(second.read('b')).toBeNull();
  expect(second.forget('a')).toEqual({ ok: true, value: null });
  expect(second.forget('a')).toEqual({ ok: true, value: null });
  expect(open().read('a')).toBeNull();
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
  ['a newer version', '{"version": 2, "profiles": {}}'],
  ['a layout without panels', fileWith({ kind: 'tabs', size: 100, panels: [], selected: 'x' })],
  ['a size that is none', fileWith({ ...chart, size: -3 })],
  ['a layout without an end', fileWith(nested(50))],
])('a file with %s is set aside, told, and stops nothing', (_, text) => {
  writeFileSync(file(), text);
  expect(open().read('a')).toBeNull();
  expect(notices).toEqual([expect.stringContaining('the workspaces could not be understood')]);
  expect(readFileSync(`${file()}.broken-1000`, 'utf8')).toBe(text);
});

it('a layout as deep as a user can make it is taken', () => {
  writeFileSync(file(), fileWith(nested(8)));
  expect(open().read('a')?.activeId).toBe('own');
  expect(notices).toEqual([]);
});

it('a folder that cannot be written is told, and what was known stays', () => {
  const store = open();
  store.save('a', kept);
  rmSync(file());
  mkdirSync(file());
  expect(store.save('a', { ...kept, activeId: 'desk' })).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(store.forget('a')).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(store.read('a')).toEqual(kept);
});
