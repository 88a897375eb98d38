import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Log } from '#log/log.ts';
import { createPracticeHost, type PracticeProcess } from './practice-host.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function readyLine(spotPort = 5001): string {
  const key = { label: 'trader', key: 'k', secret: 's', passphrase: 'p', version: 2, permissions: ['General'] };
  return JSON.stringify({
    spot: `http://127.0.0.1:${spotPort}`,
    futures: 'http://127.0.0.1:5002',
    headerPrefix: 'SVC',
    keys: [key],
  });
}

interface Started {
  readonly words: readonly string[];
  line(text: string): void;
  end(reason: string): void;
  readonly signals: string[];
}

/** Processes controlled by the test, and pauses that end at once or on request of the test. */
function fixture(options: { endsWhenAsked?: boolean; startThrows?: boolean } = {}) {
  const started: Started[] = [];
  const pausesMs: number[] = [];
  let nextStart = Promise.withResolvers<Started>();
  const start = (words: readonly string[]): PracticeProcess => {
    if (options.startThrows === true) throw new Error('no such program');
    const ended = Promise.withResolvers<string>();
    const listeners: ((line: string) => void)[] = [];
    const signals: string[] = [];
    const line = (text: string) => listeners.forEach(listener => listener(text));
    const one: Started = { words, line, end: ended.resolve, signals };
    started.push(one);
    nextStart.resolve(one);
    nextStart = Promise.withResolvers();
    return {
      onLine: next => void listeners.push(next),
      onEnd: next => void ended.promise.then(next),
      end: () => {
        signals.push('SIGTERM');
        if (options.endsWhenAsked !== false) ended.resolve('SIGTERM');
      },
      kill: () => {
        signals.push('SIGKILL');
        ended.resolve('SIGKILL');
      },
    };
  };
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    pausesMs.push(ms);
    const isPatient = ms === 3000 && options.endsWhenAsked !== false;
    if (isPatient && !signal.aborted) await once(signal, 'abort');
  };
  const host = createPracticeHost({ start, log: silent, words: ['--seed', '7'], wait });
  return { host, started, pausesMs, next: () => nextStart.promise };
}

it('practice host starts the exchange and answers its ready line', async () => {
  const { host, started } = fixture();
  expect(started[0]?.words).toEqual(['--seed', '7']);
  started[0]?.line('a word of no meaning');
  started[0]?.line('{"spot":1}');
  started[0]?.line(readyLine());
  await expect(host.ready).resolves.toMatchObject({ spot: 'http://127.0.0.1:5001', keys: [{ version: '2' }] });
  await host.stop();
  expect(started[0]?.signals).toEqual(['SIGTERM']);
});

it('practice host restarts a dead exchange on the same ports, and reports it', async () => {
  const { host, started, next, pausesMs } = fixture();
  const heard: string[] = [];
  const undo = host.onReady(ready => heard.push(ready.spot));
  started[0]?.line(readyLine());
  const second = next();
  started[0]?.end('SIGKILL');
  expect((await second).words).toEqual(['--seed', '7', '--spot-port', '5001', '--futures-port', '5002']);
  started[1]?.line(readyLine());
  expect(heard).toHaveLength(2);
  expect(pausesMs).toEqual([250]);
  undo();
  const third = next();
  started[1]?.end('SIGKILL');
  (await third).line(readyLine());
  expect(heard).toHaveLength(2);
  await host.stop();
});

it('practice host waits longer before each further restart', async () => {
  const { host, started, next, pausesMs } = fixture();
  started[0]?.line(readyLine());
  for (let life = 0; life < 8; life++) {
    const coming = next();
    started[life]?.end('code 1');
    await coming;
  }
  expect(pausesMs).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  await host.stop();
});

it('practice host gives up when the exchange never started', async () => {
  const { host, started } = fixture();
  started[0]?.end('code 1');
  await expect(host.ready).rejects.toThrow('did not start: code 1');
  expect(started).toHaveLength(1);
  await host.stop();
});

it('practice host reports why the program cannot be started at all', async () => {
  const { host } = fixture({ startThrows: true });
  await expect(host.ready).rejects.toThrow('no such program');
  await host.stop();
});

it('practice host does not restart once stopped', async () => {
  const { host, started } = fixture();
  await host.stop();
  await expect(host.ready).rejects.toThrow('shutting down');
  expect(started).toHaveLength(1);
});

it('practice host kills an exchange that does not end on request', async () => {
  const { host, started, pausesMs } = fixture({ endsWhenAsked: false });
  started[0]?.line(readyLine());
  await host.stop();
  expect(started[0]?.signals).toEqual(['SIGTERM', 'SIGKILL']);
  expect(pausesMs).toEqual([3000]);
});
