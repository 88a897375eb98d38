import { expect, it } from 'vitest';
import { buildCrossAccount } from '#shared/testing/account/build-margin.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { type Entered, outlooksOf } from './outlook.ts';

const cost = { worth: '500', averagePrice: '100', fee: '0.5', largestFee: '0.5' } as const;
const position = buildPosition({ marginMode: 'cross', quantity: '10', markPrice: '100', liquidationPrice: '50' });
const onContract: Entered = {
  draft: buildFuturesDraft({ marginMode: 'cross' }),
  facts: buildFuturesFacts({ position, positions: [position] }),
  leverage: '5',
  entry: '100',
  counted: '10',
  cost,
};
const onMargin: Entered = {
  ...onContract,
  draft: buildDraft({ tradeType: 'cross' }),
  facts: buildSpotFacts({ debts: { account: buildCrossAccount(), liquidationRatio: '0.97' } }),
};

it('cross outlook needs a known wallet, rates, mark and order', () => {
  expect(outlooksOf(onContract)).toMatchObject({ outlook: null, debt: null, cross: { quantityAfter: '20' } });
  const { facts } = onContract;
  const lacking: readonly Partial<Entered>[] = [
    { facts: { ...facts, positions: undefined } },
    { facts: { ...facts, rates: null } },
    { facts: { ...facts, markPrice: null } },
    { entry: null },
    { counted: null },
    { entry: '0' },
    { counted: '0' },
  ];
  for (const each of lacking) expect(outlooksOf({ ...onContract, ...each }).cross).toBeNull();
});

it('isolated outlook needs a leverage too, unless the order is reduce-only', () => {
  const isolated = { ...onContract, draft: buildFuturesDraft(), facts: buildFuturesFacts() };
  expect(outlooksOf(isolated).outlook).toMatchObject({ quantityAfter: '10' });
  for (const leverage of [null, '0'] as const) expect(outlooksOf({ ...isolated, leverage }).outlook).toBeNull();
  expect(outlooksOf({ ...isolated, facts: { ...isolated.facts, rates: null } }).outlook).toBeNull();
  const own = buildPosition({ quantity: '10', averageEntryPrice: '100' });
  const reducing = {
    ...isolated,
    leverage: null,
    draft: buildFuturesDraft({ side: 'sell', isReduceOnly: true }),
    facts: buildFuturesFacts({ position: own }),
  };
  expect(outlooksOf(reducing).outlook).toMatchObject({ quantityAfter: '0' });
});

it('debt outlook needs a known account, price and size, with an unknown fee counted as none', () => {
  expect(outlooksOf(onMargin).debt).not.toBeNull();
  const free = outlooksOf({ ...onMargin, cost: { ...cost, fee: '0' } });
  expect(outlooksOf({ ...onMargin, cost: { ...cost, fee: null } })).toEqual(free);
  const { facts } = onMargin;
  const lacking: readonly Partial<Entered>[] = [
    { facts: { ...facts, debts: null } },
    { facts: { ...facts, lastPrice: null } },
    { counted: null },
    { cost: null },
  ];
  for (const each of lacking) expect(outlooksOf({ ...onMargin, ...each }).debt).toBeNull();
});
