import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import { publishedExample, textOf } from '#client/testing/published.ts';
import { exampleReaders } from '#client/testing/published-readers.ts';
import { clientOf, type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { missingFields } from './testing/fields.ts';

/** About one thing by an id that the example made up. */
const aboutOne = /\{|byClientOid|queryOrderByClientOid/u;
const aboutOneThatIsThere = /currencies|contracts|funding-rate|level2_/u;

const reads = [...exampleReaders].filter(
  ([name]) =>
    name.replace('futures ', '').startsWith('GET') && (!aboutOne.test(name) || aboutOneThatIsThere.test(name)),
);

/** The client and the practice exchange are two writings of one document: each read of the one is answered by the other. */
describe.each(dialects)('every read, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  /** the body of the last answer */
  let answered = '';

  const fetchAndKeep: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    answered = await response.clone().text();
    return response;
  };

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = clientOf(exchange.ready, 'trader', { dependencies: { fetch: fetchAndKeep } });
    expect(await client.connect()).toMatchObject({ ok: true });
  });
  afterAll(async () => {
    client.close();
    await exchange.stop();
  });

  it.each(reads)('%s', async (name, reader) => {
    expect(await reader(client, { priority: 'visible' })).toMatchObject({ ok: true });
    // the document shows fewer fields than the service publishes today
    if (dialect === 'document') return;
    const example: unknown = JSON.parse(textOf(publishedExample(name).body));
    expect(missingFields(example, JSON.parse(answered))).toEqual([]);
  });
});
