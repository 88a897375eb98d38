import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { openSafeguards } from './safeguards.ts';

let dataDir: string;
let told: Safeguards[];
let notices: string[];
let retry: (() => void) | null;
const file = () => join(dataDir, 'safeguards.json');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-safeguards-'));
  told = [];
  notices = [];
  retry = null;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function open() {
  const opened = openSafeguards({
    dataDir,
    nowMs: () => 7,
    notice: message => void notices.push(message),
    onChange: now => void told.push(now),
    later: what => {
      retry = what;
      return () => {};
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

it('a profile is free until it is frozen, and frozen over a restart until it is released', () => {
  const list = open();
  expect(list.of('p')).toEqual({
    profileId: 'p',
    frozenSinceMs: null,
    isDryRun: false,
    timedCancelS: null,
    isKept: true,
  });
  list.change('p', { frozenSinceMs: 5 });
  expect(told).toEqual([{ profileId: 'p', frozenSinceMs: 5, isDryRun: false, timedCancelS: null, isKept: true }]);
  expect(open().of('p').frozenSinceMs).toBe(5);
  expect(open().of('q').frozenSinceMs).toBeNull();
  open().change('p', { frozenSinceMs: null });
  expect(open().of('p').frozenSinceMs).toBeNull();
});

it('holds at once where the disk takes nothing, says so, and is written as soon as it can be', () => {
  const list = open();
  // a folder in the file's place cannot be replaced by it, whoever runs the test
  mkdirSync(join(file(), 'in-the-way'), { recursive: true });
  expect(list.change('p', { frozenSinceMs: 5 })).toMatchObject({ frozenSinceMs: 5, isKept: false });
  expect(list.of('p').frozenSinceMs).toBe(5);
  rmSync(file(), { recursive: true });
  retry?.();
  expect(told.at(-1)).toMatchObject({ frozenSinceMs: 5, isKept: true });
  expect(open().of('p').frozenSinceMs).toBe(5);
});

it('39: when nobody knows who was frozen, everybody is, until each is released', () => {
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

it('takes over what another process froze meanwhile, with the next change or when it is asked to', () => {
  const list = open();
  list.change('p', { isDryRun: true });
  open().change('q', { frozenSinceMs: 3 });
  expect(list.of('q').frozenSinceMs).toBeNull();
  list.adoptFreezes();
  expect([list.of('q').frozenSinceMs, told.at(-1)?.profileId]).toEqual([3, 'q']);
  open().change('r', { frozenSinceMs: 4 });
  list.change('p', { isDryRun: false });
  expect([open().of('r').frozenSinceMs, open().of('p').isDryRun]).toEqual([4, false]);
});

it('takes over no freeze that it released itself', () => {
  const list = open();
  list.change('p', { frozenSinceMs: 5 });
  list.change('p', { frozenSinceMs: null });
  list.adoptFreezes();
  expect(list.of('p').frozenSinceMs).toBeNull();
});

it('keeps what it has when the file cannot be read again', () => {
  const list = open();
  list.change('p', { frozenSinceMs: 5 });
  writeFileSync(file(), 'torn');
  list.adoptFreezes();
  expect(list.of('p').frozenSinceMs).toBe(5);
});
