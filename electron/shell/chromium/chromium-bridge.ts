import type { Page } from 'playwright-core';
import type { CallHandler } from '../shell.ts';
import { answerCalls, longestCall } from './chromium-calls.ts';

/** The page's side of the bridge in Chromium. */

const bindingName = '__fathomCall';
/** where the page takes the answers to its calls */
const answererName = '__fathomAnswer';
/** where the page takes events; see chromium-publisher.ts */
export const dispatcherName = '__fathomDispatch';

const deskNames = {
  binding: bindingName,
  answerer: answererName,
  dispatcher: dispatcherName,
  longest: longestCall,
} as const;
type DeskNames = typeof deskNames;

/**
 * Runs in the page before any script of it: makes `window.desk` from the binding, once, frozen, in the main frame only.
 * It is sent to the page as text, so it may use nothing from outside itself.
 */
function installDesk({ binding, answerer, dispatcher, longest }: DeskNames): void {
  type Listener = (payload: unknown) => void;
  const send: unknown = Reflect.get(globalThis, binding);
  if (Reflect.get(globalThis, 'top') !== globalThis || typeof send !== 'function') return;
  const { parse, stringify } = JSON;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this text may use nothing from outside itself
  const read = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  const timeline = read(read(globalThis, 'document'), 'timeline');
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<number, (reply: unknown) => void>();
  let latest = 0;
  const write = (value: unknown): string | null => {
    try {
      return stringify(value);
    } catch {
      return null; // a cycle, a big integer, a getter that throws
    }
  };
  const call = (name: unknown, input: unknown): Promise<unknown> => {
    latest += 1;
    const text = write([latest, name, input]);
    if (text === null || text.length > longest) {
      const message = 'The input is too large or no plain data. Nothing was done.';
      return Promise.resolve({ ok: false, error: { kind: 'invalid-request', message, isOutcomeUnknown: false } });
    }
    return new Promise(resolve => {
      waiting.set(latest, resolve);
      Reflect.apply(send, undefined, [text]);
    });
  };
  const answer = (number: number, text: string): void => {
    waiting.get(number)?.(parse(text));
    waiting.delete(number);
  };
  const on = (name: string, listener: Listener): (() => void) => {
    const own: Listener = payload => listener(payload); // each registration its own, so that an undo undoes one
    const others = listeners.get(name) ?? new Set();
    listeners.set(name, others.add(own));
    return () => void others.delete(own);
  };
  const publish = (name: string, text: string): void => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(parse(text));
      } catch (cause) {
        void Promise.reject(cause); // shown by the page as its own error; the other listeners must still run
      }
    }
  };
  /** A name, its payload as text, the next name, its text, and so on: all that was handed over in one turn. */
  const dispatch = (...texts: readonly string[]): number => {
    for (let index = 0; index + 1 < texts.length; index += 2) publish(String(texts[index]), String(texts[index + 1]));
    // the timeline is at a frame; its offset shows when pictures arrive in time
    return Number(read(timeline, 'currentTime')) - performance.now();
  };
  Object.defineProperty(globalThis, 'desk', { value: Object.freeze({ call, on }), enumerable: true });
  Object.defineProperty(globalThis, answerer, { value: answer });
  Object.defineProperty(globalThis, dispatcher, { value: dispatch });
  // Electron answers null by itself. Here the shell closes what opens; this only makes the page see the same answer.
  Object.defineProperty(globalThis, 'open', { value: () => null });
}

/** Installs the bridge in the page. Must come before the first navigation. */
export async function installBridge(page: Page, handler: CallHandler): Promise<void> {
  await answerCalls(page, deskNames, handler);
  await page.addInitScript(installDesk, deskNames);
}
