import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from '../door.ts';
import { read, type SecondClient, setFault } from '../second-client.ts';
import { expect, type FathomUnderTest, openTab } from '../testing/fathom-fixture.ts';
import { patient } from './hands.ts';

interface Row {
  readonly id: string;
  readonly clientOid: string;
}

interface Act {
  readonly kind: string;
  readonly key: string;
  readonly state: string;
  readonly summary: string;
  readonly createdAtMs: number;
}

/** The same account, asked directly: nothing of the program under test stands between. */
interface Exchange {
  readonly active: () => Promise<readonly string[]>;
  readonly stops: () => Promise<readonly string[]>;
  /** the client's marks of everything that the exchange has of the account, as often as it has them */
  readonly marks: () => Promise<readonly string[]>;
  /** rows of active orders on spot */
  readonly spotRows: () => Promise<readonly Row[]>;
}

/** The rows of an answer: an array, or a page of one; wrapped or bare. */
function rowsIn(answer: unknown): readonly Row[] {
  if (Array.isArray(answer)) return answer.filter(isRow);
  if (typeof answer !== 'object' || answer === null) return [];
  const inner: unknown = Reflect.get(answer, 'data') ?? Reflect.get(answer, 'items');
  return inner === undefined ? [] : rowsIn(inner);
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && typeof Reflect.get(row, 'id') === 'string';
}

function accountOn(practice: Awaited<FathomUnderTest['practice']>, venue: 'spot' | 'futures'): SecondClient {
  const key = practice.keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return { spot: practice[venue], headerPrefix: practice.headerPrefix, key };
}

const onMargin = ['MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE'].flatMap(tradeType =>
  ['BTC-USDT', 'ETH-USDT', 'XRP-USDT', 'SOL-USDT'].map(symbol => `tradeType=${tradeType}&symbol=${symbol}`),
);

function keyed(venue: 'spot' | 'futures', list: readonly Row[]): readonly string[] {
  return list.map(({ id }) => `${venue}:${id}`);
}

/** The second client of this account. */
export async function exchangeOf(fathom: FathomUnderTest): Promise<Exchange> {
  const practice = await fathom.practiceNow();
  const rows = async (venue: 'spot' | 'futures', path: string) =>
    rowsIn(await read(accountOn(practice, venue), `${path}${path.includes('?') ? '&' : '?'}pageSize=500`));
  const margin = async (state: 'active' | 'done') => {
    const answers = await Promise.all(
      onMargin.map(words => rows('spot', `/api/v3/hf/margin/orders/${state}?${words}`)),
    );
    return answers.flat();
  };
  const spotRows = () => rows('spot', '/api/v1/orders?status=active&tradeType=TRADE');
  const futuresRows = () => rows('futures', '/api/v1/orders?status=active');
  return {
    spotRows,
    active: async () => {
      const spot = [...(await spotRows()), ...(await margin('active'))];
      return [...keyed('spot', spot), ...keyed('futures', await futuresRows())].toSorted();
    },
    stops: async () => {
      const spot = await rows('spot', '/api/v1/stop-order');
      return [...keyed('spot', spot), ...keyed('futures', await rows('futures', '/api/v1/stopOrders'))].toSorted();
    },
    marks: async () => {
      const all = await Promise.all([
        spotRows(),
        rows('spot', '/api/v1/orders?status=done&tradeType=TRADE'),
        futuresRows(),
        rows('futures', '/api/v1/orders?status=done'),
        rows('spot', '/api/v1/stop-order'),
        rows('futures', '/api/v1/stopOrders'),
      ]);
      return all.flat().flatMap(({ clientOid }) => (clientOid === '' || clientOid === null ? [] : [clientOid]));
    },
  };
}

