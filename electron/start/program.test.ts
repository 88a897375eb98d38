import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventName } from '#shared/contract.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { buildViewSettings } from '#shared/domain/view/testing/build-view-settings.ts';
import { fail, type Result } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type Program, type ProgramOptions, startProgram } from './program.ts';
import type { Host } from './hosts.ts';
import { isKillRequested, leaveKillRequest } from './kill-command/kill-request.ts';
import type { PracticeProcess } from './practice-host.ts';
import type { CallHandler, OpenOptions, Shell } from '#shell/shell.ts';
import type { BoundsMemory } from '#shell/window-bounds.ts';
import { openStore } from '#store/store.ts';
import { intent, silent } from '#store/testing/journal-fixture.ts';

/** The whole engine room, composed as in the program, behind a window and an exchange process that the test plays. */

const page = { name: 'our own page' };
const secrets = { key: 'practice-key-000001', secret: 'practice-secret-000001', passphrase: 'practice-phrase-000001' };

class FakeWindow {
  handler: CallHandler = async () => fail('closed', 'no handler');
  readonly published: { readonly name: EventName; readonly payload: unknown }[] = [];
  readonly opened: OpenOptions[] = [];
  readonly closed: string[] = [];
  bounds: BoundsMemory = { load: () => null, save: () => {} };
  openFailure: Error | null = null;
  isShown = false;
  readonly themes: string[] = [];
  /** whether the system may suspend the program, each time that this changed */
  readonly awake: boolean[] = [];
  /** how often an event was handed over while there was no window */
  rejected = 0;
  leave: () => void = () => {};

  ask(name: string, input: unknown = {}, sender: unknown = page): Promise<Result<unknown>> {
    return this.handler(name, input, sender);
  }

  shell(): Shell {
    return {
      kind: 'chromium',
      open: async options => {
        this.opened.push(options);
        if (this.openFailure !== null) throw this.openFailure;
        this.isShown = true;
      },
      publish: async (name, payload) => {
        if (!this.isShown) {
          this.rejected += 1;
          throw new Error('there is no window');
        }
        this.published.push({ name, payload });
        return null;
      },
      onCall: handler => {
        this.handler = handler;
      },
      openPanelWindow: async () => {},
      closePanelWindow: async () => {},
      onPanelWindow: () => () => {},
      windowOf: sender => (sender === page ? mainWindowId : null),
      openTrusted: () => Promise.reject(new Error('no trusted window in this test')),
      screenshot: async () => {},
      onClosed: listener => {
        this.leave = listener;
        return () => {};
      },
      onEmergency: () => () => {},
      focus: () => {},
      setTheme: theme => void this.themes.push(theme),
      keepAwake: isNeeded => void this.awake.push(isNeeded),
      close: async () => {
        this.isShown = false;
        this.closed.push('window');
      },
    };
  }
}

let dataDir: string;
let window: FakeWindow;
let desk: Program | null;
let said: string[];
let abandoned: number;
/** what the exchange process says and does */
let exchange: { line: (text: string) => void; end: (reason: string) => void; isAlive: boolean };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-desk-'));
  window = new FakeWindow();
  said = [];
  abandoned = 0;
  desk = null;
});
afterEach(async () => {
  await desk?.stop();
  removeFolder(dataDir);
});

