import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { browserAdvice, electronLimitMs, fetchRequestedElectron, isElectronRequired } from './browsers.mjs';

it('missing Electron: waits for five minutes on macOS, or when it is requested by name', () => {
  const limits = (['linux', 'win32', 'darwin'] as const).map(platform => electronLimitMs(false, platform));
  expect(limits).toEqual([20_000, 20_000, 300_000]);
  expect(electronLimitMs(true, 'linux')).toBe(300_000);
});

it.each([
  [{ FATHOM_REQUIRE_ELECTRON: '1' }, true],
  [{ FATHOM_REQUIRE_ELECTRON: '' }, false],
  [{}, false],
])('missing Electron with %j is a failure: %s', (environment, isRequired) => {
  const asked: boolean[] = [];
  const fetch = ({ again = false }) => {
    asked.push(again);
    return false;
  };
  const fetchMissing = () => fetchRequestedElectron(() => {}, { environment, fetch });
  if (isRequired) expect(fetchMissing).toThrow('FATHOM_REQUIRE_ELECTRON is set, and Electron is not here');
  else expect(fetchMissing()).toBe(false);
  // a download that failed before is tried again
  expect(asked).toEqual([true]);
  expect(isElectronRequired(environment)).toBe(isRequired);
  expect(fetchRequestedElectron(() => {}, { environment, fetch: () => true })).toBe(true);
});

it('advises Chrome on macOS and Windows and Chromium on Linux, as the README does', () => {
  const advice = (['darwin', 'win32', 'linux'] as const).map(browserAdvice);
  expect(advice).toEqual([
    'Run: brew install --cask google-chrome',
    'Run: winget install Google.Chrome',
    'Run: sudo apt-get install -y chromium',
  ]);
  expect(browserAdvice('freebsd')).toBe('Install Chromium, Chrome or Edge.');
  const readme = readFileSync('README.md', 'utf8');
  for (const sentence of advice) expect(readme).toContain(`\`${sentence.replace('Run: ', '')}\``);
  expect(readme).not.toMatch(/brew install (?:--cask )?chromium/u);
});
