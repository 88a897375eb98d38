import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCommand } from '../setup/debian.mjs';
import { root } from '../setup/stamp.mjs';
import { packDebian, packTarball } from './linux.mjs';
import { faultsOf, filesBelow, stagePackage, version } from './stage.mjs';

/** The package of the Chromium shell, installed by dpkg into a root of its own, started and removed. */

const isBuilt = existsSync(join(root, 'dist', '.fathom-stamp.json'));
const isPossible = process.platform === 'linux' && hasCommand('dpkg-deb') && isBuilt;

/** all of Node is pressed and unpacked */
const patient = { timeout: 120_000 };

let folder: string;
const staged = () => join(folder, 'fathom');
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
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what it should, and nothing else', () => {
    expect(faultsOf(staged())).toEqual([]);
    writeFileSync(join(staged(), 'lib', 'fathom', 'dist', 'planted.js'), `console.log('${root}')`);
    expect(faultsOf(staged())).toEqual(['lib/fathom/dist/planted.js: names a folder of the machine that packed it']);
    rmSync(join(staged(), 'lib', 'fathom', 'dist', 'planted.js'));
  });

  it('its icon has a menu that cancels everything, in the language of the desktop', () => {
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

  it('is installed with fathom on the path, starts, and is removed without a trace', patient, () => {
    const file = packDebian({ staged: staged(), out: folder, level: '1' });
    dpkg('--install', file);
    expect(installed()).toContain('usr/bin/fathom');
    expect(installed()).toContain('usr/share/applications/fathom.desktop');
    // nothing when every file is as it was packed
    expect(dpkg('--verify', 'fathom')).toBe('');
    if (hasCommand('chromium')) expectStart(join(system(), 'usr', 'bin', 'fathom'));
    dpkg('--remove', 'fathom');
    expect(installed()).toEqual([]);
  });

  it('is in a tarball under one folder, whoever unpacks it, wherever', patient, () => {
    const file = packTarball({ staged: staged(), out: folder, level: '1' });
    const listed = execFileSync('tar', ['-tvzf', file], { encoding: 'utf8', maxBuffer: 2 ** 24 }).split('\n');
    const start = `fathom-${version}-linux-${process.arch}/`;
    expect(listed.filter(line => line !== '' && !line.includes(` ${start}`))).toEqual([]);
    expect(listed.find(line => line.includes(`${start}bin/fathom`))).toMatch(
      /^l.* 0\/0 .*-> \.\.\/lib\/fathom\/fathom$/,
    );
  });
});

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
  // what the icon's menu runs: there is none to be told now, and it says so
  const kill = spawnSync(program, ['--kill', '--data-dir', data], { encoding: 'utf8' });
  expect([kill.status, `${kill.stdout}${kill.stderr}`]).toEqual([1, expect.stringContaining('nothing was cancelled')]);
}
