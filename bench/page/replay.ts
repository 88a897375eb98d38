import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Desk } from '#bridge/desk.ts';
import { events } from '#shared/contract.ts';
import { readPageFiles } from '#shell/page/page-files.ts';
import { startFathom } from '../harness.ts';
import { origin } from './fresh-browser.ts';

/** Long enough for every panel to have asked for its data and for every feed to be live. */
const recordMs = 8000;

/** Runs in the page: a door whose calls and events come from the bench. */
function installDoor(): void {
  if (window.top !== window) return;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const desk: Desk = {
    call: async (name, input) => {
      const answer: unknown = JSON.parse((await window.benchCall?.(name, JSON.stringify(input))) ?? 'null');
      return answer;
    },
    on: (name, listener) => {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard.add(listener));
      return () => void heard.delete(listener);
    },
  };
  Object.assign(window, { desk });
  window.benchTell = (name, text) => {
    for (const listener of listeners.get(name) ?? []) listener(JSON.parse(text));
  };
}

/** Our built page as it is served by the shell, in the bench's own browser. */
async function serveOurPage(page: Page): Promise<void> {
  const files = readPageFiles(fileURLToPath(new URL('../../dist/renderer', import.meta.url)));
  await page.route(`${origin}/**`, route => {
    const { status, headers, body } = files.answer(new URL(route.request().url()).pathname);
    return route.fulfill({ status, headers, body });
  });
}

const untilBook = (page: Page): Promise<void> =>
  page.getByRole('table', { name: 'Asks' }).getByRole('row').nth(20).waitFor();

/** One question through the real page's door, both ways as text. */
async function askThrough(page: Page, name: string, text: string): Promise<string> {
  const answer = await page.evaluate(([asked, input]) => window.desk?.call(asked, JSON.parse(input)), [
    name,
    text,
  ] as const);
  return JSON.stringify(answer);
}

/** Every event that the real page hears is told to the other, until the market stands still. */
async function passEventsOn(from: Page, to: Page, isStill: () => boolean): Promise<void> {
  await from.exposeFunction('benchHeard', async (name: string, text: string) => {
    if (isStill()) return;
    await to.evaluate(([event, payload]) => window.benchTell?.(event, payload), [name, text] as const);
  });
  await from.evaluate(names => {
    for (const name of names) window.desk?.on(name, payload => void window.benchHeard?.(name, JSON.stringify(payload)));
  }, Object.keys(events));
}

export interface StillPage {
  /** the names of the calls that the page has made since; grows */
  readonly calls: readonly string[];
}

/**
 * Our page before a market that stands still: for a while it talks to a real engine, whose answers are kept; then the
 * engine ends, each call is answered as it was last, and nothing is pushed any more.
 */
export async function openStillPage(page: Page): Promise<StillPage> {
  const answers = new Map<string, string>();
  const calls: string[] = [];
  let isStill = false;
  const fathom = await startFathom({ practiceWords: ['--seed', '7'] });
  const ask = async (name: string, text: string): Promise<string> => {
    if (isStill) calls.push(name);
    const key = `${name} ${text}`;
    if (!isStill) answers.set(key, await askThrough(fathom.page, name, text));
    // what it watches does not matter where nothing moves
    return answers.get(key) ?? JSON.stringify({ ok: true, value: {} });
  };
  try {
    await untilBook(fathom.page);
    await page.exposeFunction('benchCall', ask);
    await page.addInitScript(installDoor);
    await serveOurPage(page);
    await passEventsOn(fathom.page, page, () => isStill);
    await page.goto(`${origin}/`);
    await untilBook(page);
    await wait(recordMs);
    isStill = true;
  } finally {
    await fathom.stop();
  }
  return { calls };
}
