import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import { exampleReaders } from '#client/testing/published-readers.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';

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

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    expect(await client.connect()).toMatchObject({ ok: true });
  });
  afterAll(() => exchange.stop());

  it.each(reads)('%s', async (_name, reader) => {
    expect(await reader(client)).toMatchObject({ ok: true });
  });
});
