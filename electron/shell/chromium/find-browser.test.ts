import { expect, it } from 'vitest';
import { findBrowser, isProgram } from './find-browser.ts';

type Environment = Record<string, string>;

function find(platform: NodeJS.Platform, environment: Environment, programs: readonly string[]) {
  return findBrowser({ platform, environment, isProgram: file => programs.includes(file) });
}

it.each<[NodeJS.Platform, Environment, string[], string | null]>([
  ['linux', { PATH: '/a:/b' }, ['/b/chromium', '/a/google-chrome'], '/b/chromium'],
  ['linux', { PATH: '/a' }, ['/usr/bin/microsoft-edge'], '/usr/bin/microsoft-edge'],
  ['linux', {}, ['/snap/bin/chromium'], '/snap/bin/chromium'],
  ['linux', { PATH: '/a' }, [], null],
  [
    'darwin',
    {},
    ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  [
    'darwin',
    { HOME: '/h' },
    ['/h/Applications/Chromium.app/Contents/MacOS/Chromium'],
    '/h/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  ['linux', { PATH: '/a', CHROMIUM_PATH: '/mine' }, ['/mine', '/a/chromium'], '/mine'],
  ['linux', { PATH: '/a', CHROMIUM_PATH: '/wrong' }, ['/a/chromium'], null],
  ['linux', { PATH: '/a', CHROMIUM_PATH: '' }, ['/a/chromium'], '/a/chromium'],
])('finds the browser on %s with %j and %j', (platform, environment, programs, found) => {
  expect(find(platform, environment, programs)).toBe(found);
});

it('browser search finds the browser below the program folders of Windows', () => {
  const asked: string[] = [];
  const environment = { LOCALAPPDATA: 'L', ProgramFiles: 'P', 'ProgramFiles(x86)': 'X' };
  findBrowser({ platform: 'win32', environment, isProgram: file => asked.push(file) < 0 });
  expect(asked).toHaveLength(9);
  expect(asked[0]).toContain('chrome.exe');
});

it('find browser accepts only executable programs', () => {
  expect(isProgram(process.execPath)).toBe(true);
  expect(isProgram('/')).toBe(false);
  expect(isProgram('/there/is/nothing/here')).toBe(false);
});
