import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { launchChromium } from './launch/chromium-launch.ts';
import { createChromiumShell } from './chromium-shell.ts';
import { findBrowser, isProgram } from './find-browser.ts';
import { readPageFiles } from '../page/page-files.ts';
import type { PanelWindowNews, Shell } from '../shell.ts';

const browser = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const patience = { timeout: 40_000 };

let folder: string;
let shell: Shell;
let pages: [string, Page][];
let news: [string, PanelWindowNews][];
let said: string[];

/** A failure has what Chromium printed, which the sentence for the user leaves out. */
const launchWithLog: typeof launchChromium = async (...plan) =>
  await launchChromium(...plan).catch((failure: Error) => {
    throw new Error(`${failure.message} ${String(failure.cause)}`);
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-panels-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>Page</title>alive');
  [pages, news, said] = [[], [], []];
  shell = createChromiumShell({
    executablePath: browser ?? '',
    profileDir: join(folder, 'profile'),
    launch: launchWithLog,
    pageFiles: readPageFiles(join(folder, 'page')),
    trustedPageFiles: readPageFiles(join(folder, 'page')),
    isRoot: process.getuid?.() === 0,
    devOrigin: null,
    say: line => said.push(line),
    onPage: (page, id) => pages.push([id, page]),
  });
  shell.onCall(async (_name, _input, sender) => succeed(shell.windowOf(sender)));
  shell.onPanelWindow((id, what) => news.push([id, what]));
});
afterEach(async () => {
  await shell.close();
  removeFolder(folder);
});

const pageOf = (id: string): Page => {
  const found = pages.findLast(([of]) => of === id)?.[1];
  if (found === undefined) throw new Error(`no page of ${id}`);
  return found;
};
const whoAmI = (id: string) => pageOf(id).evaluate(`desk.call('windows.self', {})`);
const openBoth = async () => {
  await shell.open({ size: { width: 400, height: 300 }, isHeadless: true });
  await shell.openPanelWindow({ id: 'one', bounds: { width: 500, height: 350 } });
};

describe.skipIf(browser === null)('panel windows', () => {
  it('have the page, the bridge and their own identity, and no access to each other', async () => {
    await openBoth();
    expect([await whoAmI('main'), await whoAmI('one')]).toEqual([succeed('main'), succeed('one')]);
    expect(await pageOf('one').evaluate('[location.search, innerWidth, innerHeight, opener, open("x")]')).toEqual([
      '?panel',
      500,
      350,
      null,
      null,
    ]);
    for (const id of ['main', 'one'])
      await pageOf(id).evaluate(`window.heard = []; void desk.on('link.changed', told => heard.push(told))`);
    await shell.publish('link.changed', 1, 'one');
    await shell.publish('link.changed', 2);
    expect([await pageOf('main').evaluate('heard'), await pageOf('one').evaluate('heard')]).toEqual([[2], [1]]);
    await expect(shell.publish('link.changed', 3, 'other')).rejects.toThrow('no window');
  });

  it('cannot be navigated to another address, and no foreign page stays open beside them', async () => {
    await openBoth();
    await pageOf('one')
      .evaluate(`location.href = 'about:blank'`)
      .catch(() => undefined);
    await vi.waitFor(async () => expect(await whoAmI('one')).toEqual(succeed('one')), patience);
    expect(await pageOf('one').evaluate('location.search')).toBe('?panel');
    const stranger = await pageOf('main').context().newPage();
    await vi.waitFor(() => expect(stranger.isClosed()).toBe(true), patience);
  });

  it('report that the user closed them, but not that main closed them', async () => {
    await openBoth();
    await shell.openPanelWindow({ id: 'two', bounds: null });
    await shell.closePanelWindow('two');
    await shell.closePanelWindow('two');
    await pageOf('one').close();
    await vi.waitFor(
      () => expect(news.filter(([, what]) => what.kind === 'closed')).toEqual([['one', { kind: 'closed' }]]),
      patience,
    );
    await expect(shell.publish('link.changed', {}, 'one')).rejects.toThrow('no window');
    expect(await whoAmI('main')).toEqual(succeed('main'));
  });

  it('panel windows are reopened under the same identity when one crashes, and when the main window does', async () => {
    await openBoth();
    await expect(pageOf('one').goto('chrome://crash')).rejects.toThrow();
    await vi.waitFor(async () => expect(await whoAmI('one')).toEqual(succeed('one')), patience);
    expect(said.at(-1)).toBe('A panel’s window crashed and is opened again.');
    expect(await whoAmI('main')).toEqual(succeed('main'));
    await expect(pageOf('main').goto('chrome://crash')).rejects.toThrow();
    await vi.waitFor(() => expect(pages.map(([id]) => id)).toEqual(['main', 'one', 'one', 'main', 'one']), patience);
    await vi.waitFor(async () => expect(await whoAmI('one')).toEqual(succeed('one')), patience);
    expect(news.filter(([, what]) => what.kind === 'closed')).toEqual([]);
  });
});

it('panel windows are not opened without a main window', async () => {
  await expect(shell.openPanelWindow({ id: 'one', bounds: null })).rejects.toThrow('no window to open another beside');
});
