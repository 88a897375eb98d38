import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { forkKeyring } from './process.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-child-'));
});
afterEach(() => removeFolder(folder));

interface Child {
  readonly env: Readonly<Record<string, string>>;
  readonly execArgv: readonly string[];
}

/** What a child process prints when it is started with this environment. */
function startChild(environment: NodeJS.ProcessEnv): Promise<Child> {
  const child = join(folder, 'child.mjs');
  writeFileSync(child, `process.on('message', () => process.send({ env: process.env, execArgv: process.execArgv }));`);
  const keyring = forkKeyring(child, environment)();
  return new Promise((resolve, reject) => {
    keyring.onAnswer(answer => {
      keyring.kill();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child above sends just this
      resolve(answer as Child);
    });
    keyring.onEnd(reason => reject(new Error(reason)));
    keyring.send({ action: 'find', service: 's' });
  });
}

it('keyring process gets only the environment that locates the keychain, and nothing that loads foreign code', async () => {
  writeFileSync(join(folder, 'foreign.mjs'), 'process.env.FOREIGN_CODE = "was here";');
  const { env: seen } = await startChild({
    PATH: process.env['PATH'],
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/bus',
    NODE_OPTIONS: `--import ${join(folder, 'foreign.mjs')}`,
    NODE_PATH: folder,
    LD_AUDIT: '',
    LD_PRELOAD: '',
    // Windows does not mind how a name is written
    node_options: '--no-warnings',
    DYLD_INSERT_LIBRARIES: join(folder, 'foreign.dylib'),
  });
  expect(seen['DBUS_SESSION_BUS_ADDRESS']).toBe('unix:path=/tmp/bus');
  for (const name of [
    'FOREIGN_CODE',
    'NODE_OPTIONS',
    'NODE_PATH',
    'node_options',
    'LD_AUDIT',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
  ])
    expect([name, seen[name]]).toEqual([name, undefined]);
});

it('keyring process starts so that no signal opens an inspector', async () => {
  expect((await startChild({ PATH: process.env['PATH'] })).execArgv).toEqual(['--disable-sigusr1']);
});
