import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startHarness } from '../../../dist/electron/harness.js';
import { executable } from '#bench/browser.ts';
import { buildPage } from './build-pages.ts';
import { installDeskLog, installPaintLog } from './paint-log.ts';
import { feedPage, postBatches, postEach, topic } from './peer-feed.ts';
import { controlSource, venueFile } from '../venue/control.ts';

/** Where a book is shown: Fathom's own window, and a second window of the same browser for its peers. */
const size = { width: 1440, height: 900 };
const rows = 20;

/** In Fathom's page: a side as those who hear it are told, in the shortest writing. */
function readMirror(name) {
  const lean = text => text.replaceAll(/[^\d.]/g, '').replace(/\.?0+$/, '');
  const rowsOf = document.querySelectorAll(`[role=table][aria-label=${name}] [role=row]`);
  return [...rowsOf].slice(1).map(row => {
    const [price, amount] = row.querySelectorAll('[role=cell]');
    const [whole, fraction = ''] = price.textContent.replaceAll(',', '').split('.');
    return `${/^0*$/.test(fraction) ? whole : lean(`${whole}.${fraction}`)}|${lean(amount.textContent)}`;
  });
}

function deskStage(desk, { source, profileDir }) {
  // a feed that says nothing for ten seconds is taken for stale
  const murmur = () => source.setPace(1);
  return {
    source,
    profileDir,
    /** a fresh page with the book on the screen; the log of its paints grows, so a soak does without */
    async open({ isLogged = true } = {}) {
      await murmur();
      await desk.page.reload({ waitUntil: 'domcontentloaded' });
      const panel = desk.page.getByRole('region', { name: 'Order book', exact: true });
      await panel.getByText('live', { exact: true }).waitFor();
      await panel.getByRole('table', { name: 'Asks' }).getByRole('row').nth(rows).waitFor({ state: 'attached' });
      if (isLogged) await installDeskLog(desk.page);
      const pack = async name => (await desk.page.evaluate(readMirror, name)).slice(0, rows).join(';');
      return {
        page: desk.page,
        picture: async () => ({ bids: await pack('Bids'), asks: await pack('Asks') }),
        close: murmur,
      };
    },
  };
}

function peerStage(context, { source, profileDir }) {
  const code = new Map();
  return (name, { before = '', feed = feedInBatches } = {}) => ({
    source,
    profileDir,
    async open() {
      code.set(name, code.get(name) ?? (await buildPage(name)));
      const page = await context.newPage();
      await page.goto(source.pageUrl);
      await installPaintLog(page);
      await page.addScriptTag({ content: before + code.get(name), type: 'module' });
      await page.waitForFunction(() => globalThis.ladder !== undefined);
      const stop = await feed(page, source);
      return {
        page,
        picture: () => page.evaluate(() => globalThis.ladder.picture()),
        close: async () => {
          stop();
          await page.close();
        },
      };
    },
  });
}

const feedInBatches = (page, source) => feedPage(page, source, postBatches(page));

/** Every message by itself through the same pipe as Fathom's. */
export const feedByMessage = (page, source) => feedPage(page, source, postEach(page));

/** No pipe at all: the page has a socket of its own, which Fathom's page is not allowed. */
export async function feedFromSocket(page, source) {
  await page.evaluate(([url, name]) => globalThis.ladder.follow(url, name), [source.feedUrl, topic]);
  await page.evaluate(snapshot => globalThis.ladder.load(snapshot), await source.snapshot());
  return () => {};
}

/** Opens both windows, hands them to `use` and closes everything again, whatever happens. */
export async function onStages(use) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const peerDir = mkdtempSync(join(tmpdir(), 'fathom-bench-peer-'));
  const desk = await startHarness({ dataDir, size, practiceCli: venueFile });
  try {
    const { spot } = await desk.practice;
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const context = await chromium.launchPersistentContext(peerDir, {
      executablePath: executable(),
      headless: true,
      viewport: size,
      args,
    });
    try {
      const ours = deskStage(desk, { source: controlSource(spot, 'desk'), profileDir: join(dataDir, 'chromium') });
      const peer = peerStage(context, { source: controlSource(spot, 'peer'), profileDir: peerDir });
      return await use({ ours, peer });
    } finally {
      await context.close();
    }
  } finally {
    await desk.stop();
    for (const folder of [dataDir, peerDir]) rmSync(folder, { recursive: true, force: true });
  }
}
