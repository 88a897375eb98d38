import type { JSHandle, Locator, Page } from 'playwright/test';
import { expect, readNumber } from './desk-fixture.ts';

/** The words of a panel's chip as they come, from now on. */
export async function recordChips(page: Page, title: string): Promise<JSHandle<string[]>> {
  return await page.evaluateHandle(name => {
    const region = document.querySelector(`[aria-label="${name}"]`) ?? document.body;
    const seen: string[] = [];
    const look = () => {
      const word = region.querySelector('.age-word')?.textContent ?? null;
      if (word !== null && word !== (seen.at(-1) ?? 'live')) seen.push(word);
    };
    new MutationObserver(look).observe(region, { subtree: true, childList: true, characterData: true });
    return seen;
  }, title);
}

/** Each word once in a row; the first is the first that was not `live`. */
export async function shownStates(chips: JSHandle<string[]>): Promise<string[]> {
  return await chips.jsonValue();
}

/** The prices of one side as the screen reader hears them, best first. */
export async function mirroredPrices(book: Locator, side: 'Bids' | 'Asks'): Promise<number[]> {
  const texts = await book.getByRole('table', { name: side }).locator('.book-price').allTextContents();
  return texts.map(readNumber);
}

interface Prices {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** The exchange's own book, asked for by somebody else. */
export async function exchangePrices(spot: string): Promise<Prices> {
  const response = await fetch(`${spot}/api/v1/market/orderbook/level2_20?symbol=BTC-USDT`);
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

/** What is shown is the exchange's own book: sooner or later one of its answers and one picture are of the same moment. */
export async function expectTrueBook(book: Locator, spot: string): Promise<void> {
  const pictures = await recordMirror(book);
  const answers = new Set<string>();
  const look = async () => {
    const { bids, asks } = await exchangePrices(spot);
    expect(bids.length).toBeGreaterThan(compared);
    answers.add([bids, asks].map(prices => prices.slice(0, compared).join(' ')).join(' / '));
    return (await pictures.jsonValue()).some(picture => answers.has(picture));
  };
  await expect.poll(look, { intervals: [20], timeout: 60_000 }).toBe(true);
}
