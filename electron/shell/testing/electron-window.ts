import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createElectronShell, prepareElectron } from '../electron/electron-shell.ts';
import { readPageFiles } from '../page/page-files.ts';
import type { Shell } from '../shell.ts';
import type { WindowBounds } from '#shared/domain/view/panel-window.ts';
import * as electron from './electron-fake.ts';

/** The Electron shell on a fake Electron. A test file that uses it mocks `electron` by `electron-fake.ts`. */

export const windowFolder = mkdtempSync(join(tmpdir(), 'fathom-electron-'));
mkdirSync(join(windowFolder, 'page'));
writeFileSync(join(windowFolder, 'page', 'index.html'), '<!doctype html>');
export const pageFiles = readPageFiles(join(windowFolder, 'page'));
afterAll(() => removeFolder(windowFolder));
beforeEach(() => electron.resetElectron());

export interface OpenedShell {
  readonly shell: Shell;
  readonly window: electron.BrowserWindow;
  readonly session: electron.FakeSession;
  readonly said: string[];
  readonly saved: WindowBounds[];
  readonly asked: unknown[][];
}

interface ShellCircumstances {
  readonly devOrigin?: string;
  readonly isHeadless?: boolean;
  readonly remembered?: WindowBounds;
  readonly size?: { width: number; height: number };
}

export async function openShell(circumstances: ShellCircumstances = {}): Promise<OpenedShell> {
  const said: string[] = [];
  const saved: WindowBounds[] = [];
  const asked: unknown[][] = [];
  expect(prepareElectron('/data', circumstances.devOrigin)).toBe(true);
  const shell = createElectronShell({
    preloadFile: '/built/preload.cjs',
    pageFiles,
    trustedPreloadFile: '/built/trusted-preload.cjs',
    trustedPageFiles: pageFiles,
    bounds: { load: () => circumstances.remembered ?? null, save: bounds => saved.push(bounds) },
    devOrigin: circumstances.devOrigin ?? null,
    say: line => said.push(line),
  });
  shell.onCall(async (name, input, sender): Promise<Result<unknown>> => {
    if (shell.windowOf(sender) === null) return fail('not-trusted', 'no');
    asked.push([name, input]);
    return succeed(name);
  });
  await shell.open({ size: circumstances.size ?? null, isHeadless: circumstances.isHeadless ?? false });
  const [window] = electron.windows;
  const [session] = electron.sessions;
  if (window === undefined || session === undefined) throw new Error('no window');
  return { shell, window, session, said, saved, asked };
}

export const call = (session: electron.FakeSession, name: string, ...words: unknown[]): unknown => {
  const handler = session.handlers.get(name);
  if (handler === undefined) throw new Error(`no handler for ${name}`);
  return Reflect.apply(handler, undefined, words);
};

export const serve = (session: electron.FakeSession, request: { url: string; method: string }): Response => {
  const handler = session.schemes.get('app');
  if (handler === undefined) throw new Error('no handler serves the page');
  // The real scheme parser is Electron's; a plain object replaces its result.
  const reply: unknown = Reflect.apply(handler, undefined, [request]);
  if (!(reply instanceof Response)) throw new Error('no response');
  return reply;
};

export const ask = (event: unknown, name: unknown = 'app.info'): unknown =>
  electron.ipcHandlers.get('desk:call')?.(event, name, {});

export const isCancelled = (session: electron.FakeSession, url: string): unknown => {
  const answer = vi.fn<(verdict: unknown) => void>();
  call(session, 'before-request', { url }, answer);
  return answer.mock.calls[0]?.[0];
};
