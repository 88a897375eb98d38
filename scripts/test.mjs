/** `npm test`: sets up what is missing, then format, lint, compile, import rules, dead code, unit, contract and e2e tests. */
import { hasCommand, installDebianPackages, isDebianRoot } from './setup/debian.mjs';
import { fetchRequestedElectron, findSystemBrowser, isElectronRequired } from './run/browsers.mjs';
import { buildStale, setUp } from './setup/setup.mjs';
import { fastStep, runSteps, unitStep, windowStep } from './steps.mjs';

/** What the tests want of the system: the command that proves it is there, its Debian package, what goes without. */
const wanted = [
  { command: 'chromium', package: 'chromium', without: 'the window tests' },
  { command: 'Xvfb', package: 'xvfb', without: 'the tests of a window on a display' },
  { command: 'gnome-keyring-daemon', package: 'gnome-keyring', without: 'the keychain tests' },
  { command: 'dbus-run-session', package: 'dbus', without: 'the keychain tests' },
  {
    command: '/usr/lib/postgresql/15/bin/postgres',
    package: 'postgresql-15',
    without: 'the tests of the archive in PostgreSQL',
  },
];

/**
 * Chrome, Edge or the program of CHROMIUM_PATH draws the windows as well as Chromium.
 * @param {{ readonly command: string }} item
 */
function isMissing({ command }) {
  return command === 'chromium' ? findSystemBrowser() === null : !hasCommand(command);
}

function prepareSystem() {
  const missing = wanted.filter(isMissing);
  if (missing.length === 0) return;
  const reason = isDebianRoot()
    ? installDebianPackages(
        missing.map(item => item.package),
        console.log,
      )
    : 'not root on Debian';
  for (const item of missing.filter(isMissing))
    console.log(`skipped: ${item.without} (${item.command} is missing: ${reason})`);
}

/** Where both shells must keep the contract, an Electron that cannot be had ends everything at once. */
function prepareElectron() {
  if (isElectronRequired()) fetchRequestedElectron(console.log);
}

await setUp({ log: console.log });
prepareElectron();
prepareSystem();
await buildStale({ log: console.log });
await runSteps([fastStep, unitStep, windowStep]);
