import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { joinedRows, type LinkedAnswer, type LinkedFacts } from './linked-rows.ts';

const facts: LinkedFacts = {
  contracts: new Map([['XBTUSDTM', buildFuturesContract()]]),
  fundings: new Map(),
  movements: new Map([['futures:XBTUSDTM', '0.01']]),
  priceOf: () => null,
  nowMs: 0,
};
const position = (id: string, liquidationPrice: `${number}` | null) =>
  buildPosition({ id, markPrice: '100', markValue: '1', liquidationPrice });

const answer = (change: Partial<LinkedAnswer> = {}): LinkedAnswer => ({
  linkedId: 'l',
  name: 'Desk-2',
  data: { isMaster: false, positions: { items: [position('p', '97')], missing: null } },
  error: null,
  ...change,
});
const { rows: own } = joinedRows([], [answer({ linkedId: 'own' })], facts);

it('positions of linked accounts are sorted with the own ones by risk, each with its account', () => {
  const near = answer({ data: { isMaster: false, positions: { items: [position('p', '99')], missing: null } } });
  const { rows, leftOut } = joinedRows(own, [near, answer({ linkedId: 'm', name: 'Desk-3' })], facts);
  expect(rows.map(({ id, owner, distance, days }) => [id, owner, distance, days])).toEqual([
    ['l XBTUSDTM', 'Desk-2', '0.01', '1'],
    ['own XBTUSDTM', 'Desk-2', '0.03', '3'],
    ['m XBTUSDTM', 'Desk-3', '0.03', '3'],
  ]);
  expect(leftOut).toEqual([]);
});

it('a failed part of a linked account is named, and the others are shown', () => {
  const cross = { ...position('c', null), marginMode: 'cross' } as const;
  const { rows, leftOut } = joinedRows(
    own,
    [
      answer({ data: undefined }),
      answer({ data: undefined, error: 'The key is refused.' }),
      answer({ data: { isMaster: true, positions: { items: [position('p', '97')], missing: null } } }),
      answer({ data: { isMaster: null, positions: { items: [cross], missing: 'Futures are closed.' } } }),
    ],
    facts,
  );
  expect(rows.map(({ id }) => id)).toEqual(['own XBTUSDTM', 'l XBTUSDTM']);
  expect(rows[1]).toMatchObject({ distance: null, isSafe: false });
  expect(leftOut.map(({ what, reason }) => `${what}: ${reason}`)).toEqual([
    'Positions of Desk-2: Not loaded yet',
    'Positions of Desk-2: The key is refused.',
    'Positions of Desk-2: The key of its profile opens an owner’s account, not a sub-account.',
    'Positions of Desk-2: Futures are closed.',
    'Cross USDT of Desk-2: The exchange reports no liq. price, and the USDT futures wallet is unknown.',
  ]);
});
