/** `npm test`: sets up what is missing, then format, lint, compile, import rules, dead code, unit, contract and e2e tests. */
import { hasCommand, installDebianPackages, isDebianRoot } from './setup/debian.mjs';
import { fetchElectron } from './run/browsers.mjs';
import { buildStale, setUp } from './setup/setup.mjs';
import { fastStep, runSteps, unitStep, windowStep } from './steps.mjs';

/** What the tests want of the system: the command that proves it is there, its Debian package, what goes without. */
const wanted = [
  { command: 'chromium', package: 'chromium', without: 'the window tests' },
  { command: 'Xvfb', package: 'xvfb', without: 'the tests of a window on a display' },
  { command: 'gnome-keyring-daemon', package: 'gnome-keyring', without: 'the keychain tests' },
  { command: 'dbus-run-session', package: 'dbus', without: 'the keychain tests' },
];

function prepareSystem() {
  const missing = wanted.filter(({ command }) => !hasCommand(command));
  if (missing.length === 0) return;
  const reason = isDebianRoot()
    ? installDebianPackages(
        missing.map(item => item.package),
        console.log,
      )
    : 'not root on Debian';
  for (const item of missing.filter(({ command }) => !hasCommand(command)))
    console.log(`skipped: ${item.without} (${item.command} is missing: ${reason})`);
}

/** Where both shells must keep the contract, an Electron that cannot be had ends everything at once. */
function prepareElectron() {
  if (process.env['FATHOM_REQUIRE_ELECTRON'] !== '1') return;
  if (!fetchElectron({ log: console.log, again: true }))
    throw new Error('FATHOM_REQUIRE_ELECTRON is set, and Electron is not here and cannot be downloaded');
}

await setUp({ log: console.log });
prepareElectron();
prepareSystem();
await buildStale({ log: console.log });
await runSteps([fastStep, unitStep, windowStep]);
