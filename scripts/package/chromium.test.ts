import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remove } from '../os/operating-system.mjs';
import { hasCommand } from '../setup/debian.mjs';
import { parseRecord } from '../setup/json.mjs';
import { readBundledPackages, root } from '../setup/stamp.mjs';
import { filesBelow } from './files-below.mjs';
import { faultsOfElectron, packPlaceholder } from './electron.mjs';
import { noticesFile, partKey } from './notices.mjs';
import { depends, packDebian, packTarball } from './linux.mjs';
import { faultsOf, stagePackage, version, wrongFiles } from './stage.mjs';

/** The package of the Chromium shell, installed by dpkg into a root of its own, started and removed. */

const isBuilt = existsSync(join(root, 'dist', '.fathom-stamp.json'));
const isPossible = process.platform === 'linux' && hasCommand('dpkg-deb') && isBuilt;

/** without Debian's lists of packages there is nothing to ask: `apt-get update` brings them */
const isDebian =
  isPossible &&
  hasCommand('apt-cache') &&
  /^Package: chromium$/m.test(spawnSync('apt-cache', ['show', 'chromium'], { encoding: 'utf8' }).stdout);

/** all of Node is pressed and unpacked */
const patient = { timeout: 120_000 };

let folder: string;
const staged = () => join(folder, 'fathom');
let debian: string | undefined;
/** packed once: nothing that is staged changes between the tests of it */
const packedDebian = () => (debian ??= packDebian({ staged: staged(), out: folder, level: '1' }));
const system = () => join(folder, 'root');

