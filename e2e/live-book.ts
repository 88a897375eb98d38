import type { JSHandle, Locator, Page } from 'playwright/test';
import { expect, readNumber } from './testing/fathom-fixture.ts';

interface Chips {
  readonly words: string[];
  /** what a hover over the chip says */
  readonly reasons: string[];
}

/** The words of a panel's chip as they come, from now on, and the reasons that it gives. */
export async function recordChips(page: Page, title: string): Promise<JSHandle<Chips>> {
  return await page.evaluateHandle(name => {
    const titles = [...document.querySelectorAll('.panel-title')];
    const region = titles.find(({ textContent }) => textContent === name)?.closest('section') ?? document.body;
    const seen: Chips = { words: [], reasons: [] };
    const look = () => {
      const chip = region.querySelector('.age');
      const word = chip?.querySelector('.age-word')?.textContent ?? null;
      if (word === null || word === (seen.words.at(-1) ?? 'live')) return;
      seen.words.push(word);
      seen.reasons.push(chip?.getAttribute('title') ?? '');
    };
    new MutationObserver(look).observe(region, { subtree: true, childList: true, characterData: true });
    return seen;
  }, title);
}

/** Each word once in a row; the first is the first that was not `live`. */
export async function shownStates(chips: JSHandle<Chips>): Promise<string[]> {
  return (await chips.jsonValue()).words;
}

/** Why it was so, word for word. */
export async function shownReasons(chips: JSHandle<Chips>): Promise<string[]> {
  return (await chips.jsonValue()).reasons;
}

/** The prices of one side as a screen reader reads them, best first. */
export async function mirroredPrices(book: Locator, side: 'Bids' | 'Asks'): Promise<number[]> {
  const texts = await book.getByRole('table', { name: side }).locator('.book-price').allTextContents();
  return texts.map(readNumber);
}

/** The prices of a side whose rows do not move: two readings of the mirror, which is updated twice a second, are equal. */
export async function heldPrices(book: Locator, side: 'Bids' | 'Asks'): Promise<number[]> {
  let held: number[] = [];
  const look = async () => {
    const before = held.join(' ');
    held = await mirroredPrices(book, side);
    return held.join(' ') === before;
  };
  await expect.poll(look, { intervals: [1_500] }).toBe(true);
  return held;
}

interface Prices {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** The book of the exchange, read by another client. */
export async function exchangePrices(spot: string, symbol = 'BTC-USDT'): Promise<Prices> {
  const response = await fetch(`${spot}/api/v1/market/orderbook/level2_20?symbol=${symbol}`);
  const text = await response.text();
  const side = (name: string) =>
    [...(new RegExp(`"${name}":\\[((?:\\[[^\\]]*\\],?)*)\\]`).exec(text)?.[1] ?? '').matchAll(/\["([\d.]+)"/g)].map(
      match => Number(match[1]),
    );
  return { bids: side('bids'), asks: side('asks') };
}

const compared = 6;

/** The best prices of both sides as the mirror shows them, each of its pictures from now on. */
async function recordMirror(book: Locator): Promise<JSHandle<string[]>> {
  return await book.evaluateHandle((region, count) => {
    const seen: string[] = [];
    const look = () => {
      const sides = ['Bids', 'Asks'].map(name =>
        [...region.querySelectorAll(`[aria-label="${name}"] .book-price`)]
          .slice(0, count)
          .map(cell => (cell.textContent ?? '').replace(/\. Your.*$/, '').replaceAll(',', ''))
          .map(Number)
          .join(' '),
      );
      seen.push(sides.join(' / '));
    };
    new MutationObserver(look).observe(region, { subtree: true, childList: true, characterData: true });
    return seen;
  }, compared);
}

/**
 * What is shown is the exchange's own book: sooner or later one of its answers and one picture are of the same moment.
 */
export async function expectTrueBook(book: Locator, spot: string, symbol?: string): Promise<void> {
  const pictures = await recordMirror(book);
  const answers = new Set<string>();
  const look = async () => {
    const { bids, asks } = await exchangePrices(spot, symbol);
    expect(bids.length).toBeGreaterThan(compared);
    answers.add([bids, asks].map(prices => prices.slice(0, compared).join(' ')).join(' / '));
    return (await pictures.jsonValue()).some(picture => answers.has(picture));
  };
  await expect.poll(look, { intervals: [20], timeout: 60_000 }).toBe(true);
}
