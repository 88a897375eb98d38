/**
 * `npm run package`: what can be handed out, into build/. The Electron shell by electron-builder (further words are its
 * own); on Linux the Chromium shell too, as a .deb and a tarball with Node inside. Where Electron's binary is not
 * available, a stand-in is packed and looked through instead. Beside them a list of what is inside (SBOM) and
 * checksums.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOfElectron, nativePartsAbsent, packPlaceholder, runTool, targets } from './package/electron.mjs';
import { packDebian, packTarball } from './package/linux.mjs';
import { missingParts, shippedParts } from './package/parts.mjs';
import { faultsOf, stagePackage, version, wrongFiles } from './package/stage.mjs';
import { fetchRequestedElectron } from './run/browsers.mjs';
import { hasCommand } from './setup/debian.mjs';
import { asRecord, parseRecord } from './setup/json.mjs';
import { buildStale, setUp } from './setup/setup.mjs';
import { readBundledPackages, root } from './setup/stamp.mjs';
import { isWindows, needsShell, platform, remove } from './os/operating-system.mjs';

const out = join(root, 'build');
const log = console.log;

/**
 * Throws when anything is wrong with what was packed.
 * @param {string} what
 * @param {readonly string[]} faults
 */
function prove(what, faults) {
  if (faults.length > 0) throw new Error(`${what} may not be handed out:\n  ${faults.join('\n  ')}`);
  log(`${what}: holds what it should, and nothing else`);
}

/** What the builder calls this system. */
const ownTarget = platform === 'darwin' ? 'mac' : isWindows ? 'win' : 'linux';

function packElectron() {
  if (fetchRequestedElectron(log)) {
    runTool(root, ['electron-builder', ...process.argv.slice(2)]);
    prove('the Electron shell', faultsOfElectron({ project: root, out, target: ownTarget }));
    return;
  }
  if (isWindows) {
    log('left out: the Electron shell (its binary cannot be had here)');
    return;
  }
  const devDependencies = asRecord(parseRecord(readFileSync(join(root, 'package.json'), 'utf8'))['devDependencies']);
  for (const target of targets) proveOnStandIn(target, String(devDependencies['electron']));
  log('left out: the Electron shell itself (its binary cannot be had here); its packages are made of it:');
  log('  AppImage and tarball on Linux, nsis on Windows, dmg on a Mac, which alone can make and sign one');
}

/**
 * @param {import('./package/stand-in.mjs').Target} target
 * @param {string} electronVersion
 */
function proveOnStandIn(target, electronVersion) {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-packed-'));
  const what = `the Electron shell for ${target}, on a stand-in`;
  try {
    packPlaceholder({ project: root, out: folder, electronVersion, target });
    prove(what, faultsOfElectron({ project: root, out: folder, target }));
    const absent = nativePartsAbsent(root, target);
    if (absent.length > 0)
      log(`${what}: not proved is the native part, which npm installs there alone (${absent.join(', ')})`);
  } finally {
    remove(folder);
  }
}

function packChromium() {
  if (platform !== 'linux') return;
  const folder = mkdtempSync(join(tmpdir(), 'fathom-staged-'));
  const staged = join(folder, 'fathom');
  try {
    stagePackage(staged);
    prove('the Chromium shell', [...wrongFiles(staged), ...faultsOf(staged)]);
    log(packTarball({ staged, out, level: '6' }));
    if (hasCommand('dpkg-deb')) log(packDebian({ staged, out, level: '9' }));
    else log('left out: the .deb (dpkg-deb is missing)');
  } finally {
    remove(folder);
  }
}

/** Writes all parts of Fathom and of what it runs on, as CycloneDX. Throws when a bundled package is not among them. */
function writeParts() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: needsShell('npm'),
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bundled = readBundledPackages();
  const parts = shippedParts(parseRecord(stdout), bundled);
  prove('the list of parts', missingParts(parts, bundled));
  writeFileSync(join(out, `fathom-${version}.cdx.json`), `${JSON.stringify(parts, null, 2)}\n`);
}

await setUp({ log });
await buildStale({ log });
remove(out);
mkdirSync(out, { recursive: true });
packElectron();
packChromium();
writeParts();
const sums = spawnSync(process.execPath, [join(root, 'scripts', 'checksums.mjs'), out], { stdio: 'inherit' });
process.exitCode = sums.status ?? 1;
