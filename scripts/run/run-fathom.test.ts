import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { environmentOf, nodeSwitches } from './run-fathom.mjs';
import { askToEnd } from '../os/operating-system.mjs';

/** What the launcher gives to the process that holds the keys. */

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function run(text: string, switches: readonly string[], environment: NodeJS.ProcessEnv) {
  const words = [...switches, '--input-type=module', '--eval', text];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  started.push(child);
  const seen = { lines: '', errors: '' };
  child.stdout.on('data', chunk => (seen.lines += String(chunk)));
  child.stderr.on('data', chunk => (seen.errors += String(chunk)));
  return { child, seen };
}

describe.skipIf(process.platform === 'win32')('SIGUSR1', () => {
  const watch = `import inspector from 'node:inspector'; setInterval(() => console.log(inspector.url() ?? 'shut'), 20);`;
  const afterSignal = async (switches: readonly string[]) => {
    const { child, seen } = run(watch, switches, process.env);
    await expect.poll(() => seen.lines).toContain('shut');
    child.kill('SIGUSR1');
    const length = () => seen.lines.length;
    const before = length();
    await expect.poll(() => length() - before).toBeGreaterThan(50);
    return seen.lines;
  };

  it('opens no inspector in processes of the launcher', async () => {
    expect(await afterSignal(nodeSwitches)).not.toContain('ws://');
  });

  it('opens the inspector of a Node without those switches', async () => {
    expect(await afterSignal([])).toContain('ws://');
  });
});

/** A Fathom that keeps what was asked of it. */
function fake(connected: boolean) {
  const done: string[] = [];
  const kill = (signal?: NodeJS.Signals | number) => done.push(String(signal)) > 0;
  return { done, child: { connected, kill, disconnect: () => void done.push('disconnect') } };
}

describe('askToEnd', () => {
  it('closes the channel on Windows, where a signal could interrupt a write', () => {
    const [open, closed] = [fake(true), fake(false)];
    askToEnd(open.child, 'SIGINT', 'win32');
    askToEnd(closed.child, 'SIGINT', 'win32');
    expect([open.done, closed.done]).toEqual([['disconnect'], []]);
  });

  it.each(['linux', 'darwin'] as const)('passes the signal on under %s', platform => {
    const { done, child } = fake(true);
    askToEnd(child, 'SIGINT', platform);
    expect(done).toEqual(['SIGINT']);
  });
});

describe('the environment', () => {
  it('passes neither code nor a debugger nor an authority to the process with the keys', () => {
    const kept = environmentOf({
      PATH: '/bin',
      HTTPS_PROXY: 'http://proxy:1',
      NODE_OPTIONS: '--inspect --tls-keylog=/tmp/x',
      node_options: '--require /tmp/x.js',
      NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
      NODE_DEBUG: 'http',
    });
    expect(kept).toEqual({
      PATH: '/bin',
      HTTPS_PROXY: 'http://proxy:1',
      WS_NO_BUFFER_UTIL: '1',
      WS_NO_UTF_8_VALIDATE: '1',
      NODE_COMPILE_CACHE: expect.stringContaining('compile-cache'),
    });
  });
});

describe('native add-ons of the websocket library', () => {
  const list = `import { createRequire } from 'node:module';
    const require = createRequire(${JSON.stringify(import.meta.url)});
    require('ws'); await import(require.resolve('playwright-core'));
    console.log(JSON.stringify(Object.keys(require.cache).filter(name => /bufferutil|utf-8-validate/.test(name))));`;
  const loaded = async (environment: NodeJS.ProcessEnv): Promise<unknown> => {
    const { child, seen } = run(list, [], environment);
    await once(child, 'close');
    expect(seen.errors).toBe('');
    return JSON.parse(seen.lines);
  };

  it('do not load in the process with the keys', async () => {
    expect(await loaded(environmentOf(process.env))).toEqual([]);
  });

  it('would load when a dev dependency adds one', async ({ skip }) => {
    try {
      createRequire(import.meta.url).resolve('bufferutil');
    } catch {
      skip('bufferutil is not installed');
    }
    const { WS_NO_BUFFER_UTIL: _off, ...environment } = process.env;
    expect(await loaded(environment)).not.toEqual([]);
  });
});
