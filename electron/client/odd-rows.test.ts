import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { Result } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createClient } from './client.ts';
import { fieldsOf } from './feed/parsers/parser.ts';
import { createSigner } from './sign.ts';
import { createFakeExchange, json } from './testing/fake-exchange.ts';
import { publishedExamples, textOf } from './testing/published.ts';
import { neededFields } from './testing/needed-fields.ts';
import { type ExampleReader, exampleReaders } from './testing/published-readers.ts';

const settings = {
  spotUrl: 'https://api.kucoin.com',
  futuresUrl: 'https://api-futures.kucoin.com',
  headerPrefix: 'KC',
  keyVersion: '3',
} as const;

interface Asked {
  readonly answer: Result<unknown>;
  readonly unreadable: readonly OddRow[];
}

/** Asks an exchange that answers everything with this text, with or without a listener for unreadable rows. */
async function ask(reader: ExampleReader, text: string, isListening = true): Promise<Asked> {
  const time = createFakeClock();
  const exchange = createFakeExchange(time.nowMs, () => json(text));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const instant = { ...time, wait: () => Promise.resolve() };
  const client = createClient(settings, signer, { ...instant, fetch: exchange.fetch });
  const unreadable: OddRow[] = [];
  const listening = isListening ? { unreadable: (row: OddRow) => void unreadable.push(row) } : {};
  const answer = await reader(client, { priority: 'action', ...listening });
  client.close();
  return { answer, unreadable };
}

/** The name of an array that an answer carries; empty: the answer is the array; null: it carries none. */
function listName(data: unknown): string | null {
  if (Array.isArray(data)) return isTable(data) ? '' : null;
  const found = Object.entries(fieldsOf(data) ?? {}).find(([, value]) => isTable(value));
  return found?.[0] ?? null;
}

function isTable(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && value[0] !== null;
}

/** A snapshot of a book is one thing: without one of its levels its depth is wrong. */
function isBook(data: unknown): boolean {
  return fieldsOf(data)?.['bids'] !== undefined;
}

interface ListExample {
  readonly name: string;
  readonly reader: ExampleReader;
  readonly data: unknown;
  readonly list: string;
  readonly rows: readonly object[];
}

/** The published stop order has no trigger, so that the client takes it for an ordinary order. */
function asStop(name: string): (row: object) => object {
  const trigger = name === 'futures GET /api/v1/stopOrders' ? { stop: 'up', stopPrice: '1', stopPriceType: 'TP' } : {};
  return row => (Array.isArray(row) ? row : { ...row, ...trigger });
}

function listExamples(): ListExample[] {
  return publishedExamples().flatMap(example => {
    const reader = exampleReaders.get(example.name);
    if (reader === undefined || !example.name.includes('GET ')) return [];
    const data = fieldsOf(example.body)?.['data'] ?? example.body;
    const list = listName(data);
    if (list === null || isBook(data)) return [];
    const rows = list === '' ? data : fieldsOf(data)?.[list];
    return isTable(rows) ? [{ name: example.name, reader, data, list, rows: rows.map(asStop(example.name)) }] : [];
  });
}

function bodyWith({ data, list }: ListExample, rows: readonly unknown[]): string {
  const changed = list === '' ? rows : { ...fieldsOf(data), [list]: rows };
  return textOf({ code: '200000', data: changed });
}

/** The rows of an answer; an answer that is one thing is a row itself. */
function itemsOf(answer: Result<unknown>): readonly unknown[] {
  if (!answer.ok) return [];
  if (Array.isArray(answer.value)) return answer.value;
  const list = Object.values(fieldsOf(answer.value) ?? {}).find(value => isTable(value));
  return Array.isArray(list) ? list : [answer.value];
}

const removed = Symbol('removed');

function withField(row: object, name: string, value: unknown): unknown {
  if (Array.isArray(row)) return row.map((each: unknown, index) => (String(index) === name ? value : each));
  const fields = Object.entries(row).filter(([key]) => key !== name || value !== removed);
  return Object.fromEntries(fields.map(([key, each]) => [key, key === name ? value : each]));
}

/**
 * Of these the client leaves out readable rows: closed positions, orders that are no stops, two candles of one time, two
 * payments of one id.
 */
const filtered = new Set([
  'futures GET /api/v1/funding-history',
  'futures GET /api/v1/positions',
  'futures GET /api/v1/stopOrders',
  'futures GET /api/v1/kline/query',
]);

const values = [null, '', -7, { odd: true }, removed];
const lists = listExamples();

describe('one malformed row in a list', () => {
  it('one malformed row in a list is tried in every list that the client reads', () => {
    expect(lists.length).toBeGreaterThan(40);
  });

  it.each(lists.map(each => [each.name, each] as const))('keeps the other rows of %s', async (_name, each) => {
    const [row] = each.rows;
    if (row === undefined) return;
    const before = itemsOf((await ask(each.reader, bodyWith(each, [row]))).answer);
    expect(before).toHaveLength(1);
    const odd = Object.keys(row).flatMap(field => values.map(value => withField(row, field, value)));
    const { answer, unreadable } = await ask(each.reader, bodyWith(each, [row, ...odd, row]));
    expect(answer).toMatchObject({ ok: true });
    const items = itemsOf(answer);
    expect(items).toContainEqual(before[0]);
    expect(unreadable.every(({ raw }) => raw.length > 0)).toBe(true);
    if (items.length > 1 && !filtered.has(each.name))
      expect(items.length + unreadable.length).toBeGreaterThan(odd.length);
  });

  it('one malformed row in a list is read without an informational field', async () => {
    const needed: Record<string, string> = {};
    for (const each of lists) {
      const [row] = each.rows;
      if (row === undefined || Array.isArray(row)) continue;
      const names = Object.keys(row);
      // each row names the field that it lacks
      const rows = [null, removed].flatMap(value =>
        names.map(lacks => Object.assign({ lacks }, withField(row, lacks, value))),
      );
      const { unreadable } = await ask(each.reader, bodyWith(each, rows));
      const found = unreadable.flatMap(({ raw }) => /^\{"lacks":"(\w+)"/.exec(raw)?.[1] ?? []);
      needed[each.name] = [...new Set(found)].toSorted().join(' ');
    }
    expect(needed).toEqual(neededFields);
  });

  it('fails the whole answer for a caller that cannot mark its list as partial', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), async each => {
        const text = bodyWith(each, [...each.rows, 7]);
        expect((await ask(each.reader, text, false)).answer).toMatchObject({ error: { kind: 'bad-reply' } });
        expect((await ask(each.reader, text)).unreadable[0]).toMatchObject({ id: null, raw: '7', field: 'row' });
      }),
      { numRuns: 60 },
    );
  });

  it('one malformed row in a list is described by its endpoint, field, id and JSON', async () => {
    const each = lists.find(({ name }) => name === 'GET /api/v1/hf/orders/active');
    if (each === undefined) throw new Error('no example');
    const odd = { id: 'o-7', symbol: 'A-B', side: null, remark: 'x\u202ey'.repeat(2_000) };
    const { unreadable } = await ask(each.reader, bodyWith(each, [odd]));
    expect(unreadable).toMatchObject([
      { endpoint: 'GET /api/v1/hf/orders/active', field: 'side', id: 'o-7', symbol: 'A-B' },
    ]);
    expect(unreadable[0]?.raw).toMatch(/^\{"id":"o-7"/);
    expect(unreadable[0]?.raw).not.toContain('\u202e');
    expect(unreadable[0]?.raw.length).toBeLessThanOrEqual(1_500);
  });
});
