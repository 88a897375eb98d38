import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chromiumArguments,
  launchChromium,
  launchOptions,
  type LaunchPlan,
  prepareProfile,
} from './chromium-launch.ts';

const plan: LaunchPlan = {
  executablePath: '/usr/bin/chromium',
  profileDir: '/data/chromium',
  isRoot: false,
  devOrigin: null,
  size: null,
  isHeadless: false,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-launch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sizeOf = (words: readonly string[]) => words.filter(word => word.startsWith('--window-size'));

describe('chromiumArguments', () => {
  it('keeps Chromium off the network and opens an app window', () => {
    const words = chromiumArguments(plan, true);
    expect(words).toContain('--host-resolver-rules=MAP * ~NOTFOUND');
    expect(words).toContain('--window-size=1600,1000');
    expect(words.find(word => word.startsWith('--app='))).toContain('data:text/html');
    for (const word of [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
    ])
      expect(words).toContain(word);
  });

  it('opens no debugging port and turns off no protection', () => {
    const words = [
      ...chromiumArguments(plan, true),
      ...chromiumArguments({ ...plan, devOrigin: 'http://127.0.0.1:1' }, false),
    ];
    expect(words.join(' ')).not.toMatch(
      /remote-debugging-port|no-sandbox|disable-web-security|ignore-certificate|unsafe/,
    );
  });

  it('leaves the size to Chromium’s memory, but for a first start or a wish', () => {
    expect(sizeOf(chromiumArguments(plan, false))).toEqual([]);
    expect(sizeOf(chromiumArguments({ ...plan, size: { width: 800, height: 600 } }, false))).toEqual([
      '--window-size=800,600',
    ]);
  });

  it('lets the dev server through under development only', () => {
    expect(chromiumArguments({ ...plan, devOrigin: 'http://127.0.0.1:5173' }, true)).toContain(
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    );
  });

  it('opens the same kind of window when headless', () => {
    expect(chromiumArguments({ ...plan, isHeadless: true }, true)).toEqual(chromiumArguments(plan, true));
  });
});

describe('launchOptions', () => {
  it('uses the sandbox, but for root', () => {
    expect(launchOptions(plan, true).chromiumSandbox).toBe(true);
    expect(launchOptions({ ...plan, isRoot: true }, true).chromiumSandbox).toBe(false);
  });

  it('denies downloads, permissions and service workers, and leaves the signals to us', () => {
    expect(launchOptions(plan, true)).toMatchObject({
      acceptDownloads: false,
      permissions: [],
      serviceWorkers: 'block',
      viewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      artifactsDir: '/data/chromium/artifacts',
    });
    expect(launchOptions({ ...plan, isHeadless: true }, true).viewport).toEqual({ width: 1600, height: 1000 });
    const size = { width: 800, height: 600 };
    expect(launchOptions({ ...plan, isHeadless: true, size }, true).viewport).toEqual(size);
  });
});

describe('prepareProfile', () => {
  it('makes a profile that remembers nothing of what is typed, once', () => {
    const profileDir = join(folder, 'chromium');
    expect(prepareProfile(profileDir)).toBe(true);
    const file = join(profileDir, 'Default', 'Preferences');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      credentials_enable_service: false,
      profile: { password_manager_enabled: false },
      autofill: { enabled: false },
      translate: { enabled: false },
    });
    expect(statSync(profileDir).mode & 0o777).toBe(0o700);
    writeFileSync(file, '{"kept":1}');
    expect(prepareProfile(profileDir)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('{"kept":1}');
  });
});

describe('launchChromium', () => {
  it.each([
    ['echo "No usable sandbox!" >&2', 'it cannot set up its sandbox'],
    ['echo "Failed to create a ProcessSingleton for your profile" >&2', 'another Chromium still uses the profile'],
    ['echo "missing library" >&2', 'Chromium did not start'],
  ])('says in words why a browser that does %j did not start', async (script, sentence) => {
    const executablePath = join(folder, 'browser');
    writeFileSync(executablePath, `#!/bin/sh\n${script}\nexit 1\n`, { mode: 0o755 });
    const broken = launchChromium({ ...plan, executablePath, profileDir: join(folder, 'profile'), isHeadless: true });
    await expect(broken).rejects.toThrow(sentence);
  });
});
