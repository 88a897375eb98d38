import { describe, expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createTrading } from '../trading.ts';
import {
  account,
  answering,
  freeBudget,
  freePolicy,
  inTurn,
  lost,
  acceptAll,
  noSafeguards,
  position,
  refuses,
  silent,
  startTestTrading,
  unreachable,
  refuseNone,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const grown: Position = { ...position, addedMargin: '5' };
const at = (positions: readonly (readonly Position[])[], deposit: () => Promise<Result<Position>>) => {
  const read = inTurn(...positions.map(list => answering(list)));
  const sent = inTurn(deposit);
  return { account: account({ futures: { positions: read.call, depositMargin: sent.call } }), read, sent };
};

describe('adding margin', () => {
  const wish = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'biz-1' } as const;

  it.each([
    ['before', { ...position, addedMargin: null }, position],
    ['after', position, { ...position, addedMargin: null }],
    ['before and after', { ...position, addedMargin: null }, { ...position, addedMargin: null }],
  ])('stays unknown after a lost answer when the added margin is unknown %s', async (_name, first, then) => {
    const { account: here, sent } = at([[first], [then]], lost);
    expect(await run.trading.addMargin(here, wish)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(10_500);
    expect(sent.calls).toHaveLength(1);
    expect(run.last()?.state).toBe('unknown');
  });

  it('answers with the new position', async () => {
    const { account: here, sent } = at([[position]], answering(grown));
    expect(await run.trading.addMargin(here, wish)).toEqual(succeed(grown));
    expect(sent.calls).toEqual([wish]);
    expect(run.last()).toMatchObject({ state: 'acknowledged', key: 'biz-1', summary: 'Add 2 USDT margin to XBTUSDTM' });
  });

  it('names the side in hedge mode, and finds the position of that side', async () => {
    const long = { ...position, positionSide: 'long' } as const;
    const short = { ...long, positionSide: 'short', addedMargin: '0' } as const;
    const { account: here, sent } = at([[long, short]], answering({ ...short, addedMargin: '2' }));
    const ofShort = { ...wish, positionSide: 'short' } as const;
    expect(await run.trading.addMargin(here, ofShort)).toMatchObject({ ok: true });
    expect(sent.calls).toEqual([ofShort]);
    expect(run.last()).toMatchObject({ summary: 'Add 2 USDT margin to XBTUSDTM short' });
    const { account: other, sent: none } = at([[long]], lost);
    expect(await run.trading.addMargin(other, { ...ofShort, bizNo: 'biz-2' })).toMatchObject({ ok: false });
    expect(none.calls).toEqual([]);
  });

  it('sends nothing without an open isolated position, or when it cannot be read', async () => {
    const { account: none, sent } = at([[]], lost);
    expect(await run.trading.addMargin(none, wish)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'symbol' },
    });
    expect(await run.trading.addMargin(account({ futures: { positions: unreachable } }), wish)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
    expect(sent.calls).toEqual([]);
    expect(run.published).toEqual([]);
  });

  it('finds a late margin change once after a time-out, and blocks another transfer meanwhile (case 17)', async () => {
    const { account: here, sent } = at([[position], [position], [position], [grown]], lost);
    expect(await run.trading.addMargin(here, wish)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    expect(await run.trading.addMargin(here, { ...wish, bizNo: 'biz-2' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
    await run.time.pass(500);
    expect(run.last()?.state).toBe('unknown');
    await run.time.pass(500);
    expect(run.last()).toMatchObject({ state: 'found-done', detail: 'Added: the margin has grown by 2.' });
    expect(sent.calls).toHaveLength(1);
    expect(await run.trading.addMargin(here, { ...wish, bizNo: 'biz-3' })).toMatchObject({
      ok: false,
      error: { isOutcomeUnknown: true },
    });
    expect(sent.calls).toHaveLength(2);
  });

  it('locks one position of one profile (case 17)', async () => {
    const other = { ...position, symbol: 'ETHUSDTM', id: 'pos-2' };
    const { account: here, sent } = at([[position, other]], lost);
    await run.trading.addMargin(here, wish);
    await run.trading.addMargin(here, { ...wish, symbol: 'ETHUSDTM', bizNo: 'biz-2' });
    await run.trading.addMargin({ ...here, profileId: 'p2' }, { ...wish, bizNo: 'biz-3' });
    expect(sent.calls).toHaveLength(3);
  });

  it('reports not applied after two readings past the window (case 17)', async () => {
    const { account: here, read } = at([[position]], lost);
    await run.trading.addMargin(here, wish);
    await run.time.pass(10_500);
    expect(run.last()).toMatchObject({ state: 'found-absent' });
    expect(read.calls.length).toBeGreaterThanOrEqual(8);
  });

  it('stays open for another amount, another position or none (case 17)', async () => {
    const answers: Position[][] = [
      [{ ...position, addedMargin: '4' }],
      [{ ...grown, openedAtMs: 9 }],
      [{ ...grown, id: 'pos-9' }],
      [],
    ];
    for (const now of answers) {
      const bizNo = `biz-${run.published.length}`;
      const { account: here } = at([[position], now], lost);
      const mine = { ...here, profileId: bizNo };
      await run.trading.addMargin(mine, { ...wish, bizNo });
      await run.time.pass(20_000);
      expect(run.published.findLast(intent => intent.key === bizNo)?.state).toBe('unknown');
    }
  });

  it('sends a repetition with the same bizNo as the same intent, applied once (case 18)', async () => {
    const sends = inTurn<Position>(lost, answering(grown));
    const read = inTurn(answering([position]));
    const here = account({ futures: { positions: read.call, depositMargin: sends.call } });
    await run.trading.addMargin(here, wish);
    expect(await run.trading.addMargin(here, wish)).toEqual(succeed(grown));
    expect(sends.calls).toEqual([wish, wish]);
    expect(new Set(run.published.map(intent => intent.id)).size).toBe(1);
    expect(run.last()?.state).toBe('acknowledged');
    await run.time.pass(60_000);
    expect(run.last()?.state).toBe('acknowledged');
    expect(await run.trading.addMargin(here, { ...wish, amount: '3' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
  });

  it('decides by the margin when the repetition is rejected, which proves nothing about the first (case 18)', async () => {
    const validationError = refuses('exchange-rejected', 'bizNo repeated', { code: '100001' });
    const applied = inTurn<Position>(lost, validationError);
    const here = account({
      futures: {
        positions: inTurn(answering([position]), answering([grown])).call,
        depositMargin: applied.call,
      },
    });
    await run.trading.addMargin(here, wish);
    expect(await run.trading.addMargin(here, wish)).toEqual(succeed(grown));
    const open = inTurn<Position>(lost, validationError);
    const there = {
      ...account({ futures: { positions: answering([position]), depositMargin: open.call } }),
      profileId: 'p2',
    };
    await run.trading.addMargin(there, wish);
    expect(await run.trading.addMargin(there, wish)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
  });

  it('continues the lookup of the first when the journal cannot store a repetition (case 18)', async () => {
    let isFull = false;
    const { nowMs, wait } = run.time;
    const journal = {
      ...run.store.journal,
      advance: (intent: Intent) => (isFull ? fail('storage', 'full') : run.store.journal.advance(intent)),
    };
    const { publish, notice } = run;
    const mine = createTrading({
      refuseWrite: refuseNone,
      policy: freePolicy,
      budget: freeBudget,
      validationError: acceptAll,
      safeguards: noSafeguards,
      journal,
      log: silent,
      nowMs,
      wait,
      publish,
      notice,
    });
    const { account: here, sent } = at([[position]], lost);
    await mine.addMargin(here, wish);
    isFull = true;
    expect(await mine.addMargin(here, wish)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(sent.calls).toHaveLength(1);
    isFull = false;
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
  });

  it('stops the lookup on close, and keeps the action open on disk', async () => {
    const { account: here } = at([[position]], lost);
    await run.trading.addMargin(here, wish);
    run.trading.close();
    await run.time.pass(0);
    expect(run.time.waiting()).toBe(0);
    expect(run.openOnDisk()).toEqual(['unknown']);
  });
});