function dpkg(...words: string[]): string {
  return execFileSync('dpkg', [`--root=${system()}`, '--force-depends', '--force-not-root', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Everything but dpkg's own notes. */
const installed = () => filesBelow(system()).filter(name => !name.startsWith('var/'));

describe.skipIf(!isPossible)('the package of the Chromium shell', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fathom-package-'));
    stagePackage(staged());
    mkdirSync(join(system(), 'var', 'lib', 'dpkg', 'info'), { recursive: true });
    for (const name of ['updates', 'triggers']) mkdirSync(join(system(), 'var', 'lib', 'dpkg', name));
    writeFileSync(join(system(), 'var', 'lib', 'dpkg', 'status'), '');
  });
  afterAll(() => remove(folder));

  it('contains the expected files, and nothing else', () => {
    expect([...wrongFiles(staged()), ...faultsOf(staged())]).toEqual([]);
    writeFileSync(join(staged(), 'lib', 'fathom', 'dist', 'planted.js'), `console.log('${root}')`);
    expect(faultsOf(staged())).toEqual(['lib/fathom/dist/planted.js: names a folder of the machine that packed it']);
    renameSync(join(staged(), 'bin', 'fathom'), join(staged(), 'fathom'));
    expect(wrongFiles(staged())).toEqual([
      'fathom: should not be inside',
      'lib/fathom/dist/planted.js: should not be inside',
      'bin/fathom: is missing',
    ]);
    renameSync(join(staged(), 'fathom'), join(staged(), 'bin', 'fathom'));
    rmSync(join(staged(), 'lib', 'fathom', 'dist', 'planted.js'));
  });

  it('contains the licence text of every bundled npm package, and of Node', () => {
    const notices = readFileSync(join(staged(), 'lib', 'fathom', 'dist', noticesFile), 'utf8');
    const bundled = readBundledPackages();
    for (const name of ['react', 'react-aria-components', 'lightweight-charts', 'zustand', 'recharts', 'zod']) {
      expect(bundled.map(each => each.name)).toContain(name);
      expect(notices).toContain(readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim());
    }
    expect(bundled.map(partKey).filter(key => !notices.includes(`\n${key} (`))).toEqual([]);
    expect(readFileSync(join(staged(), 'lib', 'fathom', 'bin', 'LICENSE'), 'utf8')).toContain('Node.js');
  });

  it.skipIf(!hasCommand('chromium'))('can be built from a checkout in which Fathom ran', patient, () => {
    const words = ['--shell', 'chromium', '--headless', '--data-dir', join(folder, 'ran'), '--exit-after', '2'];
    const start = spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs'), ...words], { encoding: 'utf8' });
    expect([start.status, start.stderr]).toEqual([0, expect.any(String)]);
    expect(existsSync(join(root, 'dist', 'compile-cache'))).toBe(true);
    const again = join(folder, 'again');
    stagePackage(again);
    expect([...wrongFiles(again), ...faultsOf(again)]).toEqual([]);
    const electronVersion = String(parseRecord(readFileSync(join(root, 'package.json'), 'utf8'))['version']);
    packPlaceholder({ project: root, out: join(folder, 'electron'), electronVersion, target: 'linux' });
    expect(faultsOfElectron({ project: root, out: join(folder, 'electron'), target: 'linux' })).toEqual([]);
  });

  it('names its own command in the help', () => {
    const { stdout } = spawnSync(join(staged(), 'bin', 'fathom'), ['--help'], { encoding: 'utf8' });
    expect(stdout).toContain('\nfathom [flags]\n');
    expect(stdout).not.toContain('npm');
  });

  it('has an icon with a menu for cancelling everything, in the language of the desktop', () => {
    const file = join(staged(), 'share', 'applications', 'fathom.desktop');
    const [entry = '', action = ''] = readFileSync(file, 'utf8').split('[Desktop Action kill]\n');
    expect(entry.split('\n')).toContain('Actions=kill;');
    expect(action.trimEnd().split('\n')).toEqual([
      'Name=Cancel everything and freeze',
      'Name[de]=Alles stornieren und einfrieren',
      'Exec=fathom --kill',
    ]);
    if (!hasCommand('desktop-file-validate')) return;
    expect(spawnSync('desktop-file-validate', [file], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('requires every package that its programs are linked with', () => {
    const programs = filesBelow(staged()).filter(name => /(?:\.node|\/bin\/node)$/.test(name));
    expect(programs.length).toBeGreaterThan(1);
    const owners = programs.flatMap(name => librariesOf(join(staged(), name)).map(ownerOf));
    // each alternative is one that may be asked for
    const asked = new Set(depends.flatMap(line => line.split('|').map(each => each.trim().replace(/ .*/, ''))));
    expect([...new Set(owners)].filter(owner => !asked.has(owner))).toEqual([]);
    expect(new Set(owners).size).toBeGreaterThan(2);
  });

  it.skipIf(!isDebian)('installs with apt on a plain Debian', patient, () => {
    const file = packedDebian();
    const found = simulateInstall(file);
    expect(found).toMatch(/^Inst fathom /m);
    for (const name of ['libc6', 'libgcc-s1', 'libstdc++6', 'chromium']) expect(found).toContain(`\nInst ${name} (`);
    // and it would have said what it does not find
    const control = join(folder, 'planted', 'DEBIAN', 'control');
    mkdirSync(join(folder, 'planted', 'DEBIAN'), { recursive: true });
    const fields = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
    writeFileSync(control, fields.replace('libstdc++6', 'libstdc++99'));
    execFileSync('dpkg-deb', ['--build', join(folder, 'planted'), join(folder, 'planted.deb')]);
    expect(simulateInstall(join(folder, 'planted.deb'))).toContain('Depends: libstdc++99 but it is not installable');
  });

  it('installs fathom on the path, starts, and is removed completely', patient, () => {
    const file = packedDebian();
    dpkg('--install', file);
    expect(installed()).toContain('usr/bin/fathom');
    expect(installed()).toContain('usr/share/applications/fathom.desktop');
    // nothing when every file is as it was packed
    expect(dpkg('--verify', 'fathom')).toBe('');
    if (hasCommand('chromium')) expectStart(join(system(), 'usr', 'bin', 'fathom'));
    dpkg('--remove', 'fathom');
    expect(installed()).toEqual([]);
  });

  it('unpacks from a tarball under one folder, for any user, anywhere', patient, () => {
    const file = packTarball({ staged: staged(), out: folder, level: '1' });
    const listed = execFileSync('tar', ['-tvzf', file], { encoding: 'utf8', maxBuffer: 2 ** 24 }).split('\n');
    const start = `fathom-${version}-linux-${process.arch}/`;
    expect(listed.filter(line => line !== '' && !line.includes(` ${start}`))).toEqual([]);
    expect(listed.find(line => line.includes(`${start}bin/fathom`))).toMatch(
      /^l.* 0\/0 .*-> \.\.\/lib\/fathom\/fathom$/,
    );
  });
});

/** The files that the system's linker puts a program together with. */
function librariesOf(program: string): readonly string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...listed.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path ?? '');
}

/** The Debian package that a library comes with: dpkg knows it below /lib or below /usr/lib, which are one folder. */
function ownerOf(path: string): string {
  const bare = path.replace(/^\/usr/, '');
  for (const each of [bare, `/usr${bare}`]) {
    const { status, stdout } = spawnSync('dpkg', ['--search', each], { encoding: 'utf8' });
    if (status === 0) return stdout.replace(/[:,].*/s, '');
  }
  return `no owner of ${path}`;
}

/** What apt would do with a package where nothing is installed, by this system's lists of what Debian has; or its errors. */
function simulateInstall(file: string): string {
  const status = join(folder, 'empty-status');
  writeFileSync(status, '');
  const words = ['install', '--simulate', '--no-install-recommends', '-o', `Dir::State::status=${status}`, file];
  const { stdout, stderr } = spawnSync('apt-get', words, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 2 ** 24,
  });
  return `${stdout}${stderr}`;
}

function expectStart(program: string): void {
  const data = join(folder, 'data');
  const picture = join(folder, 'picture.png');
  const words = ['--headless', '--data-dir', data, '--screenshot', picture, '--after', '1', '--exit-after', '5'];
  const { status, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, NODE_OPTIONS: '--no-such-switch' },
  });
  expect([status, stderr.includes('no-such-switch')]).toEqual([0, false]);
  expect(statSync(picture).size).toBeGreaterThan(10_000);
  expect(existsSync(join(data, 'journal.sqlite'))).toBe(true);
  // the command of the icon's menu: no Fathom runs now, and it says so
  const kill = spawnSync(program, ['--kill', '--data-dir', data], { encoding: 'utf8' });
  expect([kill.status, `${kill.stdout}${kill.stderr}`]).toEqual([1, expect.stringContaining('nothing was cancelled')]);
}
