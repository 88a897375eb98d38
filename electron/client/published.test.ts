import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureKind, type Result } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createClient } from './client.ts';
import { kinds, suffixOf } from './feed/topic-table.ts';
import { fieldsOf } from './feed/parsers/parser.ts';
import { createSigner } from './sign.ts';
import { createFakeExchange, json } from './testing/fake-exchange.ts';
import { type PublishedExample, publishedExamples, textOf } from './testing/published.ts';
import { type ExampleReader, exampleReaders, unreadExamples } from './testing/published-readers.ts';
import { parseExact } from './wire/exact-json.ts';

const settings = {
  spotUrl: 'https://api.kucoin.com',
  futuresUrl: 'https://api-futures.kucoin.com',
  headerPrefix: 'KC',
  keyVersion: '3',
} as const;

/** Asks an exchange that answers everything with this text, and never waits. */
async function ask(reader: ExampleReader, text: string): Promise<Result<unknown>> {
  const time = createFakeClock();
  const exchange = createFakeExchange(time.nowMs, () => json(text));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const instant = { ...time, wait: () => Promise.resolve() };
  const client = createClient(settings, signer, { ...instant, fetch: exchange.fetch });
  const answer = await reader(client, { priority: 'action' });
  client.close();
  return answer;
}

const examples = publishedExamples();
const rest = examples.filter(({ name }) => exampleReaders.has(name));
const readerOf = ({ name }: PublishedExample): ExampleReader => {
  const reader = exampleReaders.get(name);
  if (reader === undefined) throw new Error(name);
  return reader;
};

/** The same body with a field more in each of its objects. */
function enlarged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(enlarged);
  const fields = fieldsOf(value);
  if (fields === null) return value;
  return {
    ...Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, enlarged(each)])),
    addedLater: [{}],
  };
}

/** Objects that are tables by currency or symbol: a name more is a row more. */
const keyedTables = new Set([
  'futures POST /api/v2/position/batchChangeMarginMode',
  '/margin/position',
  '/contract/marginMode',
  '/contract/crossLeverage',
]);

describe('published REST examples', () => {
  it('published REST examples are all read, or named as not read', () => {
    const names = examples.map(({ name }) => name).filter(name => !name.startsWith('/'));
    expect(names.filter(name => !exampleReaders.has(name) && !unreadExamples.has(name))).toEqual([]);
    expect([...exampleReaders.keys(), ...unreadExamples].filter(name => !names.includes(name))).toEqual([]);
  });

  it.each(rest.map(example => [example.name, example] as const))('%s', async (name, example) => {
    const reader = readerOf(example);
    const answer = await ask(reader, textOf(example.body));
    expect(answer).toMatchObject({ ok: true });
    if (keyedTables.has(name)) return;
    expect(await ask(reader, textOf(enlarged(example.body)))).toEqual(answer);
    // the interface document shows many of them without the envelope
    const data = fieldsOf(example.body)?.['data'];
    if (data !== undefined && data !== null) expect(await ask(reader, textOf(data))).toEqual(answer);
  });
});

const topics = examples.filter(({ name }) => name.startsWith('/'));
/** Not subscribed to: a symbol's day on all pairs of a market, and a feed that has a better one. */
const unreadTopics = new Set(['/contractMarket/ticker:_symbol_', '/contract/announcement:_symbol_']);

describe('published feed examples', () => {
  it.each(topics.filter(({ name }) => !unreadTopics.has(name)).map(example => [example.name, example] as const))(
    '%s',
    (name, example) => {
      const bodies = keyedTables.has(name) ? [example.body] : [example.body, enlarged(example.body)];
      for (const text of bodies.map(textOf)) {
        const exact = parseExact(text);
        const { topic = '', subject = '', data } = fieldsOf(exact.ok ? exact.value : null) ?? {};
        const kind = Object.values(kinds).find(
          ({ prefix, parsers }) =>
            (String(topic) === prefix || String(topic).startsWith(`${prefix}:`)) &&
            (parsers.has(String(subject)) || parsers.has('*')),
        );
        const parser = kind?.parsers.get(String(subject)) ?? kind?.parsers.get('*');
        const frame = { suffix: suffixOf(String(topic)), subject: String(subject), data };
        expect(parser?.(frame)).toMatchObject({ ok: true });
      }
    },
  );
});

const typed = new Set<string>(FailureKind.options);

function expectTyped(answer: Result<unknown>): void {
  if (answer.ok) return;
  expect(typed.has(answer.error.kind)).toBe(true);
  expect(answer.error.message).not.toBe('');
}

describe('any JSON as an answer', () => {
  // the fake exchange answers its time itself
  const readers = [...exampleReaders].flatMap(([name, reader]) => (name.endsWith('timestamp') ? [] : [reader]));

  it('gives a value or a typed failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...readers), fc.jsonValue(), fc.boolean(), async (reader, value, isWrapped) => {
        expectTyped(await ask(reader, JSON.stringify(isWrapped ? { code: '200000', data: value } : value)));
      }),
      { numRuns: 250 },
    );
  });

  it('gives a value or a typed failure with a replaced field of an example', async () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', '0', -1, 1e300, '1e9999', [], {}, 'NaN', true));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rest), fc.nat(), odd, async (example, at, value) => {
        const places: ((put: unknown) => void)[] = [];
        const copy = structuredClone(example.body);
        collectPlaces(copy, places);
        places[at % places.length]?.(value);
        expectTyped(await ask(readerOf(example), textOf(copy)));
      }),
      { numRuns: 250 },
    );
  });

  it('gives a typed failure that quotes the code when it is a rejection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...readers), fc.stringMatching(/^[1-9]\d{5}$/u), async (reader, code) => {
        fc.pre(code !== '200000' && !/^(?:400002|429|5\d\d000)/u.test(code));
        const answer = await ask(reader, JSON.stringify({ code, msg: 'no' }));
        expect(answer).toMatchObject({ ok: false, error: { code, exchangeMessage: 'no' } });
        expectTyped(answer);
      }),
      { numRuns: 100 },
    );
  });
});

/** A setter for each field and item below a value. */
function collectPlaces(value: unknown, places: ((put: unknown) => void)[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    places.push(put => void Reflect.set(value, key, put));
    collectPlaces(each, places);
  }
}
