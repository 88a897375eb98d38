import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openSafeguards } from './safeguards.ts';

let dataDir: string;
let published: Safeguards[];
let notices: string[];
let retry: (() => void) | null;
const file = () => join(dataDir, 'safeguards.json');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-safeguards-'));
  published = [];
  notices = [];
  retry = null;
});
afterEach(() => removeFolder(dataDir));

function open() {
  const opened = openSafeguards({
    dataDir,
    nowMs: () => 7,
    notice: message => void notices.push(message),
    onChange: now => void published.push(now),
    later: what => {
      retry = what;
      return () => {};
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

it('a profile is free until it is frozen, and stays frozen over a restart until it is released', () => {
  const list = open();
  expect(list.of('p')).toEqual({
    profileId: 'p',
    frozenSinceMs: null,
    isDryRun: false,
    timedCancelS: null,
    isKept: true,
  });
  list.change('p', { frozenSinceMs: 5 });
  expect(published).toEqual([{ profileId: 'p', frozenSinceMs: 5, isDryRun: false, timedCancelS: null, isKept: true }]);
  expect(open().of('p').frozenSinceMs).toBe(5);
  expect(open().of('q').frozenSinceMs).toBeNull();
  open().change('p', { frozenSinceMs: null });
  expect(open().of('p').frozenSinceMs).toBeNull();
});

it('a freeze applies at once without disk space, says so, and is written when possible', () => {
  const list = open();
  // a folder in the file's place cannot be replaced by it, for any user
  mkdirSync(join(file(), 'in-the-way'), { recursive: true });
  expect(list.change('p', { frozenSinceMs: 5 })).toMatchObject({ frozenSinceMs: 5, isKept: false });
  expect(list.of('p').frozenSinceMs).toBe(5);
  removeFolder(file());
  retry?.();
  expect(published.at(-1)).toMatchObject({ frozenSinceMs: 5, isKept: true });
  expect(open().of('p').frozenSinceMs).toBe(5);
});

it('all profiles are frozen when the file is unreadable, until each is released (fault 39)', () => {
  writeFileSync(file(), '{"version":1,"profiles":{"p":{"frozenSinceMs":"soon"');
  chmodSync(file(), 0o600);
  const list = open();
  expect(notices).toEqual([expect.stringContaining('Every profile is frozen until you release it')]);
  expect([list.of('p').frozenSinceMs, list.of('q').frozenSinceMs]).toEqual([7, 7]);
  list.change('p', { frozenSinceMs: null });
  const again = open();
  expect([again.of('p').frozenSinceMs, again.of('q').frozenSinceMs]).toEqual([null, 7]);
  expect(readFileSync(file(), 'utf8')).toContain('lostAtMs');
});

it('a freeze of another process is applied with the next change or on request', () => {
  const list = open();
  list.change('p', { isDryRun: true });
  open().change('q', { frozenSinceMs: 3 });
  expect(list.of('q').frozenSinceMs).toBeNull();
  list.adoptFreezes();
  expect([list.of('q').frozenSinceMs, published.at(-1)?.profileId]).toEqual([3, 'q']);
  open().change('r', { frozenSinceMs: 4 });
  list.change('p', { isDryRun: false });
  expect([open().of('r').frozenSinceMs, open().of('p').isDryRun]).toEqual([4, false]);
});

it('a freeze that this process released is not applied again', () => {
  const list = open();
  list.change('p', { frozenSinceMs: 5 });
  list.change('p', { frozenSinceMs: null });
  list.adoptFreezes();
  expect(list.of('p').frozenSinceMs).toBeNull();
});

it('a freeze stays when the file cannot be read again', () => {
  const list = open();
  list.change('p', { frozenSinceMs: 5 });
  writeFileSync(file(), 'torn');
  list.adoptFreezes();
  expect(list.of('p').frozenSinceMs).toBe(5);
});
