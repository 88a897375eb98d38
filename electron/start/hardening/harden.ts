import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';

/**
 * What keeps others out of the process that holds the keys, done in the process itself, for it may have been started by
 * something else than our launcher. `SIGUSR1` opens Node's inspector, unless somebody listens to the signal.
 */
export function hardenProcess(platform: NodeJS.Platform = process.platform): void {
  removeDriverSwitches();
  if (platform !== 'win32') process.on('SIGUSR1', () => {});
  if (platform === 'linux') withholdMemory();
}

/**
 * The library that drives the browser listens to them when it is loaded, later. They make it write down all that crosses
 * to and from the page, what is typed into the trusted window too; stop there; or drive a browser somewhere else.
 */
const driverSwitch = /^(?:DEBUG|DEBUG_.*|PW(?:DEBUG|TEST|_).*|PLAYWRIGHT_.*|SELENIUM_.*)$/i;

function removeDriverSwitches(): void {
  for (const name of Object.keys(process.env)) if (driverSwitch.test(name)) Reflect.deleteProperty(process.env, name);
}

/** The folder of system programs: what a user's PATH finds first may be anything. */
const prlimit = '/usr/bin/prlimit';

/**
 * A crash leaves no memory on disk. The filter says that no page is written, also where the system pipes dumps to a
 * program, which no limit stops; the limit keeps even the empty file away. Child processes inherit both. macOS has the
 * launcher's limit only; Windows writes no dump unless somebody set it up.
 */
function withholdMemory(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // a system without /proc; the limit must do
  }
  if (existsSync(prlimit)) execFile(prlimit, ['--pid', String(process.pid), '--core=0'], () => {});
}

/** A sentence when a debugger is in this process already, by NODE_OPTIONS or a switch; null when none is. */
export function whyDebugged(): string | null {
  if (inspector.url() === undefined) return null;
  return 'a debugger is open on this process (--inspect, perhaps in NODE_OPTIONS); it could read the keys. Fathom does not run with it.';
}
