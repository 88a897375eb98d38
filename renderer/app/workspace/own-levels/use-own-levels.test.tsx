import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { useOwnLevels } from './use-own-levels.ts';

afterEach(() => {
  act(() => setPrivacy('off'));
  cleanup();
});

const market = spotMarket();

function Levels() {
  return <p>{[...useOwnLevels('p', market)].map(each => each.join('=')).join('; ')}</p>;
}

it('own levels mark the orders of the market in the book, and none while own amounts are hidden', async () => {
  serveAccount(installFakeDesk({}), {
    'spot.orders': [
      buildOrder({ id: 'a', price: '100', size: '3', filledSize: '1' }),
      buildOrder({ id: 'b', price: '100.0', size: '1', filledSize: '0' }),
      buildOrder({ id: 'c', price: '99', isHidden: true }),
      buildOrder({ id: 'd', price: '98', symbol: 'ETH-USDT' }),
      buildOrder({ id: 'e', price: null }),
    ],
  });
  renderPage(<Levels />);
  const shown = await screen.findByText(/100.*=3/);
  expect(shown.textContent?.split('; ')).toHaveLength(1);
  act(() => setPrivacy('amounts'));
  expect(shown.textContent).toMatch(/=3$/);
  act(() => setPrivacy('all'));
  expect(shown.textContent).toBe('');
});