function startExchange(): PracticeProcess {
  const ended = Promise.withResolvers<string>();
  const lines: ((line: string) => void)[] = [];
  const end = (reason: string) => {
    exchange.isAlive = false;
    ended.resolve(reason);
  };
  exchange = { line: text => lines.forEach(listener => listener(text)), end, isAlive: true };
  return {
    onLine: listener => void lines.push(listener),
    onEnd: listener => void ended.promise.then(listener),
    end: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function readyLine(key = secrets.key): string {
  const trader = { label: 'trader', ...secrets, key, version: 2, permissions: ['General', 'Spot'] };
  return JSON.stringify({
    spot: 'http://127.0.0.1:1',
    futures: 'http://127.0.0.1:2',
    headerPrefix: 'SVC',
    keys: [trader],
  });
}

const say = (line: string) => void said.push(line);

async function start(options: Partial<ProgramOptions> = {}): Promise<Program> {
  const host: Host = {
    begin: async () => {},
    abandon: async () => void (abandoned += 1),
    createShell: ({ bounds }) => {
      window.bounds = bounds;
      return window.shell();
    },
    startPractice: startExchange,
    startCheckWorker: () => {
      throw new Error('no worker in this test');
    },
    startArchiveThread: () => {
      throw new Error('nothing is recorded in this test');
    },
    startBackupThread: () => {
      throw new Error('no backup in this test');
    },
    startPortfolioThread: () => {
      throw new Error('no portfolio in this test');
    },
    startKeyring: () => {
      throw new Error('the test opened a keychain');
    },
  };
  const plain = { host, dataDir, version: '1.2.3', isHeadless: true, size: null, profile: null, say };
  desk = await startProgram({ ...plain, ...options });
  return desk;
}

it('program opens the window at once, and calls wait for the exchange', async () => {
  const { ready } = await start({ size: { width: 800, height: 600 } });
  expect(window.opened).toEqual([{ size: { width: 800, height: 600 }, isHeadless: true }]);
  const answered = vi.fn<(result: Result<unknown>) => void>();
  const info = window.ask('app.info').then(answered);
  await new Promise(setImmediate);
  expect(answered).not.toHaveBeenCalled();
  exchange.line(readyLine());
  await ready;
  await info;
  expect(answered).toHaveBeenCalledWith({
    ok: true,
    value: { version: '1.2.3', shell: 'chromium', isHeadless: true, dataDir, notices: [] },
  });
  expect(await window.ask('profiles.list')).toMatchObject({
    ok: true,
    value: { activeId: 'practice', profiles: [{ id: 'practice', spotUrl: 'http://127.0.0.1:1', keyHint: '0001' }] },
  });
});

it('program becomes ready when an action of an earlier run is open and the window has crashed (fault 41)', async () => {
  const store = openStore({ dataDir, log: silent, nowMs: () => 1000 });
  if (!store.ok) throw new Error(store.error.message);
  store.value.journal.append({ intent: intent('a', { state: 'sent', profileId: 'practice' }), body: {} });
  store.value.close();
  const { ready } = await start();
  window.isShown = false;
  exchange.line(readyLine());
  await ready;
  expect(await window.ask('app.info')).toMatchObject({ ok: true });
  expect(window.rejected).toBeGreaterThan(0);
  expect(window.rejected).toBeLessThan(50);
});

it('program answers our own page only', async () => {
  const { ready } = await start();
  exchange.line(readyLine());
  await ready;
  expect(await window.ask('app.info', {}, { name: 'a frame' })).toMatchObject({
    ok: false,
    error: { kind: 'not-trusted' },
  });
});

it('program notifies the page when the exchange restarted with other keys', async () => {
  const { ready } = await start();
  exchange.line(readyLine());
  await ready;
  window.published.length = 0;
  exchange.line(readyLine('practice-key-000002'));
  await vi.waitFor(
    () => {
      const change = window.published.findLast(post => post.name === 'profiles.changed');
      expect(change?.payload).toMatchObject({ profiles: [{ keyHint: '0002' }] });
    },
    { timeout: 20_000 },
  );
});

it('program continues without practice when it is unavailable, and reports why', async () => {
  const { ready } = await start();
  exchange.end('code 1');
  await ready;
  expect(said).toEqual(['Practice is not available: the practice exchange did not start: code 1.']);
  expect(await window.ask('profiles.list')).toMatchObject({ ok: true });
});

it('program does not start on an unknown profile', async () => {
  const { ready } = await start({ profile: 'Nobody' });
  exchange.line(readyLine());
  await expect(ready).rejects.toThrow('there is no profile named Nobody');
  expect(await window.ask('app.info')).toMatchObject({ ok: false, error: { kind: 'internal' } });
});

it('program starts on the named profile', async () => {
  const { ready } = await start({ profile: 'practice' });
  exchange.line(readyLine());
  await expect(ready).resolves.toBeUndefined();
});

it('program leaves no process when no window can be opened', async () => {
  window.openFailure = new Error('There is no browser here.');
  await expect(start()).rejects.toThrow('There is no browser here.');
  expect(window.closed).toEqual(['window']);
  expect(exchange.isAlive).toBe(false);
  expect(abandoned).toBe(1);
});

it('program ends when the user closes the window', async () => {
  const { closed } = await start();
  window.leave();
  await expect(closed).resolves.toBeUndefined();
  expect(abandoned).toBe(0);
});

it('program ends everything once, also during the start, without an error', async () => {
  const started = await start();
  await Promise.all([started.stop(), started.stop()]);
  await started.stop();
  await expect(started.ready).rejects.toThrow('shutting down');
  expect(window.closed).toEqual(['window']);
  expect(exchange.isAlive).toBe(false);
  expect(said).toEqual([]);
});

it('program saves the bounds of the window in the settings', async () => {
  await start();
  expect(window.bounds.load()).toBeNull();
  window.bounds.save({ x: 1, y: 2, width: 800, height: 600, isMaximised: false });
  expect(window.bounds.load()).toMatchObject({ x: 1, y: 2, width: 800, height: 600 });
});

it('program reports damaged files to the window', async () => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'settings.json'), '{');
  const started = await start();
  exchange.line(readyLine());
  await started.ready;
  expect(await window.ask('app.info')).toMatchObject({
    value: { notices: [expect.stringContaining('The file with the settings is damaged')] },
  });
});

