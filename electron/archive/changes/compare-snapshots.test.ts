import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtract, sum } from '#shared/decimal.ts';
import type { BalanceSnapshot } from '../archive-store.ts';
import { accountPart, listPart, mainOnly } from '../snapshots/missing-parts.ts';
import { buildSnapshot, buildSubBalance } from '../testing/build-snapshot.ts';
import type { SnapshotChange } from './change-row.ts';
import { compareSnapshot, type KnownBalances } from './compare-snapshots.ts';

/** The changes of each snapshot after the one before. */
function compareAll(snapshots: readonly BalanceSnapshot[]): readonly SnapshotChange[] {
  let known: KnownBalances | null = null;
  return snapshots.flatMap(snapshot => {
    const compared = compareSnapshot(known, snapshot);
    known = compared.known;
    return compared.changes;
  });
}

const move = (before: string, after: string, place = {}) => ({ wallet: 'main', coin: 'USDT', before, after, ...place });
const listed = (...userIds: readonly string[]) => ({
  listedAccounts: userIds.map(userId => ({ userId, otherWalletsAsOfMs: null })),
});
const unknown = (userId: string, reason = 'The exchange sent invalid amounts.') => ({
  missing: [{ part: accountPart(userId), reason }],
});

const trade = (total: string) => buildSubBalance('s1', total, { wallet: 'trade' });
const at = (atMs: number, total: string, otherWalletsAsOfMs: number) =>
  buildSnapshot(atMs, [trade(total)], { listedAccounts: [{ userId: 's1', otherWalletsAsOfMs }] });

describe('changes between balance snapshots', () => {
  it('have wallet, coin and both amounts, and none for equal amounts, the master account and the first snapshot', () => {
    const inTrade = { wallet: 'trade', currency: 'BTC' };
    const changes = compareAll([
      buildSnapshot(1, [buildSubBalance('', '1'), buildSubBalance('s1', '5.0'), buildSubBalance('s1', '2', inTrade)]),
      buildSnapshot(2, [buildSubBalance('', '9'), buildSubBalance('s1', '5'), buildSubBalance('s1', '1.5', inTrade)]),
    ]);
    const moves = [move('2', '1.5', { wallet: 'trade', coin: 'BTC' })];
    expect(changes).toEqual([{ userId: 's1', sinceMs: 1, atMs: 2, moves }]);
  });

  it('begin with the last snapshot that knew the account', () => {
    const rows = [buildSubBalance('s1', '5')];
    const changes = compareAll([
      buildSnapshot(1, rows),
      buildSnapshot(2, [], unknown('s1')),
      buildSnapshot(3, [], { missing: [{ part: listPart, reason: 'unreachable' }] }),
      buildSnapshot(4, [buildSubBalance('s1', '7')]),
    ]);
    expect(changes).toEqual([{ userId: 's1', sinceMs: 1, atMs: 4, moves: [move('5', '7')] }]);
  });

  it('end at zero for an emptied account, and claim nothing of one that is no longer listed', () => {
    const full = buildSnapshot(1, [buildSubBalance('s1', '5')]);
    expect(compareAll([full, buildSnapshot(2, [], listed('s1'))])).toMatchObject([{ moves: [move('5', '0')] }]);
    expect(compareAll([full, buildSnapshot(2, [], listed('s2'))])).toEqual([]);
    // from the database a snapshot does not know which accounts were listed
    expect(compareAll([full, buildSnapshot(2, [])])).toEqual([]);
  });

  it('begin at zero for an account that was empty or new, and not for one that was unknown', () => {
    const funded = buildSnapshot(2, [buildSubBalance('s1', '5')]);
    expect(compareAll([buildSnapshot(1, []), funded])).toMatchObject([{ sinceMs: 1, moves: [move('0', '5')] }]);
    expect(compareAll([buildSnapshot(1, [], unknown('s1')), funded])).toEqual([]);
    expect(compareAll([buildSnapshot(1, [], { missing: [{ part: listPart, reason: 'x' }] }), funded])).toEqual([]);
  });

  it('compare the main wallet alone where the other wallets are unknown', () => {
    const changes = compareAll([
      buildSnapshot(1, [buildSubBalance('s1', '5'), trade('1')]),
      buildSnapshot(2, [buildSubBalance('s1', '6')], unknown('s1', mainOnly)),
      buildSnapshot(3, [buildSubBalance('s1', '6'), trade('2')]),
    ]);
    expect(changes).toMatchObject([
      { sinceMs: 1, atMs: 2, moves: [move('5', '6')] },
      { sinceMs: 1, atMs: 3, moves: [move('1', '2', { wallet: 'trade' })] },
    ]);
  });

  it('begin when the trade and margin wallets were read last', () => {
    expect(compareAll([at(100, '1', 60), at(200, '1', 60), at(300, '3', 290)])).toMatchObject([
      { sinceMs: 60, atMs: 300 },
    ]);
  });

  it('claim nothing of an account with an unknown amount', () => {
    const changes = compareAll([
      buildSnapshot(1, [buildSubBalance('s1', '5')]),
      buildSnapshot(2, [{ ...buildSubBalance('s1', '0'), total: null }]),
    ]);
    expect(changes).toEqual([]);
  });

  it('add up to the difference of the first and the last known amount, whatever is unknown in between', () => {
    const amounts = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(amounts, all => {
        const changes = compareAll(
          all.map((amount, index) =>
            amount === null
              ? buildSnapshot(index + 1, [], unknown('s1'))
              : buildSnapshot(index + 1, amount === 0 ? [] : [buildSubBalance('s1', String(amount))], listed('s1')),
          ),
        );
        const moved = changes.flatMap(({ moves }) => moves).map(({ before, after }) => subtract(after, before));
        const known = all.filter(amount => amount !== null);
        expect(Number(sum(moved))).toBe((known.at(-1) ?? 0) - (known[0] ?? 0));
        for (const { sinceMs, atMs } of changes) expect(sinceMs).toBeLessThan(atMs);
      }),
    );
  });
});
