import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeInside } from '../setup/node-24.mjs';
import { parseRecord } from '../setup/json.mjs';
import { root } from '../setup/stamp.mjs';
import { findPrivateText, whyUnwanted } from './contents.mjs';
import { filesBelow, withSlashes } from './files-below.mjs';
import { differences, expectedFiles } from './expected.mjs';
import { launcher } from './launcher.mjs';
import { runtimeFolders } from './runtime.mjs';
import { setMode } from '../os/operating-system.mjs';

/** The files of a package for Linux whose window is the system's Chromium: bin, lib/fathom, share, as under /usr. */

/** The fields of package.json that the start reads, and its description. */
const manifestFields = new Set(['name', 'productName', 'version', 'description', 'license', 'type', 'main']);

/** The second entry of the icon's menu reaches a Fathom whose page hangs: it needs neither page nor window. */
const desktopEntry = `[Desktop Entry]
Type=Application
Name=Fathom
Comment=A trading terminal and oversight tool for a manual desk
Exec=fathom
Icon=fathom
Terminal=false
Categories=Office;Finance;
StartupWMClass=fathom
Actions=kill;

[Desktop Action kill]
Name=Cancel everything and freeze
Name[de]=Alles stornieren und einfrieren
Exec=fathom --kill
`;

/** @param {string} name */
const readRoot = name => parseRecord(readFileSync(join(root, name), 'utf8'));

export const version = String(readRoot('package.json')['version']);

/**
 * Copies a folder of the project without what has no place in a package.
 * @param {string} name from the project's root
 * @param {string} target
 */
function copyWanted(name, target) {
  cpSync(join(root, name), join(target, name), {
    recursive: true,
    // the driver's packages lie in folders of their own; nested ones are named by the lock file
    filter: source => {
      const inside = withSlashes(relative(root, source));
      return whyUnwanted(inside) === null && whyUnwanted(`${inside}/`) === null;
    },
  });
}

/**
 * Lays the package out in an empty folder. Throws a sentence where something that it needs is not installed.
 * @param {string} folder
 */
export function stagePackage(folder) {
  const node = nodeInside();
  if (node === null) throw new Error('the package of Node 24 is not installed for this system; run npm ci');
  const lib = join(folder, 'lib', 'fathom');
  mkdirSync(join(lib, 'bin'), { recursive: true });
  const manifest = Object.entries(readRoot('package.json')).filter(([name]) => manifestFields.has(name));
  writeFileSync(join(lib, 'package.json'), `${JSON.stringify(Object.fromEntries(manifest), null, 2)}\n`);
  copyWanted('dist', lib);
  for (const name of runtimeFolders(readRoot('package-lock.json')).filter(each => existsSync(join(root, each))))
    copyWanted(name, lib);
  cpSync(node, join(lib, 'bin', 'node'));
  cpSync(join(dirname(dirname(node)), 'LICENSE'), join(lib, 'bin', 'LICENSE'));
  writeFileSync(join(lib, 'fathom'), launcher);
  setMode(join(lib, 'fathom'), 0o755);
  mkdirSync(join(folder, 'bin'));
  symlinkSync('../lib/fathom/fathom', join(folder, 'bin', 'fathom'));
  const icons = join(folder, 'share', 'icons', 'hicolor', 'scalable', 'apps');
  mkdirSync(icons, { recursive: true });
  cpSync(join(import.meta.dirname, 'icon.svg'), join(icons, 'fathom.svg'));
  mkdirSync(join(folder, 'share', 'applications'));
  writeFileSync(join(folder, 'share', 'applications', 'fathom.desktop'), desktopEntry);
}

/** What makes the rest a package of this system: the launcher, Node, and what the desktop shows. */
const ownFiles = [
  'bin/fathom',
  'lib/fathom/bin/LICENSE',
  'lib/fathom/bin/node',
  'lib/fathom/fathom',
  'share/applications/fathom.desktop',
  'share/icons/hicolor/scalable/apps/fathom.svg',
];

/**
 * How what is staged differs from what should be, one line each.
 * @param {string} folder
 */
export function wrongFiles(folder) {
  const inside = expectedFiles(root, { target: 'linux' }).map(name => `lib/fathom/${name}`);
  return differences(filesBelow(folder), [...ownFiles, ...inside]);
}

const isText = /\.(?:[cm]?js|json|html|css|svg|desktop)$/;

/**
 * What has no place in a folder that is to be packed, one line each; none is what is wanted.
 * @param {string} folder
 */
export function faultsOf(folder) {
  const paths = [dirname(join(root, 'package.json'))];
  return filesBelow(folder).flatMap(name => {
    const reason =
      whyUnwanted(name) ??
      (isText.test(name) ? findPrivateText(readFileSync(join(folder, name), 'utf8'), paths) : null);
    return reason === null ? [] : [`${name}: ${reason}`];
  });
}
