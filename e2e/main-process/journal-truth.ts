import { read } from '../second-client.ts';
import { expect, type OutsideExchange } from './main-test.ts';
import type { MainProcess } from './main-process.ts';

/** What the journal of Fathom says of an action, and what the exchange has of it. */
interface JournalRow {
  readonly key: string;
  readonly kind: string;
  readonly state: string;
}

export const profileId = 'practice';
export const pair = 'BTC-USDT';
export const contract = 'XBTUSDTM';

function itemsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the practice exchange's documented answer; a test fails loudly if it lies
  const { data } = answer as { readonly data?: { readonly items?: unknown } | readonly unknown[] };
  const rows = Array.isArray(data) ? data : Reflect.get(Object(data), 'items');
  if (!Array.isArray(rows)) throw new Error(`no rows in ${JSON.stringify(answer).slice(0, 200)}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return rows as readonly Readonly<Record<string, unknown>>[];
}

export async function readJournal(main: MainProcess): Promise<readonly JournalRow[]> {
  const answer = await main.ask('intents.list', { profileId });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of the call
  const { value } = answer as { readonly value?: readonly JournalRow[] };
  if (value === undefined) throw new Error(`the journal cannot be read: ${JSON.stringify(answer)}`);
  return value;
}

const isOpen = ({ state }: JournalRow): boolean => ['new', 'sent', 'unknown'].includes(state);
const isDone = ({ state }: Pick<JournalRow, 'state'>): boolean => ['acknowledged', 'found-done'].includes(state);

/** Waits until no action is of unknown outcome; a start has to resolve all that the run before left. */
export async function waitUntilResolved(main: MainProcess): Promise<void> {
  await expect
    .poll(async () => (await readJournal(main)).filter(isOpen), { timeout: 60_000, intervals: [250] })
    .toEqual([]);
}

/** The client order ids of the resting orders of the pair that begin with `prefix`, each as often as the exchange has it. */
export async function restingOrders({ client }: OutsideExchange, prefix: string): Promise<readonly string[]> {
  const rows = itemsOf(await read(client('spot'), `/api/v1/hf/orders/active?symbol=${pair}`));
  return rows.map(({ clientOid }) => String(clientOid)).filter(id => id.startsWith(prefix));
}

/** Margin added by hand to the position, as the exchange counts it. */
export async function addedMargin({ client }: OutsideExchange): Promise<number> {
  const answer = await read(client('futures'), `/api/v1/position?symbol=${contract}`);
  return Number(Reflect.get(Object(Reflect.get(Object(answer), 'data')), 'posCross'));
}

/** Amounts booked on the main wallet since then. */
async function transferredAmounts({ client }: OutsideExchange, sinceMs: number): Promise<readonly number[]> {
  const query = new URLSearchParams({ currency: 'USDT', pageSize: '500', startAt: String(sinceMs) });
  const rows = itemsOf(await read(client('spot'), `/api/v1/accounts/ledgers?${query}`));
  return rows.filter(({ accountType }) => accountType === 'MAIN').map(({ amount }) => Number(amount));
}

/** What a story sent under one client id. */
export interface SentAction {
  readonly kind: 'order' | 'margin' | 'transfer';
  /** 0 for an order */
  readonly amount: number;
  /** the key of its row in the journal: a batch is one row, under the id of its first order */
  readonly journalKey: string;
}
export type SentActions = ReadonlyMap<string, SentAction>;

/** Final states by key, kept by the story: the list of the journal has the newest rows only. */
export type FinalStates = Map<string, string>;

/** Adds what the journal lists now. A final state never changes. */
function keepFinalStates(journal: readonly JournalRow[], states: FinalStates): void {
  for (const row of journal.filter(each => !isOpen(each))) {
    expect([row.key, row.state]).toEqual([row.key, states.get(row.key) ?? row.state]);
    states.set(row.key, row.state);
  }
}

/** The account before the story sent anything. */
export interface AccountBefore {
  readonly atMs: number;
  readonly addedMargin: number;
}

/** What a story sent so far, and what became of it. */
interface Story {
  readonly sent: SentActions;
  readonly prefix: string;
  readonly before: AccountBefore;
  readonly states: FinalStates;
}

/** Amounts have four digits after the point. */
const units = (amount: number): number => Math.round(amount * 10_000);

/**
 * The journal equals the exchange: each order that the journal calls done rests there once, each other not at all; the added
 * margin is the sum of the additions that are done; each transfer that is done is in the ledger once, each other is not.
 */
export async function expectEqual(
  main: MainProcess,
  exchange: OutsideExchange,
  { sent, prefix, before, states }: Story,
): Promise<void> {
  keepFinalStates(await readJournal(main), states);
  const doneKeys = new Set([...states].filter(([, state]) => isDone({ state })).map(([key]) => key));
  const doneOf = (kind: SentAction['kind']) =>
    [...sent].filter(([, action]) => action.kind === kind && doneKeys.has(action.journalKey));
  const expected = doneOf('order').map(([key]) => key);
  expect((await restingOrders(exchange, prefix)).toSorted()).toEqual(expected.toSorted());
  const margin = doneOf('margin').reduce((sum, [, { amount }]) => sum + amount, 0);
  expect(units((await addedMargin(exchange)) - before.addedMargin)).toBe(units(margin));
  const ledger = await transferredAmounts(exchange, before.atMs);
  for (const [key, { kind, amount }] of sent) {
    if (kind !== 'transfer') continue;
    const count = ledger.filter(each => units(Math.abs(each)) === units(amount)).length;
    expect([key, count]).toEqual([key, doneKeys.has(key) ? 1 : 0]);
  }
}
