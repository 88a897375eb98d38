import { lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { type OperatingSystem, operatingSystem } from '#os/operating-system.ts';
import type { PageFiles } from '../page/page-files.ts';
import { isOfOrigin, trustedChromiumOrigin } from '../page/page-origin.ts';
import { type TrustedHandlers, trustedSize, type TrustedWindow } from '../shell.ts';
import { answerCalls, isCallOf } from './chromium-calls.ts';
import { launchChromium } from './launch/chromium-launch.ts';

export interface ChromiumTrustedOptions {
  readonly executablePath: string;
  /** holds a profile folder for each window, which is made for it and removed after it */
  readonly profilesDir: string;
  readonly pageFiles: PageFiles;
  readonly isRoot: boolean;
  readonly isHeadless: boolean;
  /** end-to-end tests take the window's page here; nothing else does */
  readonly onPage?: (page: Page) => void;
}

const trustedNames = { binding: '__fathomTrusted', answerer: '__fathomAnswer' } as const;

/**
 * Runs in the page before any script of it: makes `window.trusted` from the binding. Sent as text, so it may use
 * nothing from outside itself.
 */
function installTrusted({ binding, answerer }: typeof trustedNames): void {
  const send: unknown = Reflect.get(globalThis, binding);
  if (Reflect.get(globalThis, 'top') !== globalThis || typeof send !== 'function') return;
  const { parse, stringify } = JSON;
  const waiting = new Map<number, (answer: unknown) => void>();
  let latest = 0;
  const call = (name: string, input: unknown): Promise<unknown> => {
    latest += 1;
    const number = latest;
    return new Promise(resolve => {
      waiting.set(number, resolve);
      Reflect.apply(send, undefined, [stringify([number, name, input])]);
    });
  };
  const answer = (number: number, text: string): void => {
    waiting.get(number)?.(parse(text));
    waiting.delete(number);
  };
  const trusted = Object.freeze({
    question: () => call('question', null),
    reply: (value: unknown) => call('reply', value),
    close: (): void => void call('close', null),
  });
  Object.defineProperty(globalThis, answerer, { value: answer });
  Object.defineProperty(globalThis, 'trusted', { value: trusted, enumerable: true });
  Object.defineProperty(globalThis, 'open', { value: () => null });
}

/** Serves the trusted page and refuses everything else. */
async function answerRequest(route: Route, pageFiles: PageFiles): Promise<void> {
  const request = route.request();
  const url = request.url();
  if (!isOfOrigin(url, trustedChromiumOrigin) || request.method() !== 'GET') return route.abort('blockedbyclient');
  const { status, headers, body } = pageFiles.answer(new URL(url).pathname);
  return route.fulfill({ status, headers: { ...headers }, body });
}

/** What the trusted page asks of us; other messages and other senders get no answer. */
async function bind(page: Page, handlers: TrustedHandlers, leave: () => void): Promise<void> {
  await answerCalls(page, trustedNames, async (name, input, sender) => {
    if (!isCallOf(sender, page, trustedChromiumOrigin)) return null;
    if (name === 'question') return handlers.question();
    if (name === 'reply') return handlers.reply(input);
    if (name === 'close') leave();
    return null;
  });
  await page.addInitScript(installTrusted, trustedNames);
}

/**
 * A new, empty profile folder. A Fathom that was killed left its folder here, and another program that can write there
 * may have put one here: none of them is used, and those that can be removed are removed. Windows refuses while a
 * process or a virus scanner has a file of a folder open: that folder is removed before a later window.
 */
export async function createProfileFolder(
  profilesDir: string,
  { removeFile, removeFolder }: Pick<OperatingSystem, 'removeFile' | 'removeFolder'> = operatingSystem,
): Promise<string> {
  // never the contents of what a link points to
  if (lstatSync(profilesDir, { throwIfNoEntry: false })?.isDirectory() === false) removeFile(profilesDir);
  mkdirSync(profilesDir, { recursive: true, mode: 0o700 });
  await Promise.all(readdirSync(profilesDir).map(name => removeFolder(join(profilesDir, name))));
  return mkdtempSync(join(profilesDir, 'window-'));
}

/**
 * Playwright makes every page believe that it has the focus. The trusted page takes input only while it really has it,
 * so it must hear when it gains or loses it.
 */
export async function showRealFocus(context: Pick<BrowserContext, 'newCDPSession'>, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
}

/**
 * A browser of its own with a profile of its own: no process, no storage and no pipe is shared with the main window.
 */
export async function openChromiumTrusted(
  options: ChromiumTrustedOptions,
  handlers: TrustedHandlers,
): Promise<TrustedWindow> {
  const profileDir = await createProfileFolder(options.profilesDir);
  const plan = { ...options, profileDir, size: trustedSize, devOrigin: null };
  const { context, page } = await launchChromium(plan);
  const closed = Promise.withResolvers<void>();
  let ending: Promise<void> | null = null;
  const end = async () => {
    await context.close().catch(() => {}); // it may be closed already
    // only now: the event of closing comes while the browser still writes what it leaves behind
    await operatingSystem.removeFolder(profileDir);
    closed.resolve();
  };
  const close = () => (ending ??= end());
  context.once('close', () => void close());
  page.once('close', () => void close());
  try {
    await showRealFocus(context, page);
    await bind(page, handlers, () => void close());
    await context.route('**/*', route => answerRequest(route, options.pageFiles));
    context.on('page', other => void other.close());
    await page.goto(`${trustedChromiumOrigin}/`, { waitUntil: 'domcontentloaded' });
  } catch (cause) {
    await close();
    throw cause;
  }
  options.onPage?.(page);
  return { closed: closed.promise, focus: () => void page.bringToFront().catch(() => {}), close };
}
