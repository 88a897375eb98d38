import { beforeEach, expect, it, vi } from 'vitest';
import { startLineProcess, startMessageProcess } from './electron-children.ts';
import * as electron from '../testing/electron-fake.ts';

vi.mock('electron', () => import('../testing/electron-fake.ts'));

beforeEach(() => electron.resetElectron());

function child(): electron.UtilityProcess {
  const [only] = electron.children;
  if (only === undefined) throw new Error('no child was started');
  return only;
}

it('Electron child process reads lines, and ends politely or by force', () => {
  const lines: string[] = [];
  const reasons: string[] = [];
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const started = startLineProcess('/built/practice-cli.js', ['--quiet']);
  started.onLine(line => lines.push(line));
  started.onEnd(reason => reasons.push(reason));
  expect(child().words).toEqual([
    '/built/practice-cli.js',
    ['--quiet'],
    { stdio: ['ignore', 'pipe', 'ignore'], execArgv: [] },
  ]);
  child().stdout.emit('data', Buffer.from('one\ntw'));
  child().stdout.emit('data', Buffer.from('o\n'));
  expect(lines).toEqual(['one', 'two']);
  started.end();
  expect(child().kills).toBe(1);
  started.kill();
  expect(kill).toHaveBeenCalledWith(4242, 'SIGKILL');
  child().emit('exit', 1);
  expect(reasons).toEqual(['exit code 1']);
  kill.mockRestore();
});

it('Electron child process exchanges messages', () => {
  const answers: unknown[] = [];
  const reasons: string[] = [];
  const started = startMessageProcess('/built/keyring-child.js', { HOME: '/home/desk' });
  started.onAnswer(answer => answers.push(answer));
  started.onEnd(reason => reasons.push(reason));
  expect(child().words).toEqual([
    '/built/keyring-child.js',
    [],
    { stdio: 'ignore', execArgv: [], env: { HOME: '/home/desk' } },
  ]);
  started.send({ action: 'find' });
  expect(child().posted).toEqual([{ action: 'find' }]);
  child().emit('message', { state: 'done' });
  expect(answers).toEqual([{ state: 'done' }]);
  started.kill();
  child().emit('exit', 0);
  expect(child().kills).toBe(1);
  expect(reasons).toEqual(['exit code 0']);
});
