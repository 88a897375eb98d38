import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LadderSettings } from './ladder-view.ts';
import { SweepTip } from './sweep-tip.tsx';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const view = {
  symbol: 'BTC-USDT',
  step: null,
  bids: [
    ['100', '1'],
    ['99', '2'],
  ],
  asks: [['101', '1']],
} as const;

type Picked = LadderSettings['picked'];
const tick = () => act(() => vi.advanceTimersByTimeAsync(600));

function open(pointed: { readonly side: 'bid'; readonly price: '100' } | null, picked: Picked) {
  const box = document.createElement('section');
  box.tabIndex = 0;
  document.body.append(box);
  let isByKeys = true;
  // happy-dom does not report how the focus was set
  const matches = box.matches.bind(box);
  const publish = (selector: string) =>
    selector === ':focus-visible' ? isByKeys && matches(':focus') : matches(selector);
  Object.defineProperty(box, 'matches', { value: publish });
  const names = { base: 'BTC', quote: 'USDT', unit: 'BTC' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the tip reads of them
  const settings = { tickDecimals: 1, names, picked } as LadderSettings;
  const feed = { view: () => view, subscribe: () => () => {} };
  render(<SweepTip box={{ current: box }} pointed={pointed} feed={feed} settings={settings} takerFeeRate={null} />);
  return {
    focus: async (how: 'keys' | 'press') => {
      isByKeys = how === 'keys';
      box.focus();
      await tick();
    },
    blur: async () => {
      box.blur();
      await tick();
    },
  };
}
const title = () => screen.queryByText(/^Selling/)?.textContent ?? null;
const pressed = { side: 'bid', price: '99', isSize: true } as const;

it('sweep tip shows the row under the pointer, whatever is picked or focused', () => {
  open({ side: 'bid', price: '100' }, pressed);
  expect(title()).toBe('Selling 1 level');
});

it('sweep tip defines each of its figures', () => {
  open({ side: 'bid', price: '100' }, null);
  const terms = screen.getAllByRole('term');
  expect(terms.map(term => term.textContent)).toEqual(['average', 'size', 'proceeds', 'from mid', 'taker fee']);
  for (const term of terms) expect(term.getAttribute('aria-description')).toBeTruthy();
});

it('sweep tip of a picked row is hidden while the book has no pointer or focus', async () => {
  const tip = open(null, pressed);
  expect(title()).toBeNull();
  // the press itself has left the focus there, and the pointer is elsewhere
  await tip.focus('press');
  expect(title()).toBeNull();
  await tip.blur();
  await tip.focus('keys');
  expect(title()).toBe('Selling 2 levels');
  await tip.blur();
  expect(title()).toBeNull();
});

it('sweep tip shows the row picked by arrows, also after a click set the focus', async () => {
  const tip = open(null, { side: 'bid', price: '99' });
  expect(title()).toBeNull();
  await tip.focus('press');
  expect(title()).toBe('Selling 2 levels');
});
