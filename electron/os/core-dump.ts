import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { operatingSystem } from './operating-system.ts';

/** The folder of system programs: what a user's PATH finds first may be anything. */
const prlimit = '/usr/bin/prlimit';

/**
 * A crash leaves no memory on disk. On Linux the filter says that no page is written, also where the system pipes dumps
 * to a program, which no limit stops; the limit prevents the empty file too. Child processes inherit both. macOS has
 * the launcher's limit only; Windows writes no dump unless it was set up.
 */
export function preventCoreDump(): void {
  if (operatingSystem.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // a system without /proc; the limit must do
  }
  if (existsSync(prlimit)) execFile(prlimit, ['--pid', String(process.pid), '--core=0'], () => {});
}
