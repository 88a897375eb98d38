import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startHarness } from '../../dist/electron/harness.js';
import { readPageFiles } from '#shell/page/page-files.ts';
import { events } from '#shared/contract.ts';
import { origin } from './fresh-browser.ts';

/** Long enough for every panel to have asked for its data and for every feed to be live. */
const recordMs = 8000;

/** Runs in the page: a door whose calls and events come from the bench. */
function installDoor() {
  if (window.top !== window) return;
  const listeners = new Map();
  const call = async (name, input) => JSON.parse(await window.benchCall(name, JSON.stringify(input)));
  const on = (name, listener) => {
    const heard = listeners.get(name) ?? new Set();
    listeners.set(name, heard.add(listener));
    return () => heard.delete(listener);
  };
  window.desk = { call, on };
  window.benchTell = (name, text) => listeners.get(name)?.forEach(listener => listener(JSON.parse(text)));
}

/** Our built page as it is served by the shell, in the bench's own browser. */
async function serveOurPage(page) {
  const files = readPageFiles(fileURLToPath(new URL('../../dist/renderer', import.meta.url)));
  await page.route(`${origin}/**`, route => {
    const { status, headers, body } = files.answer(new URL(route.request().url()).pathname);
    return route.fulfill({ status, headers, body });
  });
}

const untilBook = page => page.getByRole('table', { name: 'Asks' }).getByRole('row').nth(20).waitFor();

/**
 * Our page before a market that stands still: for a while it talks to a real engine, whose answers are kept; then the
 * engine ends, each call is answered as it was last, and nothing is pushed any more.
 */
export async function openStillPage(page) {
  const answers = new Map();
  const calls = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const desk = await startHarness({ dataDir, practiceWords: ['--seed', '7'] });
  let isStill = false;
  const ask = async (name, text) => {
    if (isStill) calls.push(name);
    const key = `${name} ${text}`;
    if (!isStill) {
      const question = ([asked, input]) => window.desk.call(asked, JSON.parse(input));
      answers.set(key, JSON.stringify(await desk.page.evaluate(question, [name, text])));
    }
    // what it watches does not matter where nothing moves
    return answers.get(key) ?? JSON.stringify({ ok: true, value: {} });
  };
  try {
    await untilBook(desk.page);
    await page.exposeFunction('benchCall', ask);
    await page.addInitScript(installDoor);
    await serveOurPage(page);
    const tell = ([name, text]) => window.benchTell?.(name, text);
    await desk.page.exposeFunction('benchHeard', (name, text) => (isStill ? null : page.evaluate(tell, [name, text])));
    await desk.page.evaluate(names => {
      for (const name of names) window.desk.on(name, payload => void window.benchHeard(name, JSON.stringify(payload)));
    }, Object.keys(events));
    await page.goto(`${origin}/`);
    await untilBook(page);
    await wait(recordMs);
    isStill = true;
  } finally {
    await desk.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { calls };
}
