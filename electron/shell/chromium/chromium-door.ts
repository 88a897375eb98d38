import type { CDPSession, Page } from 'playwright-core';
import { fail } from '#shared/errors.ts';
import { isOfOrigin } from '../page/page-origin.ts';
import type { CallHandler } from '../shell.ts';

/**
 * The page's end of the door in Chromium, and ours. JSON text crosses it, never code and never live objects. The binding
 * is the browser's own and not Playwright's `exposeBinding`: what a page hands to that one is parsed where nobody catches
 * it, and a single broken text would end Fathom.
 */

const bindingName = '__fathomCall';
/** where the page takes the answers to its calls */
const answererName = '__fathomAnswer';
/** where the page takes events; see chromium-publisher.ts */
export const dispatcherName = '__fathomDispatch';

/** No call of ours is near this. The gate draws its own line, far below; this one is for what is not even read. */
const longestCall = 1_048_576;

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
  Object.defineProperty(globalThis, answerer, { value: answer });
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

interface PageCall {
  readonly number: number;
  readonly name: unknown;
  readonly input: unknown;
}

/** Null when nobody can be waiting for an answer: our page writes a number, a name and an input. */
function parseCall(text: string): PageCall | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return null;
    const words: readonly unknown[] = parsed;
    const [number, name, input] = words;
    return typeof number === 'number' ? { number, name, input } : null;
  } catch {
    return null;
  }
}

/** Which scripts belong to the main frame's own page, and not to a frame in it or to a debugger's world. */
async function watchMainFrame(session: CDPSession): Promise<(contextId: number) => boolean> {
  const contexts = new Set<number>();
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault }: { frameId?: unknown; isDefault?: unknown } = context.auxData ?? {};
    if (isDefault === true && frameId === frameTree.frame.id) contexts.add(context.id);
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => contexts.delete(executionContextId));
  session.on('Runtime.executionContextsCleared', () => contexts.clear());
  await session.send('Runtime.enable');
  return contextId => contexts.has(contextId);
}

/** Runs in the page, as text. */
const callAnswerer = `function (number, text) { globalThis.${answererName}(number, text); }`;

/** Puts the door into the page. Must come before the first navigation. */
export async function installDoor(page: Page, handler: CallHandler): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const isMainFrame = await watchMainFrame(session);
  const answer = async (payload: string, executionContextId: number): Promise<void> => {
    const asked = payload.length > longestCall ? null : parseCall(payload);
    if (asked === null) return;
    const frame = isMainFrame(executionContextId) ? page.mainFrame() : null;
    const result = await handler(asked.name, asked.input, { page, frame });
    await session.send('Runtime.callFunctionOn', {
      functionDeclaration: callAnswerer,
      executionContextId,
      arguments: [{ value: asked.number }, { value: writeAnswer(result) }],
      returnByValue: true,
    });
  };
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== bindingName) return;
    answer(payload, executionContextId).catch(() => {}); // the page that asked is gone, and nobody waits
  });
  await session.send('Runtime.addBinding', { name: bindingName });
  await page.addInitScript(installDesk, deskNames);
}

function writeAnswer(result: unknown): string {
  try {
    return JSON.stringify(result);
  } catch {
    return JSON.stringify(fail('internal', 'The answer could not be written down.'));
  }
}
