import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
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
afterEach(() => removeFolder(folder));

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

  it('leaves the size to Chromium’s memory, except at a first start or on request', () => {
    expect(sizeOf(chromiumArguments(plan, false))).toEqual([]);
    expect(sizeOf(chromiumArguments({ ...plan, size: { width: 800, height: 600 } }, false))).toEqual([
      '--window-size=800,600',
    ]);
  });

  it('allows the dev server in development only', () => {
    expect(chromiumArguments({ ...plan, devOrigin: 'http://127.0.0.1:5173' }, true)).toContain(
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    );
  });

  it('opens the same kind of window when headless', () => {
    expect(chromiumArguments({ ...plan, isHeadless: true }, true)).toEqual(chromiumArguments(plan, true));
  });
});

describe('launchOptions', () => {
  it('leaves theme, contrast and motion as the system has them', () => {
    const media = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null };
    expect(launchOptions(plan, true)).toMatchObject(media);
  });

  it('uses the sandbox, except for root', () => {
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
  it('creates once a profile that stores no typed text', () => {
    const profileDir = join(folder, 'chromium');
    expect(prepareProfile(profileDir)).toBe(true);
    const file = join(profileDir, 'Default', 'Preferences');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      credentials_enable_service: false,
      profile: { password_manager_enabled: false },
      autofill: { enabled: false },
      translate: { enabled: false },
    });
    expectMode(profileDir, 0o700);
    writeFileSync(file, '{"kept":1}');
    expect(prepareProfile(profileDir)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('{"kept":1}');
  });
});

/** A browser program that runs these lines of a shell. */
function writeBrowser(...lines: readonly string[]): LaunchPlan {
  const executablePath = join(folder, 'browser');
  writeFileSync(executablePath, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  return { ...plan, executablePath, profileDir: join(folder, 'profile'), isHeadless: true };
}

/** A line that prints to stderr, where Chromium prints. */
const print = (text: string): string => `cat >&2 <<'END'\n${text}\nEND`;

const crashpadCommand =
  '/usr/lib/chromium/chrome_crashpad_handler --database=/x --annotation=switches=--no-zygote-sandbox --enable-sandbox';

/** keeps a note of each start, with the process id of a child */
const hang = ['sleep 600 &', `echo $! >> "$(dirname "$0")/children"`, 'sleep 600'];
const starts = () => readFileSync(join(folder, 'children'), 'utf8').trim().split('\n').map(Number);
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// its browsers are shell scripts
describe.skipIf(process.platform === 'win32')('launchChromium', () => {
  it.each([
    [
      'the profile is in use',
      '[7:7:ERROR:process_singleton_posix.cc(340)] Failed to create a ProcessSingleton for your profile directory.',
      'another Chromium still uses the profile in this data folder',
    ],
    [
      'its temporary folder is missing',
      '[7:7:ERROR:process_singleton_posix.cc:1046] Failed to create socket directory.\n[7:7:ERROR:chrome_main_delegate.cc:624] Failed to create a ProcessSingleton for your profile directory.',
      'it cannot create files in the folder for temporary files (TMPDIR).',
    ],
    [
      'a library is missing',
      '/usr/lib/chromium/chromium: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory',
      'the library libnss3.so is missing on this system. Install it.',
    ],
    [
      'there is no display',
      '[7:7:ERROR:ozone_platform_x11.cc(240)] Missing X server or $DISPLAY\n[7:7:ERROR:env.cc(257)] The platform failed to initialize.  Exiting.',
      'there is no display.',
    ],
    [
      'there is no sandbox',
      '[7:7:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! If you are running on Ubuntu 23.10+ …',
      'it cannot set up its sandbox',
    ],
    [
      'its administrator forbids remote debugging',
      'DevTools remote debugging is disallowed by the system admin.',
      'the policy RemoteDebuggingAllowed of this computer forbids what Fathom needs.',
    ],
    [
      'its administrator sets the profile folder',
      'Opening in existing browser session.',
      'as with the policy UserDataDir on a managed computer.',
    ],
    ['the disk is full', 'mkdir: No space left on device', 'the disk of the data folder is full.'],
    [
      'it is another reason',
      `something else is wrong`,
      'Chromium did not start: it ended with code 1 and printed: something else is wrong.',
    ],
  ])('names the cause when Chromium ends because %s', async (_, printed, sentence) => {
    const launch = launchChromium(writeBrowser(print(printed), 'exit 1'), { profileWaitMs: 0 });
    await expect(launch).rejects.toThrow(sentence);
  });

  it.each([
    ['exit 3', 'it ended with code 3'],
    ['exit 21', 'another Chromium still uses the profile'],
    ['kill -ABRT $$', 'it crashed (SIGABRT).'],
    ['kill -KILL $$', 'the system ended it (SIGKILL)'],
  ])('does not report the sandbox for a command line that Chromium printed before %s', async (end, sentence) => {
    const plans = writeBrowser(print(crashpadCommand), end);
    const refused = await launchChromium(plans, { profileWaitMs: 0 }).catch(String);
    expect(refused).toContain(sentence);
    expect(refused).not.toContain('cannot set up its sandbox');
  });

  it('starts Chromium again while another one is giving up the profile', async () => {
    const note = `"$(dirname "$0")/started"`;
    const launch = launchChromium(writeBrowser(`[ -e ${note} ] && exit 3`, `touch ${note}`, 'exit 21'));
    await expect(launch).rejects.toThrow('it ended with code 3');
  });

  it('names the program when it is missing', async () => {
    const executablePath = join(folder, 'no-browser');
    const launch = launchChromium({ ...plan, executablePath, profileDir: join(folder, 'profile') });
    await expect(launch).rejects.toThrow(executablePath);
  });

  it('ends a Chromium that hangs with its children, and starts it once more', async () => {
    const launch = launchChromium(writeBrowser(print(crashpadCommand), ...hang), { limitMs: 4_000 });
    await expect(launch).rejects.toThrow(
      'Chromium did not start: it did not come up within 4 seconds, and again not with a new profile folder.',
    );
    expect(starts()).toHaveLength(2);
    await expect.poll(() => starts().filter(isRunning)).toEqual([]);
  });

  it('uses a new profile folder for the second start', async () => {
    const second = 'if [ -e "$(dirname "$0")/children" ]; then ls "$(dirname "$0")/profile/Default" >&2; exit 4; fi';
    const hanging = writeBrowser(second, ...hang);
    prepareProfile(hanging.profileDir);
    writeFileSync(join(hanging.profileDir, 'Default', 'Zombie'), '');
    await expect(launchChromium(hanging, { limitMs: 5_000 })).rejects.toThrow(
      'it ended with code 4 and printed: Preferences.',
    );
    expect(existsSync(join(hanging.profileDir, 'Default', 'Zombie'))).toBe(false);
  });

  it('keeps the profile folder when Chromium ends by itself', async () => {
    const ending = writeBrowser('exit 1');
    prepareProfile(ending.profileDir);
    writeFileSync(join(ending.profileDir, 'Default', 'Bounds'), '');
    await expect(launchChromium(ending)).rejects.toThrow('it ended with code 1');
    expect(existsSync(join(ending.profileDir, 'Default', 'Bounds'))).toBe(true);
  });
});
