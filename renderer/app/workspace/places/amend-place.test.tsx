import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { Decimal } from '#shared/decimal.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildCandle } from '#shared/testing/build-candle.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { practicePolicy } from '#shared/policy/policy.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { createFakeBoard, type FakeBoard } from '#features/chart/testing/fake-board.ts';
import { useAmendStore } from '#state/amend-store.ts';
import { AmendPlace } from './amend-place.tsx';

// the library needs a canvas, which this page does not have
const { boards } = vi.hoisted(() => ({ boards: [] as FakeBoard[] }));
vi.mock(import('#features/chart/chart-board.ts'), () => ({
  openChartBoard: options => {
    const board = createFakeBoard();
    boards.push(board);
    return board.open(options);
  },
}));

beforeEach(() => {
  boards.length = 0;
});
afterEach(() => {
  cleanup();
  useAmendStore.setState(useAmendStore.getInitialState());
});

/** what comes by an import takes its time on a slow machine */
const patient = { timeout: 20_000 };
const profile = buildProfile();
const stop = buildStopOrder({ type: 'market', price: null, stopPrice: '90', size: '1' });
const policyOf = (largestOrder: Decimal): PolicyState => ({
  policy: { ...practicePolicy, furthestPrice: '1', largestOrder, bands: [] },
  spentToday: '0',
  rates: { USDT: '1', BTC: '100' },
  ratesAsOfMs: 1,
  sentLately: [],
  moved: nothingMoved,
});

async function openChart(largestOrder: Decimal): Promise<FakeDesk> {
  const desk = installFakeDesk({
    'candles.history': always([buildCandle({ openAtMs: 60_000 }), buildCandle({ openAtMs: 120_000, close: '100' })]),
    'symbols.list': always([buildSpotSymbol({ priceIncrement: '1' })]),
    'intents.list': always([]),
    'policy.read': always(policyOf(largestOrder)),
    'orders.amend': always({ outcome: 'amended', orderId: 'v2', filledSize: null, detail: 'New.' }),
  });
  serveAccount(desk, { 'spot.fills': [], 'spot.orders': [], 'margin.orders': [], 'spot.stops': [stop] });
  renderPage(
    <>
      <ChartPanel profileId={profile.id} market={spotMarket()} />
      <AmendPlace profile={profile} />
    </>,
  );
  await waitFor(
    () =>
      expect(
        boards
          .at(-1)
          ?.lines()
          .map(({ price }) => price),
      ).toEqual([90]),
    patient,
  );
  return desk;
}

/** Takes hold of the line in the chart and lets it go at another height, where a price is as high as it is. */
function dragLine(from: number, to: number): void {
  boards.at(-1)?.scale(price => price);
  const element = screen.getByRole('img', { name: /candles/ });
  const fire = (type: string, clientY: number) =>
    act(() => {
      element.dispatchEvent(new PointerEvent(type, { clientY, bubbles: true, cancelable: true, button: 0 }));
    });
  fire('pointerdown', from);
  fire('pointermove', to);
  fire('pointerup', to);
}

const publishMarket = async (desk: FakeDesk) => {
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'policy.read')).toBe(true), patient);
  act(() => {
    desk.push('book.changed', wholeMessage(buildLiveBook({ profileId: profile.id })));
    desk.push('prices.changed', {
      profileId: profile.id,
      prices: [{ ...spotMarket(), type: 'last', price: '100', asOfMs: 1, detail: null }],
    });
  });
};
const sent = (desk: FakeDesk) => desk.calls.filter(({ name }) => name === 'orders.amend').map(({ input }) => input);

it('a stop whose line is dragged in the chart shows the policy result, and is sent once', async () => {
  const desk = await openChart('1000');
  dragLine(90, 80);
  await screen.findByRole('dialog', { name: /Amend stop/ }, patient);
  await publishMarket(desk);
  await waitFor(() => expect(screen.getByText('Policy').closest('.fact')?.textContent).toContain('of 1,000 USDT'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Amend to 1 at trigger 80' })).toBeTruthy());
  expect(sent(desk)).toEqual([]);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });
  await screen.findByText('Amended.');
  expect(sent(desk)).toMatchObject([{ amend: { isStop: true, orderId: stop.id, stopPrice: '80', size: '1' } }]);
});

it('a dragged stop that the policy rejects shows the figure and the limit, and is not sent', async () => {
  const desk = await openChart('10');
  dragLine(90, 80);
  await screen.findByRole('dialog', { name: /Amend stop/ }, patient);
  await publishMarket(desk);
  await screen.findByText(/10 USDT/);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });
  expect(screen.queryByText('Policy')).toBeNull();
  expect(sent(desk)).toEqual([]);
});