/** The keys of all rows of a table, also of those that are drawn only when they are scrolled to. */
function rowKeys(page: Page, label: string): Promise<readonly string[]> {
  return page.getByRole('table', { name: label }).evaluate(async table => {
    const box = table.closest('.table-box');
    const keys = new Set<string>();
    const look = () => {
      for (const row of table.querySelectorAll('tr[data-row-key]')) keys.add(row.getAttribute('data-row-key') ?? '');
    };
    look();
    if (box === null) return [...keys].toSorted();
    const step = Math.max(20, box.clientHeight / 2);
    for (let top = 0; top < box.scrollHeight; top += step) {
      box.scrollTop = top;
      // two frames later what was scrolled to is drawn
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      look();
    }
    box.scrollTop = 0;
    return [...keys].toSorted();
  });
}

/** Rows on the screen; an empty table is not drawn at all. */
async function shownKeys(page: Page, label: string): Promise<readonly string[]> {
  return (await page.getByRole('table', { name: label }).count()) === 0 ? [] : rowKeys(page, label);
}

const unresolved: ReadonlySet<string> = new Set(['new', 'sent', 'unknown']);
const stands: ReadonlySet<string> = new Set(['acknowledged', 'found-done']);
const single: ReadonlySet<string> = new Set(['place-order', 'place-futures-order', 'place-stop']);

/** Everything that was done from this desk, by its journal. */
async function journalOf(page: Page): Promise<readonly Act[]> {
  const answer = await askDesk(page, 'intents.list', { profileId: await activeProfileId(page) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's documented answer; a test fails loudly if it lies
  const { value } = answer as { readonly value?: readonly Act[] };
  if (value === undefined) throw new Error(`the journal cannot be read: ${JSON.stringify(answer)}`);
  return value;
}

/**
 * Nothing lost, nothing doubled, every unknown resolved, and the screen is the exchange's own word. `bornAtMs`: what was
 * done before is not at the exchange any more, because it began anew.
 */
export async function expectAllSettled(fathom: FathomUnderTest, bornAtMs = 0): Promise<void> {
  const { page } = fathom;
  const exchange = await exchangeOf(fathom);
  // what of the weather nobody met must not meet the proof
  await setFault((await fathom.practiceNow()).control, { fault: 'reset' });
  await expect
    .poll(async () => (await journalOf(page)).filter(({ state }) => unresolved.has(state)), patient)
    .toEqual([]);
  const marks = await exchange.marks();
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const journal = (await journalOf(page)).filter(({ createdAtMs }) => createdAtMs >= bornAtMs);
  // the exchange gives the order that a change leaves the mark of the one that it ends
  const changes = journal.filter(({ kind, state }) => kind === 'amend-order' && stands.has(state)).length;
  const twice = marks.length - counts.size;
  expect(twice, `a mark is there once at most: ${JSON.stringify([...counts].filter(([, count]) => count > 1))}`).toBe(
    changes,
  );
  const placed = journal.filter(({ kind }) => single.has(kind));
  const lost = placed.filter(({ key, state }) => stands.has(state) && !counts.has(key));
  const ghosts = placed.filter(({ key, state }) => !stands.has(state) && counts.has(key));
  expect(lost, 'what was taken is there').toEqual([]);
  expect(ghosts, 'what was refused or not found is not there').toEqual([]);

  await openTab(page, 'Active');
  await expect
    .poll(async () => differing(await shownKeys(page, 'Active orders'), await exchange.active()), patient)
    .toEqual([]);
  await openTab(page, 'Stops');
  await expect
    .poll(async () => differing(await shownKeys(page, 'Stop orders'), await exchange.stops()), patient)
    .toEqual([]);
  await expect(page.getByText(/not known: looking it up|^Not known yet|Checking: the answer was lost/)).toHaveCount(0);
}

/** What only one of the two lists has. */
function differing(shown: readonly string[], there: readonly string[]): readonly string[] {
  const onlyShown = shown.filter(key => !there.includes(key)).map(key => `only on the screen: ${key}`);
  return [...onlyShown, ...there.filter(key => !shown.includes(key)).map(key => `only at the exchange: ${key}`)];
}
