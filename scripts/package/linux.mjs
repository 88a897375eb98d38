import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.mjs';
import { version } from './stage.mjs';
import { remove, renameFile } from '../os/operating-system.mjs';

/** A staged package as a .deb and as a tarball. The same files give the same bytes, on any machine at any time. */

/** Debian's words for what Node calls the processor. @type {Readonly<Record<string, string>>} */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/** Seconds since 1970 that stand on every file. */
const epochS = '1767225600';

/**
 * Runs a command to its end. Throws its words when it fails.
 * @param {readonly [string, ...string[]]} command
 */
function run([file, ...words]) {
  const { status, stderr, error } = spawnSync(file, words, {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: epochS },
  });
  if (status !== 0) throw new Error(`${file} failed: ${error?.message ?? stderr}`);
}

/** What Node and the native part of the keychain are linked with, and a browser to draw the window. A test asks apt. */
export const depends = [
  'libc6 (>= 2.28)',
  'libgcc-s1',
  'libstdc++6',
  'chromium | google-chrome-stable | microsoft-edge-stable',
];

/** @param {string} folder */
function controlText(folder) {
  const bytes = filesBelow(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);
  return `Package: fathom
Version: ${version}
Section: misc
Priority: optional
Architecture: ${architectures[process.arch] ?? process.arch}
Maintainer: Fathom <fathom@fathom.invalid>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${depends.join(', ')}
Recommends: gnome-keyring | kwalletmanager
Description: trading terminal and oversight tool for a manual desk
 Order book, orders, fills, positions, margin and sub-accounts of one exchange.
 A practice exchange is inside, so that it starts without keys. Keys are kept
 in the keyring of the desktop. The window is drawn by the system's browser.
`;
}

/** What `dpkg --verify` compares the installed files with. @param {string} folder */
function sumsText(folder) {
  const files = filesBelow(folder).filter(
    name => !name.startsWith('DEBIAN/') && lstatSync(join(folder, name)).isFile(),
  );
  return files
    .map(
      name =>
        `${createHash('md5')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

/**
 * Packs what is staged for Debian and its children; the staged folder is where it was afterwards. Answers the file.
 * @param {{ staged: string, out: string, level: string }} options level: of zstd, 1 is quick
 */
export function packDebian({ staged, out, level }) {
  const tree = `${staged}.deb`;
  remove(tree);
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  renameFile(staged, join(tree, 'usr'));
  try {
    writeFileSync(join(tree, 'DEBIAN', 'md5sums'), sumsText(tree));
    writeFileSync(join(tree, 'DEBIAN', 'control'), controlText(tree));
    const file = join(out, `fathom_${version}_${architectures[process.arch] ?? process.arch}.deb`);
    run(['dpkg-deb', '--root-owner-group', '-Zzstd', `-z${level}`, '--build', tree, file]);
    return file;
  } finally {
    renameFile(join(tree, 'usr'), staged);
    remove(tree);
  }
}

/**
 * Packs what is staged for any Linux: `bin`, `lib` and `share` under one folder, to be put below /usr/local or a home.
 * Answers the file.
 * @param {{ staged: string, out: string, level: string }} options level: of gzip
 */
export function packTarball({ staged, out, level }) {
  const name = `fathom-${version}-linux-${process.arch}`;
  const file = join(out, `${name}.tar.gz`);
  const same = ['--sort=name', `--mtime=@${epochS}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w'];
  const gzip = ['--use-compress-program', `gzip -n -${level}`];
  run(['tar', ...same, ...gzip, `--transform=s,^\\.,${name},S`, '-cf', file, '-C', staged, '.']);
  return file;
}
