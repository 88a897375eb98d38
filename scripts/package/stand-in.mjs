import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { untouchedWire } from './fuses.mjs';

/** Folders that the builder takes for Electron. They run nothing: they are there to prove what a package would hold. */

/** @typedef {'linux' | 'mac' | 'win'} Target as the builder calls them */

/** What carries the fuses, somewhere in its middle. */
const program = Buffer.concat([Buffer.alloc(4096), untouchedWire, Buffer.alloc(4096)]);

/**
 * @param {string} executable
 * @param {string} id
 */
const plist = (executable, id) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${executable}</string>
<key>CFBundleIdentifier</key><string>${id}</string>
</dict></plist>
`;

const helper = 'Electron Helper';
/** @type {Readonly<Record<string, string | Buffer>>} */
const macFiles = {
  'Info.plist': plist('Electron', 'com.github.Electron'),
  'MacOS/Electron': 'a program',
  'Resources/electron.icns': 'a picture',
  'Frameworks/Electron Framework.framework/Electron Framework': program,
  [`Frameworks/${helper}.app/Contents/Info.plist`]: plist(helper, 'com.github.Electron.helper'),
  [`Frameworks/${helper}.app/Contents/MacOS/${helper}`]: 'a program',
};

/**
 * A program for Windows without code, with the one resource that the builder looks for, and the fuses behind its end.
 * @param {typeof import('resedit')} library the builder's own
 */
function windowsProgram({ NtExecutable, NtExecutableResource, Resource }) {
  const executable = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(executable);
  const words = Resource.VersionInfo.createEmpty();
  words.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  words.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  executable.setExtraData(program);
  return Buffer.from(executable.generate());
}

/** @param {Target} target @returns {Readonly<Record<string, string | Buffer>>} */
function filesOf(target) {
  if (target === 'linux') return { electron: program, 'resources/.keep': '' };
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'));
  // oxlint-disable-next-line typescript/no-unsafe-argument -- what is loaded by a path has no type
  if (target === 'win') return { 'electron.exe': windowsProgram(fromBuilder('resedit')), 'resources/.keep': '' };
  return Object.fromEntries(
    Object.entries(macFiles).map(([name, content]) => [`Electron.app/Contents/${name}`, content]),
  );
}

/**
 * @param {string} folder empty
 * @param {Target} target
 * @param {string} electronVersion
 */
export function makePlaceholder(folder, target, electronVersion) {
  for (const [name, content] of Object.entries({ ...filesOf(target), version: electronVersion, LICENSE: 'MIT' })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/**
 * The icon of a Mac program around the picture that all others have: what would make it is a download.
 * @param {string} picture
 */
export function macIcon(picture) {
  const pixels = readFileSync(picture);
  const head = Buffer.alloc(16);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(16 + pixels.length, 4);
  head.write('ic10', 8, 'latin1');
  head.writeUInt32BE(8 + pixels.length, 12);
  return Buffer.concat([head, pixels]);
}
