import type { CDPSession, Page } from 'playwright-core';
import { fail } from '#shared/errors.ts';
import { isOfOrigin } from '../page/page-origin.ts';

/**
 * Calls of a page in Chromium, of the main window or the trusted one. JSON text crosses, never code and never live
 * objects. The binding is the browser's own and not Playwright's `exposeBinding`: that one parses page input without a
 * catch, and a single broken text would end Fathom.
 */

/** No call of ours is near this. The gate draws its own line, far below; this one is for what is not even read. */
export const longestCall = 1_048_576;

/** Whether a call came from the main frame of `page`, while that shows our own origin. `sender` is Playwright's source. */
export function isCallOf(sender: unknown, page: Page, origin: string): boolean {
  const isSource = typeof sender === 'object' && sender !== null && 'page' in sender && 'frame' in sender;
  const main = page.mainFrame();
  return isSource && sender.page === page && sender.frame === main && isOfOrigin(main.url(), origin);
}

/** Name and input come from the page and are untrusted; `sender` is for `isCallOf` only. */
type TakeCall = (name: unknown, input: unknown, sender: unknown) => Promise<unknown>;

interface PageCall {
  readonly number: number;
  readonly name: unknown;
  readonly input: unknown;
}

/** Null when no caller can wait for an answer: our page writes a number, a name and an input. */
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

/** Where a page hands over its calls, and where it takes the answers. */
interface CallNames {
  readonly binding: string;
  readonly answerer: string;
}

/**
 * Answers the calls of a page: `[number, name, input]` as JSON text. Must come before the first navigation; what the
 * page does with the binding is a script of its own.
 */
export async function answerCalls(page: Page, { binding, answerer }: CallNames, take: TakeCall): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const isMainFrame = await watchMainFrame(session);
  const answer = async (payload: string, executionContextId: number): Promise<void> => {
    const asked = payload.length > longestCall ? null : parseCall(payload);
    if (asked === null) return;
    const frame = isMainFrame(executionContextId) ? page.mainFrame() : null;
    const result = await take(asked.name, asked.input, { page, frame });
    await session.send('Runtime.callFunctionOn', {
      functionDeclaration: `function (number, text) { globalThis.${answerer}(number, text); }`,
      executionContextId,
      arguments: [{ value: asked.number }, { value: writeAnswer(result) }],
      returnByValue: true,
    });
  };
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== binding) return;
    answer(payload, executionContextId).catch(() => {}); // the calling page has closed
  });
  await session.send('Runtime.addBinding', { name: binding });
}

function writeAnswer(result: unknown): string {
  try {
    return JSON.stringify(result);
  } catch {
    return JSON.stringify(fail('internal', 'The answer could not be written down.'));
  }
}
