import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { removeFolder } from '#os/testing/remove-folder.ts';

/**
 * A real gnome-keyring on a D-Bus of its own, in a folder of its own: for tests. It never meets the desk's keyring.
 * `environment` is what a program under test needs to find it.
 */
export interface KeyringFixture {
  readonly environment: Readonly<Record<string, string>>;
  /** the daemon is there but does not answer, as when it waits for the user; it is killed or thawed later */
  readonly freezeDaemon: () => void;
  readonly thawDaemon: () => void;
  /** ends the daemon only; the bus stays, as when a keyring crashes */
  readonly killDaemon: () => Promise<void>;
  /** a daemon over the same folder again, with the keyring shut */
  readonly startLocked: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Why there can be no fixture on this machine; null when there can. */
export function whyNoKeyring(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is a Linux program';
  const missing = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].filter(program => !isInstalled(program));
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, program)));
}

/** Starts the bus and an unlocked keyring on it. */
export async function startKeyring(): Promise<KeyringFixture> {
  const home = mkdtempSync(join(tmpdir(), 'fathom-keyring-'));
  const config = join(home, 'bus.conf');
  writeFileSync(config, busConfig(join(home, 'bus')));
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: home },
  });
  endWithUs(bus);
  const address = await firstLine(bus);
  const environment = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  let daemon = await startDaemon(environment, 'the fixture password\n');
  const killDaemon = () => end(daemon);
  return {
    environment,
    killDaemon,
    freezeDaemon: () => daemon.kill('SIGSTOP'),
    thawDaemon: () => daemon.kill('SIGCONT'),
    startLocked: async () => {
      await killDaemon();
      daemon = await startDaemon(environment, null);
    },
    stop: async () => {
      await killDaemon();
      await end(bus);
      removeFolder(home);
    },
  };
}

/** A session bus without service folders: nothing is started behind the test's back. */
function busConfig(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

/** Resolves when the daemon owns the Secret Service's name on the bus. */
async function startDaemon(environment: Record<string, string>, password: string | null): Promise<ChildProcess> {
  const options = ['--foreground', '--components=secrets', ...(password === null ? [] : ['--unlock'])];
  const daemon = spawn('gnome-keyring-daemon', options, {
    stdio: [password === null ? 'ignore' : 'pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  endWithUs(daemon);
  daemon.stdin?.end(password ?? '');
  while (!(await isServed(environment))) {
    if (daemon.exitCode !== null) throw new Error(`gnome-keyring-daemon ended with ${daemon.exitCode}`);
  }
  return daemon;
}

/** Asks the bus whether a Secret Service exists. */
function isServed(environment: Record<string, string>): Promise<boolean> {
  const question = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];
  const method = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  return new Promise(resolve => {
    execFile(
      'dbus-send',
      [...question, ...method],
      { env: { PATH: process.env['PATH'], ...environment } },
      (_, answer) => {
        resolve(answer.includes('true'));
      },
    );
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${child.spawnfile} ended with ${String(code)}: ${text}`)));
  });
}

/** A test run that dies leaves no daemon behind. */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
