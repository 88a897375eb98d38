import { rmSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import type { PageFiles } from '../page/page-files.ts';
import { isOfOrigin, trustedChromiumOrigin } from '../page/page-origin.ts';
import { type TrustedHandlers, trustedSize, type TrustedWindow } from '../shell.ts';
import { isCallOf } from './chromium-door.ts';
import { type ChromiumWindow, launchChromium } from './chromium-launch.ts';

export interface ChromiumTrustedOptions {
  readonly executablePath: string;
  /** of this window alone; made for it and removed after it */
  readonly profileDir: string;
  readonly pageFiles: PageFiles;
  readonly isRoot: boolean;
  readonly isHeadless: boolean;
  /** end-to-end tests take the window's page here; nothing else does */
  readonly onPage?: (page: Page) => void;
}

const bindingNames = { question: '__fathomQuestion', reply: '__fathomReply', close: '__fathomClose' } as const;

/** Runs in the page before any script of it; sent as text, so it may use nothing from outside itself. */
function installTrusted(names: typeof bindingNames): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this text may use nothing from outside itself
  const take = (name: string): ((text: string) => Promise<string>) => {
    const binding: unknown = Reflect.get(globalThis, name);
    return text => {
      if (typeof binding !== 'function') throw new Error('no binding');
      return Promise.resolve(Reflect.apply(binding, undefined, [text])).then(String);
    };
  };
  if (Reflect.get(globalThis, 'top') !== globalThis) return;
  const [question, reply, close] = [take(names.question), take(names.reply), take(names.close)];
  const { parse, stringify } = JSON;
  const trusted = Object.freeze({
    question: async (): Promise<unknown> => parse(await question('')),
    reply: async (value: unknown): Promise<unknown> => parse(await reply(stringify(value))),
    close: (): void => void close(''),
  });
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

function parseReply(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null; // the page writes JSON; what is none fits no schema either
  }
}

async function bind({ context, page }: ChromiumWindow, handlers: TrustedHandlers, leave: () => void): Promise<void> {
  const expose = (name: string, answer: (text: unknown) => unknown) =>
    context.exposeBinding(name, async (sender, text: unknown) => {
      if (!isCallOf(sender, page, trustedChromiumOrigin)) return 'null';
      return JSON.stringify(await answer(text)) ?? 'null';
    });
  await expose(bindingNames.question, () => handlers.question());
  await expose(bindingNames.reply, text => handlers.reply(parseReply(text)));
  await expose(bindingNames.close, leave);
  await context.addInitScript(installTrusted, bindingNames);
}

/** A browser of its own with a profile of its own: no process, no storage and no pipe is shared with the main window. */
export async function openChromiumTrusted(
  options: ChromiumTrustedOptions,
  handlers: TrustedHandlers,
): Promise<TrustedWindow> {
  const { profileDir } = options;
  const plan = { ...options, size: trustedSize, devOrigin: null };
  const { context, page } = await launchChromium(plan);
  const closed = Promise.withResolvers<void>();
  context.once('close', () => {
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    closed.resolve();
  });
  const close = async () => {
    await context.close().catch(() => {}); // one that is gone already is closed
    await closed.promise;
  };
  page.once('close', () => void close());
  try {
    await bind({ context, page }, handlers, () => void close());
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
