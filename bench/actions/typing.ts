import type { Locator, Page } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { assertPicture } from '../flood/run-once.ts';
import { fast, typingName } from '../flood/names.ts';
import { onStages, type Stage } from '../flood/stage/stages.ts';
import { median, quantile, shuffled } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';

/**
 * A size is typed into the ticket while the book is flooded: from each key to the painted frame in which the ticket
 * shows the new price. Compared with the same keys while the book rests, and with the least that a page can do under
 * the same flood: a field whose text is repeated, next to a book on one canvas. A key arrives anywhere between two
 * frames, so that one shows what 60 frames a second leave.
 */
const rounds = { most: 6, fewest: 3 };
const typists = ['ours', 'rest', 'bare'] as const;
type Typist = (typeof typists)[number];
const paces: Readonly<Record<Typist, number>> = { ours: fast, rest: 1, bare: fast };
/** a quick typist, and not in step with the screen */
const keyMs = 83;
const keysOfRound = ['1', '2', '3', '4', '5', '6', ...Array.from({ length: 6 }, () => 'Backspace')] as const;
const typedFirst = '0.2';
const warmUpMs = 1000;
const goal = { p95Ms: 16.7, toRest: 4, toBare: 1.05 };

interface KeyLog {
  /** from the key to the painted frame */
  readonly tookMs: number[];
  /** keys after which the ticket text changed in the same frame */
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

const openTicket: OpenField = async page => {
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await page.getByRole('table', { name: 'Open orders' }).getByRole('row').nth(1).waitFor();
  await page.keyboard.press('b');
  const size = ticket.getByLabel('Size', { exact: true });
  await size.waitFor();
  await page.keyboard.type(typedFirst);
  await ticket.evaluate(logKeys);
  return size;
};

/** Runs in the page and so may use nothing from outside itself. */
function addField(typed: string): void {
  const [place, field, words] = [
    document.createElement('form'),
    document.createElement('input'),
    document.createElement('output'),
  ];
  place.append(field, words);
  document.body.append(place);
  field.addEventListener('input', () => (words.textContent = field.value));
  field.value = typed;
  field.focus();
}

/** The field in which is typed, once it has the focus and its keys are logged. */
type OpenField = (page: Page) => Promise<Locator>;

const openBareField: OpenField = async page => {
  await page.evaluate(addField, typedFirst);
  await page.locator('form').evaluate(logKeys);
  return page.locator('input');
};

/** Types a character, deletes it again, and checks after each key that the field shows it. */
async function typeAll(page: Page, size: Locator): Promise<Typed> {
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

interface Desk {
  readonly stage: Stage;
  readonly openField: OpenField;
  readonly perSecond: number;
}

async function typeUnder({ stage, openField, perSecond }: Desk): Promise<Typed> {
  const { page, picture, close } = await stage.open({ isLogged: false });
  const field = await openField(page);
  await stage.source.setPace(perSecond);
  await wait(warmUpMs);
  const typed = await typeAll(page, field);
  await stage.source.setPace(0);
  await assertPicture(stage.source, picture);
  await page.keyboard.press('Escape');
  await close();
  return typed;
}

export async function measureTyping(): Promise<Metric> {
  const seen: Record<Typist, Typed[]> = { ours: [], rest: [], bare: [] };
  await onStages(async ({ ours, peer }) => {
    const bare: Stage = peer('canvas');
    const deskOf = (who: Typist): Desk => ({
      stage: who === 'bare' ? bare : ours,
      openField: who === 'bare' ? openBareField : openTicket,
      perSecond: paces[who],
    });
    for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft()); round += 1)
      for (const who of shuffled(typists)) seen[who].push(await typeUnder(deskOf(who)));
  });
  const all = (who: Typist): number[] => seen[who].flatMap(({ tookMs }) => tookMs);
  const p95 = (who: Typist): number => quantile(all(who), 0.95);
  const priced = seen.ours.reduce((sum, typed) => sum + typed.priced, 0) / all('ours').length;
  const [toBare, toRest] = [p95('ours') / p95('bare'), p95('ours') / p95('rest')];
  return {
    metric: typingName,
    ours: Number(p95('ours').toFixed(1)),
    peer: Number(p95('bare').toFixed(1)),
    peerName: 'a bare field beside a canvas book, same flood',
    median: Number(median(all('ours')).toFixed(1)),
    bareMedian: Number(median(all('bare')).toFixed(1)),
    rest: Number(p95('rest').toFixed(1)),
    keys: all('ours').length,
    pricedInTheFrame: Number(priced.toFixed(3)),
    ratio: toBare,
    goal: `<= ${goal.p95Ms} ms, or <= ${goal.toBare} of the bare field where that itself takes longer; <= ${goal.toRest} of the rest, no key lost`,
    met: p95('ours') <= Math.max(goal.p95Ms, p95('bare') * goal.toBare) && toRest <= goal.toRest,
  };
}
