import { expect, it, vi } from 'vitest';
import type { PracticeProcess } from '../practice-host.ts';
import { createEarlyPractice } from './practice-child.ts';

/** A process that the test speaks for. */
function createFakeProcess() {
  const hearers: { line: (text: string) => void; end: (reason: string) => void } = {
    line: vi.fn<() => void>(),
    end: vi.fn<() => void>(),
  };
  const done: string[] = [];
  const process: PracticeProcess = {
    onLine: listener => {
      hearers.line = listener;
    },
    onEnd: listener => {
      hearers.end = listener;
    },
    end: () => void done.push('end'),
    kill: () => void done.push('kill'),
  };
  return { process, hearers, done };
}

it('practice child gives the started exchange to its first caller, with the output so far', () => {
  const fakes = [createFakeProcess(), createFakeProcess()] as const;
  const started: (readonly string[])[] = [];
  const early = createEarlyPractice(words => {
    started.push(words);
    return (started.length === 1 ? fakes[0] : fakes[1]).process;
  });
  early.begin(['--seed', '7']);
  fakes[0].hearers.line('ready');
  const heard: string[] = [];
  const first = early.start(['--seed', '7']);
  first.onLine(line => heard.push(line));
  fakes[0].hearers.line('more');
  first.onEnd(reason => heard.push(reason));
  fakes[0].hearers.end('ended with code 1');
  expect(heard).toEqual(['ready', 'more', 'ended with code 1']);
  expect(early.start(['--spot-port', '1'])).toBe(fakes[1].process);
  expect(started).toEqual([
    ['--seed', '7'],
    ['--spot-port', '1'],
  ]);
});

it('practice child reports an exchange that ended before it had a listener', () => {
  const fake = createFakeProcess();
  const early = createEarlyPractice(() => fake.process);
  early.begin([]);
  fake.hearers.end('spawn failed');
  const heard: string[] = [];
  early.start([]).onEnd(reason => heard.push(reason));
  expect(heard).toEqual(['spawn failed']);
});

it('practice child leaves an error to the caller that starts the exchange later', () => {
  const early = createEarlyPractice(() => {
    throw new Error('no such program');
  });
  early.begin([]);
  expect(() => early.start([])).toThrow('no such program');
});

it('practice child ends the started exchange when the program does not start, and no other', () => {
  const fake = createFakeProcess();
  const early = createEarlyPractice(() => fake.process);
  early.abandon();
  early.begin([]);
  early.start([]);
  early.abandon();
  early.abandon();
  expect(fake.done).toEqual(['kill']);
});