it('program applies the theme of the page to the window at the start and on a change', async () => {
  const first = await start();
  exchange.line(readyLine());
  await first.ready;
  expect(await window.ask('viewSettings.save', buildViewSettings({ theme: 'light' }))).toMatchObject({ ok: true });
  await first.stop();
  await start();
  expect(window.themes).toEqual(['dark', 'light', 'light']);
});

it('program keeps the system awake while an action is under way', async () => {
  const { ready } = await start();
  exchange.line(readyLine());
  await ready;
  // nothing listens there
  const cancel = { profileId: 'practice', venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1' };
  expect(await window.ask('orders.cancel', cancel)).toMatchObject({ ok: false });
  await vi.waitFor(() => expect(window.awake.slice(0, 2)).toEqual([true, false]), { timeout: 20_000 });
});

it('program reports once how the last run ended, without secrets, and the open actions of each profile (fault 40)', async () => {
  const first = await start();
  exchange.line(readyLine());
  await first.ready;
  first.recordCrash('uncaughtException', new Error(`the signer broke on ${secrets.secret}`));
  await first.stop();
  const journal = openStore({ dataDir, log: silent, nowMs: () => 1000 });
  if (!journal.ok) throw new Error(journal.error.message);
  const open = { state: 'sent', profileId: 'gone' } as const;
  journal.value.journal.append({ intent: intent('a', open), body: {} });
  journal.value.journal.append({ intent: intent('b', { ...open, profileId: 'practice' }), body: {} });
  journal.value.close();

  const second = await start();
  exchange.line(readyLine());
  await second.ready;
  const info = JSON.stringify(await window.ask('app.info'));
  expect(info).toContain('Fathom ended by a fault');
  expect(info).toContain('the signer broke on [hidden]');
  expect(info).toContain('A profile that is not here any more (gone) has 1 action with unknown outcome.');
  expect(info).toContain('The profile Practice has 1 action with unknown outcome.');
  await second.stop();

  const third = await start();
  exchange.line(readyLine());
  await third.ready;
  expect(JSON.stringify(await window.ask('app.info'))).not.toContain('ended by a fault');
});

it('program discards a request of --kill from an earlier run, and says so', async () => {
  leaveKillRequest(dataDir);
  await start();
  expect(said).toContainEqual(expect.stringMatching(/^A kill-switch request \(--kill\) from .* was discarded\./));
  expect(isKillRequested(dataDir)).toBe(false);
});

it('program starts and notifies the window when neither log nor journal can be written (fault 12)', async () => {
  writeFileSync(join(dataDir, 'logs'), 'a file in the place of the folder');
  mkdirSync(join(dataDir, 'journal.sqlite'));
  const started = await start();
  exchange.line(readyLine());
  await started.ready;
  expect(await window.ask('storage.read')).toMatchObject({
    ok: true,
    value: { state: 'failing', detail: expect.stringContaining('sends only cancels') },
  });
  rmSync(join(dataDir, 'logs'));
  removeFolder(join(dataDir, 'journal.sqlite'));
  await vi.waitFor(
    () => {
      const storageEvent = window.published.findLast(post => post.name === 'storage.changed');
      expect(storageEvent?.payload).toEqual({ state: 'ok', detail: '' });
    },
    { timeout: 20_000 },
  );
  expect(readFileSync(join(dataDir, 'logs', 'fathom.log'), 'utf8')).toContain('practice.started');
});

it('program writes no secret into its log', async () => {
  const started = await start();
  exchange.line(readyLine());
  await started.ready;
  await window.ask('accounts.baseFee', { profileId: 'practice' });
  await started.stop();
  const log = readFileSync(join(dataDir, 'logs', 'fathom.log'), 'utf8');
  expect(log).toContain('practice.started');
  for (const secret of Object.values(secrets)) expect(log).not.toContain(secret);
});
