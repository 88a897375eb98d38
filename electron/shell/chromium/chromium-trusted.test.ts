import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProfileFolder, showRealFocus } from './chromium-trusted.ts';

it('gives the trusted page its real focus', async () => {
  const sent: unknown[] = [];
  const send = (...words: unknown[]) => Promise.resolve(sent.push(words));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is only handed on
  const page = { name: 'trusted' } as unknown as Page;
  const newCDPSession = (of: unknown): Promise<CDPSession> => {
    sent.push(of);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a session is used
    return Promise.resolve({ send } as unknown as CDPSession);
  };
  await showRealFocus({ newCDPSession }, page);
  expect(sent).toEqual([page, ['Emulation.setFocusEmulationEnabled', { enabled: false }]]);
});

describe('createProfileFolder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fathom-trusted-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('returns an empty folder and removes what was there before', () => {
    const profiles = join(root, 'profiles');
    mkdirSync(join(profiles, 'old', 'Default'), { recursive: true });
    const folder = createProfileFolder(profiles);
    expect(readdirSync(profiles).map(name => join(profiles, name))).toEqual([folder]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps what links point to, also when the folder itself is a link', () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'file'), 'kept');
    const profiles = join(root, 'profiles');
    symlinkSync(outside, profiles);
    createProfileFolder(profiles);
    expect(lstatSync(profiles).isDirectory()).toBe(true);
    symlinkSync(outside, join(profiles, 'window-planted'));
    createProfileFolder(profiles);
    expect(existsSync(join(profiles, 'window-planted'))).toBe(false);
    expect(existsSync(join(outside, 'file'))).toBe(true);
  });

  it('returns a new folder when an old one cannot be removed', () => {
    const profiles = join(root, 'profiles');
    mkdirSync(join(profiles, 'old'), { recursive: true });
    const folder = createProfileFolder(profiles, () => {
      throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
    });
    expect(readdirSync(profiles)).toHaveLength(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});
