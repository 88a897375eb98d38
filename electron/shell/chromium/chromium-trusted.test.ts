import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperatingSystem } from '#os/operating-system.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { windowsCalls } from '#os/testing/windows-calls.ts';
import { createProfileFolder, showRealFocus } from './chromium-trusted.ts';

it('trusted window gives its page the real focus', async () => {
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
  afterEach(() => removeFolder(root));

  it('returns an empty folder and removes what was there before', async () => {
    const profiles = join(root, 'profiles');
    mkdirSync(join(profiles, 'old', 'Default'), { recursive: true });
    const folder = await createProfileFolder(profiles);
    expect(readdirSync(profiles).map(name => join(profiles, name))).toEqual([folder]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the targets of links, also when the folder itself is a link', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'file'), 'kept');
    const profiles = join(root, 'profiles');
    symlinkSync(outside, profiles);
    await createProfileFolder(profiles);
    expect(lstatSync(profiles).isDirectory()).toBe(true);
    symlinkSync(outside, join(profiles, 'window-planted'));
    await createProfileFolder(profiles);
    expect(existsSync(join(profiles, 'window-planted'))).toBe(false);
    expect(existsSync(join(outside, 'file'))).toBe(true);
  });

  it('returns a new folder when an old one cannot be removed', async () => {
    const profiles = join(root, 'profiles');
    mkdirSync(join(profiles, 'old'), { recursive: true });
    const folder = await createProfileFolder(profiles, createOperatingSystem(windowsCalls({ busyTimes: Infinity })));
    expect(readdirSync(profiles)).toHaveLength(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});
