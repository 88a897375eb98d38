import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  position,
  refuses,
  startTestTrading,
  unreachable,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const request = { id: 'w-1', symbol: 'XBTUSDTM', amount: '2' } as const;
/** two less: of what was added, of the initial margin, or of both */
const fromAdded: Position = { ...position, addedMargin: '1' };
const fromBoth: Position = { ...position, addedMargin: '1.5', initialMargin: '0.5' };

function at(positions: readonly (readonly Position[])[], withdraw: () => Promise<Result<Decimal>>) {
  const read = inTurn(...positions.map(list => answering(list)));
  const sent = inTurn<Decimal>(withdraw);
  const parts = { futures: { positions: read.call }, futuresAccount: { withdrawMargin: sent.call } };
  return { account: account(parts), read, sent };
}

describe('removing margin', () => {
  it('a removal of margin is sent once and answers the amount', async () => {
    const { account: here, sent } = at([[position]], answering('2' as const));
    expect(await run.trading.withdrawMargin(here, request)).toEqual(succeed('2'));
    expect(await run.trading.withdrawMargin(here, request)).toEqual(succeed('2'));
    expect(sent.calls).toEqual([{ symbol: 'XBTUSDTM', amount: '2' }]);
    expect(run.last()).toMatchObject({ state: 'acknowledged', summary: 'Take 2 USDT margin out of XBTUSDTM' });
  });

  it.each([
    ['no position', [], request, 'symbol'],
    ['a cross position', [{ ...position, marginMode: 'cross' }], request, 'symbol'],
    ['nothing', [position], { ...request, amount: '0' }, 'amount'],
    ['unknown initial margin', [{ ...position, initialMargin: null }], request, 'symbol'],
    ['unknown added margin', [{ ...position, addedMargin: null }], request, 'symbol'],
  ] as const)('sends nothing for %s', async (_name, positions, wish, field) => {
    const { account: here, sent } = at([positions], lost);
    expect(await run.trading.withdrawMargin(here, wish)).toMatchObject({ error: { kind: 'invalid-request', field } });
    expect(sent.calls).toEqual([]);
  });

  it('stays unknown after a lost answer while the margin is unknown', async () => {
    const { account: here } = at([[position], [{ ...position, initialMargin: null }]], lost);
    await run.trading.withdrawMargin(here, request);
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('unknown');
  });

  it('reports an unreadable position, and a rejection of the exchange', async () => {
    const away = account({ futures: { positions: unreachable } });
    expect(await run.trading.withdrawMargin(away, request)).toMatchObject({ error: { kind: 'unreachable' } });
    const { account: here } = at([[position]], refuses('exchange-rejected', 'Too much.', { code: '300003' }));
    expect(await run.trading.withdrawMargin(here, request)).toEqual(
      fail('exchange-rejected', 'Too much.', { code: '300003' }),
    );
    expect(run.last()?.state).toBe('rejected');
  });

  it.each([
    ['what was added', fromAdded],
    ['what was added and the initial margin', fromBoth],
  ])('a removal of margin is found by the margin after a lost answer: %s is less', async (_name, after) => {
    const { account: here, sent } = at([[position], [after]], lost);
    expect(await run.trading.withdrawMargin(here, request)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(600);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Removed: the margin is 2 lower.' });
    expect(await run.trading.withdrawMargin(here, request)).toEqual(succeed('2'));
    expect(sent.calls).toHaveLength(1);
  });

  it('waits for margin that is being added to the same position, because both would be indistinguishable', async () => {
    const added: Position = { ...position, addedMargin: '5' };
    const read = inTurn(...[position, added].map(each => answering([each])));
    const [deposit, withdraw] = [inTurn<Position>(lost), inTurn<Decimal>(answering('2' as const))];
    const here = account({
      futures: { positions: read.call, depositMargin: deposit.call },
      futuresAccount: { withdrawMargin: withdraw.call },
    });
    const adding = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'a-1' } as const;
    expect(await run.trading.addMargin(here, adding)).toMatchObject({ error: { isOutcomeUnknown: true } });
    expect(await run.trading.withdrawMargin(here, request)).toMatchObject({
      error: { kind: 'invalid-request', message: expect.stringContaining('is not complete') },
    });
    expect(withdraw.calls).toEqual([]);
    await run.time.pass(20_000);
    expect(run.last()).toMatchObject({ kind: 'add-margin', state: 'found-done' });
    expect(await run.trading.withdrawMargin(here, request)).toEqual(succeed('2'));
  });

  it('does not block adding margin when its outcome stays unknown, and is never reported as undone after that', async () => {
    const bigger: Position = { ...position, quantity: '11' };
    const first = answering([position]);
    let look: typeof first = first;
    const [deposit, withdraw] = [inTurn<Position>(answering(bigger)), inTurn<Decimal>(lost)];
    const here = account({
      futures: { positions: () => look(), depositMargin: deposit.call },
      futuresAccount: { withdrawMargin: withdraw.call },
    });
    await run.trading.withdrawMargin(here, request);
    look = answering([bigger]);
    const adding = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'a-1' } as const;
    // it might still reach the exchange
    expect(await run.trading.addMargin(here, adding)).toMatchObject({ error: { kind: 'invalid-request' } });
    await run.time.pass(20_000);
    // by then it cannot, and a position near its liquidation does not wait
    expect(await run.trading.addMargin(here, adding)).toMatchObject({ ok: true });
    expect(await run.trading.withdrawMargin(here, { ...request, id: 'w-2' })).toMatchObject({ ok: false });
    // the position looks as it did before the first of them
    look = first;
    await run.time.pass(300_000);
    const states = () => {
      const kept = run.trading.intents(here.profileId);
      return kept.ok ? kept.value.map(({ kind, state }) => [kind, state]) : [];
    };
    expect(states()).toContainEqual(['withdraw-margin', 'unknown']);
    expect(states()).toContainEqual(['add-margin', 'acknowledged']);
    expect(withdraw.calls).toHaveLength(1);
    // nor by a later run, which has it from the journal
    run.restart();
    run.trading.resume(here);
    await run.time.pass(300_000);
    expect(states()).toContainEqual(['withdraw-margin', 'unknown']);
  });

  it('may be sent again when a lost one left the margin unchanged', async () => {
    const { account: here, sent } = at([[position]], lost);
    await run.trading.withdrawMargin(here, request);
    expect(await run.trading.withdrawMargin(here, { ...request, id: 'w-2' })).toMatchObject({ ok: false });
    expect(sent.calls).toHaveLength(1);
    await run.time.pass(20_000);
    expect(run.last()?.state).toBe('found-absent');
    await run.trading.withdrawMargin(here, request);
    expect(sent.calls).toHaveLength(2);
  });

  it.each([
    ['another size', { ...position, quantity: '11', initialMargin: '2' }],
    ['another position', { ...fromAdded, openedAtMs: 9 }],
    ['another amount', { ...position, addedMargin: '2' }],
  ] as const)('a removal of margin is inconclusive for a position with %s', async (_name, after) => {
    const { account: here } = at([[position], [after]], lost);
    await run.trading.withdrawMargin(here, request);
    await run.time.pass(20_000);
    expect(run.last()?.state).toBe('unknown');
  });

  it('a removal of margin is resumed by the next run of the program', async () => {
    const { account: here } = at([[position]], lost);
    await run.trading.withdrawMargin(here, request);
    run.restart();
    run.trading.resume(at([[fromAdded]], lost).account);
    await run.time.pass(600);
    expect(run.last()).toMatchObject({ kind: 'withdraw-margin', state: 'found-done' });
  });
});
