import type { BrowserContext, Page } from 'playwright-core';
import { isOfOrigin } from '../page/page-origin.ts';
import type { CallHandler } from '../shell.ts';

/** The page's end of the door in Chromium, and ours. JSON text crosses it, never code and never live objects. */

const bindingName = '__fathomCall';
/** where the page takes events; see chromium-publisher.ts */
export const dispatcherName = '__fathomDispatch';

/**
 * Runs in the page before any script of it: makes `window.desk` from the binding, once, frozen, in the main frame only.
 * It is sent to the page as text, so it may use nothing from outside itself.
 */
function installDesk([binding, dispatcher]: readonly [string, string]): void {
  type Listener = (payload: unknown) => void;
  const send: unknown = Reflect.get(globalThis, binding);
  if (Reflect.get(globalThis, 'top') !== globalThis || typeof send !== 'function') return;
  const { parse, stringify } = JSON;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this text may use nothing from outside itself
  const read = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  const timeline = read(read(globalThis, 'document'), 'timeline');
  const listeners = new Map<string, Set<Listener>>();
  const call = async (name: unknown, input: unknown): Promise<unknown> => {
    const reply: unknown = await Reflect.apply(send, undefined, [stringify([name, input])]);
    return parse(String(reply));
  };
  const on = (name: string, listener: Listener): (() => void) => {
    const own: Listener = payload => listener(payload); // each registration its own, so that an undo undoes one
    const others = listeners.get(name) ?? new Set();
    listeners.set(name, others.add(own));
    return () => void others.delete(own);
  };
  const dispatch = (name: string, text: string): number => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(parse(text));
      } catch (cause) {
        void Promise.reject(cause); // shown by the page as its own error; the other listeners must still hear
      }
    }
    // the timeline stands at a frame; how far off that is tells when pictures come in time
    return Number(read(timeline, 'currentTime')) - performance.now();
  };
  Object.defineProperty(globalThis, 'desk', { value: Object.freeze({ call, on }), enumerable: true });
  Object.defineProperty(globalThis, dispatcher, { value: dispatch });
  // Electron answers null by itself. Here the shell closes what opens; this only makes the page see the same answer.
  Object.defineProperty(globalThis, 'open', { value: () => null });
}

/** Whether a call came from the main frame of `page`, while that shows our own origin. `sender` is Playwright's source. */
export function isCallOf(sender: unknown, page: Page, origin: string): boolean {
  const isSource = typeof sender === 'object' && sender !== null && 'page' in sender && 'frame' in sender;
  const main = page.mainFrame();
  return isSource && sender.page === page && sender.frame === main && isOfOrigin(main.url(), origin);
}

/** Our page always writes a list of name and input; who did not is answered by the gate, as one who names no call. */
function parseCall(text: unknown): readonly unknown[] {
  if (typeof text !== 'string') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Puts the door into every page that this context will show. Must come before the first navigation. */
export async function installDoor(context: BrowserContext, handler: CallHandler): Promise<void> {
  await context.exposeBinding(bindingName, async (sender, text: unknown) => {
    const [name, input] = parseCall(text);
    return JSON.stringify(await handler(name, input, sender));
  });
  await context.addInitScript(installDesk, [bindingName, dispatcherName] as const);
}
