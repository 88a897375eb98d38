import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isRoot, platform, programFiles } from '../os/operating-system.mjs';

/** True where `apt-get install` may be tried without asking anyone: Debian or a child of it, as root. */
export function isDebianRoot() {
  return platform === 'linux' && existsSync('/etc/debian_version') && isRoot();
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Whether a command is on the PATH, or is a program where its path is given.
 * @param {string} name
 */
export function hasCommand(name) {
  if (isAbsolute(name)) return isProgram(name);
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '');
  const names = programFiles(name);
  return folders.some(folder => names.some(each => isProgram(join(folder, each))));
}

/**
 * Installs Debian packages by name. Returns null when they are in place afterwards, else the reason as one line; it
 * never throws, because a caller can often go on without them and say what it leaves out.
 * @param {readonly string[]} packages
 * @param {(line: string) => void} say
 * @returns {string | null}
 */
export function installDebianPackages(packages, say) {
  if (!isDebianRoot())
    return `needs the packages ${packages.join(', ')}; as root: apt-get install -y ${packages.join(' ')}`;
  say(`Installing Debian packages: ${packages.join(', ')} (a minute or two)`);
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
    return null;
  } catch (cause) {
    const words = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    return `apt-get could not install ${packages.join(', ')}: ${words.trim().split('\n').at(-1)}`;
  }
}
