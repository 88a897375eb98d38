import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

describe.each(dialects)('rights of a key, %s dialect', dialect => {
  let exchange: ContractExchange;
  beforeAll(async () => {
    exchange = await startExchange(dialect);
  });
  afterAll(() => exchange.stop());

  it.each(['trader', 'viewer', 'legacy', 'v3'])('the key %s is accepted', async label => {
    const client = exchange.client(label);
    must(await client.connect());
    expect(must(await client.accounts.apiKey({}, visible)).permissions).toContain('General');
  });

  it.each([
    ['an unknown key', { key: '000000000000000000000000' }, 'unknown-key'],
    ['a wrong secret', { secret: '00000000-0000-0000-0000-000000000000' }, 'wrong-signature'],
    ['a wrong passphrase', { passphrase: 'not it' }, 'wrong-passphrase'],
    ['a plain passphrase on a key of version 2', { version: '1' }, 'wrong-passphrase'],
  ] as const)('%s is named in the rejection', async (_, wrong, kind) => {
    const client = clientOf(exchange.ready, 'trader', wrong);
    must(await client.connect());
    const answer = await client.accounts.apiKey({}, visible);
    client.close();
    expect(answer).toMatchObject({ ok: false, error: { kind, isOutcomeUnknown: false } });
  });

  it('a wrong secret on a key of version 1 is a wrong signature', async () => {
    const client = clientOf(exchange.ready, 'legacy', { secret: '00000000-0000-0000-0000-000000000000' });
    must(await client.connect());
    const answer = await client.accounts.apiKey({}, visible);
    client.close();
    expect(answer).toMatchObject({ ok: false, error: { kind: 'wrong-signature' } });
  });

  it('a key bound to another address shows the address that the exchange received', async () => {
    const locked = exchange.ready.keys.find(key => /ip/.test(key.label));
    if (locked === undefined) throw new Error('no key is bound to an address');
    const client = exchange.client(locked.label);
    must(await client.connect());
    const answer = await client.accounts.apiKey({}, visible);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'ip-refused' } });
    expect(JSON.stringify(answer)).toContain('127.0.0.1');
  });

  it('a key without the trading right cannot trade', async () => {
    const client = exchange.client('viewer');
    must(await client.connect());
    const order = {
      clientOid: 'viewer-1',
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'limit',
      price: '90000',
      size: '0.001',
    } as const;
    expect(await client.spot.place(order, action)).toMatchObject({
      ok: false,
      error: { kind: 'permission', isOutcomeUnknown: false },
    });
    expect((await client.spot.allOrders({ status: 'active' }, visible)).ok).toBe(true);
  });

  it('the wrong header prefix is reported apart from a wrong key', async () => {
    const other = dialect === 'document' ? 'KC' : 'SVC';
    const client = clientOf(exchange.ready, 'trader', { headerPrefix: other });
    must(await client.connect());
    const answer = await client.accounts.apiKey({}, visible);
    client.close();
    expect(answer).toMatchObject({ ok: false, error: { code: '400001' } });
  });
});
