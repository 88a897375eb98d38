import { existsSync, mkdirSync, readdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
import type { Shell } from '../shell.ts';

/** What only the Chromium shell has to do by itself: crashes, second windows, the user's own closing. */

const browser = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const open = { size: { width: 400, height: 300 }, isHeadless: true };

let folder: string;
let shell: Shell;
let pages: Page[];
let said: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-chromium-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>Page</title>alive');
  pages = [];
  said = [];
  shell = createChromiumShell({
    executablePath: browser ?? '',
    profileDir: join(folder, 'profile'),
    launch: launchChromium,
    pageFiles: readPageFiles(join(folder, 'page')),
    trustedPageFiles: readPageFiles(join(folder, 'page')),
    isRoot: process.getuid?.() === 0,
    devOrigin: null,
    say: line => said.push(line),
    onPage: shown => pages.push(shown),
  });
  shell.onCall(async name => succeed(name));
});
afterEach(async () => {
  await shell.close();
  removeFolder(folder);
});

function page(): Page {
  const latest = pages.at(-1);
  if (latest === undefined) throw new Error('no page');
  return latest;
}

describe('a shell without its window', () => {
  it('delivers nothing, trusts no sender and takes no picture', async () => {
    await expect(shell.publish('link.changed', {})).rejects.toThrow('no window');
    await expect(shell.screenshot('x.png')).rejects.toThrow('no window');
    expect(shell.windowOf({ page: {}, frame: {} })).toBeNull();
    shell.focus();
  });
});

describe.skipIf(browser === null)(browser === null ? 'the window (skipped: no browser here)' : 'the window', () => {
  it('Chromium shell states why it runs without a sandbox, if it does', async () => {
    await shell.open(open);
    const isRoot = process.getuid?.() === 0;
    expect(said).toEqual(isRoot ? [expect.stringContaining('Running as root')] : []);
  });

  it('Chromium shell opens again when its page crashes', async () => {
    await shell.open(open);
    said.length = 0;
    const closed = vi.fn<() => void>();
    shell.onClosed(closed);
    await expect(page().goto('chrome://crash')).rejects.toThrow();
    await vi.waitFor(() => expect(pages).toHaveLength(2), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await page().evaluate('document.body.textContent')).toContain('alive'), {
      timeout: 20_000,
    });
    expect(await page().evaluate(`desk.call('a', {})`)).toEqual({ ok: true, value: 'a' });
    expect(said).toEqual(['The window crashed and is opened again.']);
    expect(closed).not.toHaveBeenCalled();
  });

  it('Chromium shell sends events to the current document, however often it is reloaded', async () => {
    await shell.open(open);
    for (let round = 0; round < 3; round += 1) {
      const during = Array.from({ length: 20 }, () => shell.publish('link.changed', {}).catch(() => null));
      await page().reload();
      await page().evaluate(`void desk.on('link.changed', () => { window.heard = true; })`);
      await shell.publish('link.changed', {});
      expect(await page().evaluate('window.heard')).toBe(true);
      await Promise.all(during);
    }
  });

  it('Chromium shell sends the events of one turn in one message, in sequence', async () => {
    await shell.open(open);
    await page().evaluate(`
      window.turns = [[]];
      for (const name of ['link.changed', 'feeds.changed'])
        desk.on(name, ({ n }) => {
          if (turns.at(-1).push(n) === 1) setTimeout(() => turns.push([]));
        });
      void 0;
    `);
    const offsetsMs = await Promise.all([
      shell.publish('link.changed', { n: 1 }),
      shell.publish('feeds.changed', { n: 2 }),
      shell.publish('link.changed', { n: 3 }),
    ]);
    expect(offsetsMs.every(toFrameMs => typeof toFrameMs === 'number')).toBe(true);
    expect(await page().evaluate('turns[0]')).toEqual([1, 2, 3]);
  });

  it('Chromium shell reports an event as not delivered when the page crashes', async () => {
    await shell.open(open);
    const crashed = page();
    // it never comes to take the event
    void crashed.evaluate('for (;;) {}').catch(() => undefined);
    const posted = shell.publish('link.changed', {});
    const refused = expect(posted).rejects.toThrow();
    const session = await crashed.context().newCDPSession(crashed);
    void session.send('Page.crash').catch(() => undefined);
    await refused;
  });

  it('Chromium shell reports once that the user closed it, and does not report its own close', async () => {
    await shell.open(open);
    const closed = vi.fn<() => void>();
    const gone = vi.fn<() => void>();
    shell.onClosed(closed);
    shell.onClosed(gone)();
    await page().close();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 20_000 });
    await shell.close();
    expect(closed).toHaveBeenCalledOnce();
    expect(gone).not.toHaveBeenCalled();
  });

  it('Chromium shell closes a second window at once', async () => {
    await shell.open(open);
    const second = await page().context().newPage();
    await vi.waitFor(() => expect(second.isClosed()).toBe(true), { timeout: 20_000 });
    expect(page().context().pages()).toHaveLength(1);
  });

  it('Chromium shell opens the trusted window on an empty folder, whatever was there', async () => {
    await shell.open(open);
    const trustedDir = join(folder, 'profile-trusted');
    const planted = join(trustedDir, 'Default', 'Extensions', 'planted.js');
    mkdirSync(join(planted, '..'), { recursive: true });
    writeFileSync(planted, 'planted');
    const trusted = await shell.openTrusted({
      question: () => {
        throw new Error('not asked in this test');
      },
      reply: () => Promise.resolve({ kind: 'done' }),
    });
    expect(existsSync(planted)).toBe(false);
    await trusted.close();
    expect(readdirSync(trustedDir)).toEqual([]);
  });

  it('Chromium shell does not trust another page, another frame or our own page at another address', async () => {
    await shell.open(open);
    const main = page().mainFrame();
    expect(shell.windowOf({ page: page(), frame: main })).toBe('main');
    expect(shell.windowOf({ page: {}, frame: main })).toBeNull();
    expect(shell.windowOf({ page: page(), frame: {} })).toBeNull();
    expect(shell.windowOf({ page: page() })).toBeNull();
    expect(shell.windowOf(null)).toBeNull();
    expect(shell.windowOf('main')).toBeNull();
    vi.spyOn(main, 'url').mockReturnValue('https://example.com/');
    expect(shell.windowOf({ page: page(), frame: main })).toBeNull();
  });
});
