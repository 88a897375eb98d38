import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { marginConfig } from '#shared/testing/account/build-margin.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useDistanceHistory } from '#state/distance-history.ts';
import { DistancesThen } from './distance-lines.tsx';
import { DistanceSampler } from './distance-sampler.ts';

const { id: profileId } = buildProfile();
const position = buildPosition({ markPrice: '100', liquidationPrice: '97.5' });

function open() {
  const desk = installFakeDesk({
    'margin.config': always(marginConfig),
    'margin.isolatedSymbols': always([]),
    'contracts.list': always([]),
  });
  const account = serveAccount(desk, {});
  renderPage(<DistanceSampler profileId={profileId} />);
  return account;
}

const noted = () => useDistanceHistory.getState().samples[profileId] ?? [];
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  cleanup();
  // the list of watches goes out in a frame
  await wait(100);
  vi.useRealTimers();
  useDistanceHistory.setState({ samples: {} });
});

it('distances are sampled while no page shows them, from known data and a read of margin per minute', async () => {
  const account = open();
  await wait(100);
  expect(account.watched().toSorted()).toEqual(['balances passive', 'margin.accounts glance', 'positions passive']);
  act(() => account.publish('positions', [position]));
  await wait(5000);
  expect(noted()).toMatchObject([{ distances: { XBTUSDTM: 0.025 } }]);
  act(() => account.publish('positions', [{ ...position, markPrice: '150' }]));
  await wait(5000);
  expect(noted().map(({ distances }) => distances['XBTUSDTM'])).toEqual([0.025, 0.35]);
});

it('data that is too old is not sampled, and leaves a gap', async () => {
  const account = open();
  await wait(100);
  act(() => account.publish('positions', [position], { intervalMs: 2000 }));
  await wait(300_000);
  const before = noted().length;
  expect(before).toBeLessThan(6);
  act(() => account.publish('positions', [position], { intervalMs: 2000, asOfMs: Date.now() }));
  await wait(5000);
  expect(noted().slice(before)).toMatchObject([{ distances: {} }, { distances: { XBTUSDTM: 0.025 } }]);
});

it('the pointer shows time, unit and distance', () => {
  const lines = [
    { id: 'near', title: 'XBTUSDTM' },
    { id: 'later', title: 'ETHUSDTM' },
  ];
  const shown = render(<DistancesThen sample={{ atMs: 0, distances: { near: 0.0251 } }} lines={lines} />);
  expect(shown.container.querySelector('p')?.textContent).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(screen.getAllByRole('listitem').map(each => each.textContent)).toEqual(['XBTUSDTM 2.51 %']);
  shown.rerender(<DistancesThen sample={{ atMs: 1, distances: {} }} lines={lines} />);
  expect(screen.getByText('No data from here on.')).toBeTruthy();
});
