import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from '../desk-calls.ts';
import { read, setFault, traderOn } from '../second-client.ts';
import { expect, type FathomUnderTest, openTab } from '../testing/fathom-fixture.ts';
import { patient } from './hands.ts';

interface Row {
  readonly id: string;
  readonly clientOid: string;
}

interface TradingAction {
  readonly kind: string;
  readonly key: string;
  readonly state: string;
  readonly summary: string;
  readonly detail: string | null;
  readonly createdAtMs: number;
}

/** The same account, read directly without the program under test. */
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
    rowsIn(await read(traderOn(practice, venue), `${path}${path.includes('?') ? '&' : '?'}pageSize=500`));
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
const confirmedStates: ReadonlySet<string> = new Set(['acknowledged', 'found-done']);
/** The detail of an amendment after which a new order exists. */
const leavesNewOrder = /(the new order|the replacement( for the other [\d.]+)?) is /i;
const single: ReadonlySet<string> = new Set(['place-order', 'place-futures-order', 'place-stop']);

/** Everything that was done from this desk, by its journal. */
async function journalOf(page: Page): Promise<readonly TradingAction[]> {
  const answer = await askDesk(page, 'intents.list', { profileId: await activeProfileId(page) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's documented answer; a test fails loudly if it lies
  const { value } = answer as { readonly value?: readonly TradingAction[] };
  if (value === undefined) throw new Error(`the journal cannot be read: ${JSON.stringify(answer)}`);
  return value;
}

/**
 * Nothing lost, nothing repeated, every unknown resolved, and the screen equals the exchange. `bornAtMs`: earlier
 * actions are not at the exchange any more, because it restarted.
 */
export async function expectAllSettled(fathom: FathomUnderTest, bornAtMs = 0): Promise<void> {
  const { page } = fathom;
  const exchange = await exchangeOf(fathom);
  // an unused fault must not affect the proof
  await setFault((await fathom.practiceNow()).control, { fault: 'reset' });
  await expect
    .poll(async () => (await journalOf(page)).filter(({ state }) => unresolved.has(state)), patient)
    .toEqual([]);
  const marks = await exchange.marks();
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const journal = (await journalOf(page)).filter(({ createdAtMs }) => createdAtMs >= bornAtMs);
  // the exchange's own change gives the new order the mark of the old one; one that filled first leaves no new order
  const amendments = journal.filter(({ kind, state }) => kind === 'amend-order' && confirmedStates.has(state));
  const twice = [...counts].filter(([, count]) => count > 1);
  const seen = JSON.stringify({ twice, amendments });
  expect(
    twice.every(([, count]) => count === 2),
    `no mark exists three times: ${seen}`,
  ).toBe(true);
  expect(twice.length, `only the mark of an amended order exists twice: ${seen}`).toBeLessThanOrEqual(
    amendments.length,
  );
  const replaced = amendments.filter(({ key, detail }) => leavesNewOrder.test(detail ?? '') && !counts.has(key));
  expect(twice.length, `an amended order has the mark of the old one: ${seen}`).toBeGreaterThanOrEqual(replaced.length);
  const placed = journal.filter(({ kind }) => single.has(kind));
  const lost = placed.filter(({ key, state }) => confirmedStates.has(state) && !counts.has(key));
  const ghosts = placed.filter(({ key, state }) => !confirmedStates.has(state) && counts.has(key));
  expect(lost, 'what was taken is there').toEqual([]);
  expect(ghosts, 'what was refused or not found is not there').toEqual([]);

  await openTab(page, 'Open orders');
  await expect
    .poll(async () => differing(await shownKeys(page, 'Open orders'), await exchange.active()), patient)
    .toEqual([]);
  await openTab(page, 'Conditional orders');
  await expect
    .poll(async () => differing(await shownKeys(page, 'Conditional orders'), await exchange.stops()), patient)
    .toEqual([]);
  await expect(page.getByText(/unknown: checking|^Outcome unknown/)).toHaveCount(0);
}

/** What only one of the two lists has. */
function differing(shown: readonly string[], there: readonly string[]): readonly string[] {
  const onlyShown = shown.filter(key => !there.includes(key)).map(key => `only on the screen: ${key}`);
  return [...onlyShown, ...there.filter(key => !shown.includes(key)).map(key => `only at the exchange: ${key}`)];
}
