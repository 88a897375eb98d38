import { expect, it } from 'vitest';
import { createKeepAwake } from './keep-awake.ts';

function start() {
  const calls: boolean[] = [];
  const account = { openOrders: 0 };
  const checks = new Set<() => void>();
  const awake = createKeepAwake({
    setAwake: isNeeded => void calls.push(isNeeded),
    hasOpenOrders: profileId => profileId === 'p' && account.openOrders > 0,
    repeat: what => {
      checks.add(what);
      return () => void checks.delete(what);
    },
  });
  const check = () => checks.forEach(what => what());
  return { calls, account, checks, check, awake };
}

it('keep-awake keeps the system awake from the first action under way to the outcome of the last', () => {
  const { calls, awake } = start();
  awake.intentMoved({ id: 'a', state: 'new' });
  awake.intentMoved({ id: 'a', state: 'sent' });
  awake.intentMoved({ id: 'b', state: 'unknown' });
  awake.intentMoved({ id: 'a', state: 'acknowledged' });
  expect(calls).toEqual([true]);
  awake.intentMoved({ id: 'b', state: 'found-absent' });
  expect(calls).toEqual([true, false]);
});

it('keep-awake keeps the system awake while a timed cancel has to be renewed', () => {
  const { calls, awake } = start();
  for (const state of ['armed', 'failing', 'armed'] as const) awake.timedCancelChanged({ state });
  expect(calls).toEqual([true]);
  awake.timedCancelChanged({ state: 'off' });
  awake.timedCancelChanged({ state: 'foreign' });
  expect(calls).toEqual([true, false]);
});

it('keep-awake lets the system sleep when the account is closed', () => {
  const { calls, awake } = start();
  awake.intentMoved({ id: 'a', state: 'sent' });
  awake.timedCancelChanged({ state: 'armed' });
  awake.closed();
  awake.closed();
  expect(calls).toEqual([true, false]);
});

it('keep-awake keeps the system awake while orders are open', () => {
  const { calls, account, check, awake } = start();
  awake.opened('p');
  check();
  expect(calls).toEqual([]);
  account.openOrders = 2;
  check();
  account.openOrders = 1;
  check();
  expect(calls).toEqual([true]);
  account.openOrders = 0;
  check();
  expect(calls).toEqual([true, false]);
});

it('keep-awake checks no orders of a closed account', () => {
  const { calls, account, checks, check, awake } = start();
  awake.opened('p');
  awake.opened('p');
  account.openOrders = 1;
  check();
  awake.closed();
  expect([calls, checks.size]).toEqual([[true, false], 0]);
});
