import type { Page } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { assertPicture } from '../flood/run-once.ts';
import { fast, typingName } from '../flood/names.ts';
import { onStages, type Stage } from '../flood/stage/stages.ts';
import { median, quantile, shuffled } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';

/**
 * A size is typed into the ticket while the book is flooded: from each key to the painted frame in which the ticket is
 * priced anew. Beside the same keys while the book rests.
 */
const rounds = { most: 6, fewest: 3 };
const paces: Readonly<Record<Contender, number>> = { ours: fast, peer: 1 };
/** a quick typist, and not in step with the screen */
const keyMs = 83;
const keysOfRound = ['1', '2', '3', '4', '5', '6', ...Array.from({ length: 6 }, () => 'Backspace')] as const;
const typedFirst = '0.2';
const warmUpMs = 1000;
const goal = { p95Ms: 16.7, toRest: 4 };

interface KeyLog {
  /** from the key to the painted frame */
  readonly tookMs: number[];
  /** keys after which the ticket said something else in the very frame */
  priced: number;
}

declare global {
  interface Window {
    keyLog?: KeyLog;
  }
}

/** Runs in the page and so may use nothing from outside itself. */
function logKeys(ticket: Element): void {
  const log: KeyLog = { tookMs: [], priced: 0 };
  window.keyLog = log;
  let words = ticket.textContent;
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // the message comes when the frame that shows it is done
        const { port1, port2 } = new MessageChannel();
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way the port begins by itself
        port1.onmessage = () => {
          log.tookMs.push(performance.now() - timeStamp);
          if (ticket.textContent !== words) log.priced += 1;
          words = ticket.textContent;
        };
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

interface Typed {
  readonly tookMs: readonly number[];
  readonly priced: number;
}

async function openTicket(page: Page): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await page.getByRole('table', { name: 'Active orders' }).getByRole('row').nth(1).waitFor();
  await page.keyboard.press('b');
  await ticket.getByLabel('Size', { exact: true }).waitFor();
  await page.keyboard.type(typedFirst);
  await ticket.evaluate(logKeys);
}

/** Types and takes back again, and looks after each half whether every key has come. */
async function typeAll(page: Page): Promise<Typed> {
  const size = page.getByRole('region', { name: 'Order ticket' }).getByLabel('Size', { exact: true });
  let text = typedFirst;
  for (const key of keysOfRound) {
    await page.keyboard.press(key);
    text = key === 'Backspace' ? text.slice(0, -1) : text + key;
    await wait(keyMs);
    const shown = await size.inputValue();
    if (shown !== text) throw new Error(`a key was lost: ${shown} and not ${text}`);
  }
  return await page.evaluate(() => window.keyLog ?? { tookMs: [], priced: 0 });
}

async function typeUnder(stage: Stage, perSecond: number): Promise<Typed> {
  const { page, picture, close } = await stage.open({ isLogged: false });
  await openTicket(page);
  await stage.source.setPace(perSecond);
  await wait(warmUpMs);
  const typed = await typeAll(page);
  await stage.source.setPace(0);
  await assertPicture(stage.source, picture);
  await page.keyboard.press('Escape');
  await close();
  return typed;
}

export async function measureTyping(): Promise<Metric> {
  const seen: Record<Contender, Typed[]> = { ours: [], peer: [] };
  await onStages(async ({ ours }) => {
    for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1)
      for (const who of shuffled(contenders)) seen[who].push(await typeUnder(ours, paces[who]));
  });
  const all = (who: Contender): number[] => seen[who].flatMap(({ tookMs }) => tookMs);
  const p95 = (who: Contender): number => quantile(all(who), 0.95);
  const priced = seen.ours.reduce((sum, typed) => sum + typed.priced, 0) / all('ours').length;
  return {
    metric: typingName,
    ours: Number(p95('ours').toFixed(1)),
    peer: Number(p95('peer').toFixed(1)),
    peerName: 'the same while the book rests',
    median: Number(median(all('ours')).toFixed(1)),
    keys: all('ours').length,
    pricedInTheFrame: Number(priced.toFixed(3)),
    ratio: p95('ours') / p95('peer'),
    goal: `<= ${goal.p95Ms} ms on a quiet machine, <= ${goal.toRest} of the rest, no key lost`,
    met: p95('ours') <= goal.p95Ms && p95('ours') / p95('peer') <= goal.toRest,
  };
}
