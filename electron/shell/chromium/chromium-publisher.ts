import type { CDPSession, Page } from 'playwright-core';
import type { EventName } from '#shared/contract.ts';
import { dispatcherName } from './chromium-bridge.ts';

/** Hands an event to the page; see `publish` of the shell. */
export type PublishToPage = (name: EventName, payload: unknown) => Promise<number | null>;

/** Runs in the page, as text: `this` is the dispatcher. */
const callDispatcher = 'function (...texts) { return this(...texts); }';

async function findDispatcher(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: `globalThis.${dispatcherName}` });
  if (result.type !== 'function' || result.objectId === undefined) throw new Error('this page has no bridge');
  return result.objectId;
}

async function callIn(session: CDPSession, objectId: string, texts: readonly string[]): Promise<number | null> {
  const { exceptionDetails, result } = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: callDispatcher,
    arguments: texts.map(value => ({ value })),
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(`the page did not take it: ${exceptionDetails.text}`);
  return typeof result.value === 'number' ? result.value : null;
}

/**
 * The fast path into the page, because pictures of a book use it sixty times a second: the dispatcher is looked up once
 * per document and called by its handle. Playwright's own `evaluate` sends, checks and compiles its function each time
 * and costs both sides twice as much. Events of one turn are sent in one message: the browser's pipe costs the page
 * more than most of their content.
 */
export async function openPagePublisher(page: Page): Promise<PublishToPage> {
  const session = await page.context().newCDPSession(page);
  let handle: string | null = null;
  let documentNumber = 0;
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame()) return;
    documentNumber += 1;
    handle = null;
  });
  const lookUp = async (): Promise<string> => {
    const asked = documentNumber;
    const found = await findDispatcher(session);
    // an answer from before the reload must not become the handle of the new page
    if (asked === documentNumber) handle = found;
    return found;
  };
  const send = async (texts: readonly string[]): Promise<number | null> => {
    const dispatcher = handle ?? (await lookUp());
    try {
      return await callIn(session, dispatcher, texts);
    } catch (cause) {
      handle = null; // another document may have come
      throw cause;
    }
  };
  let turn: { readonly texts: string[]; readonly taken: Promise<number | null> } | null = null;
  /** Begins a turn: all messages until its end are sent together. */
  const begin = () => {
    const texts: string[] = [];
    const taken = Promise.resolve().then(() => {
      turn = null;
      return send(texts);
    });
    return { texts, taken };
  };
  return (name, payload) => {
    const text = JSON.stringify(payload);
    turn ??= begin();
    turn.texts.push(name, text);
    return turn.taken;
  };
}
