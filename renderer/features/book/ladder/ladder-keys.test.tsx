// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { useUiStore } from '#state/ui-store.ts';
import { hearCentreKey, LadderKeys, type LadderKeysProps } from './ladder-keys.tsx';
import type { LadderView } from './ladder-view.ts';

const onCentre = vi.fn<() => void>();
let stop = () => {};

afterEach(() => {
  stop();
  cleanup();
  onCentre.mockClear();
  useUiStore.setState({ shortcuts: {} });
  document.body.replaceChildren();
});

const press = (key: string, target: Element = document.body, isRepeated = false) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...(isRepeated ? { repeat: true } : {}) }),
  );

it('ladder key works once from anywhere that does not use it, and not after its release', () => {
  stop = hearCentreKey(onCentre);
  const button = document.body.appendChild(document.createElement('button'));
  expect(press(' ', button)).toBe(true);
  press(' ', document.body, true);
  expect(onCentre).not.toHaveBeenCalled();
  // or the page would scroll
  expect(press(' ')).toBe(false);
  expect(onCentre).toHaveBeenCalledTimes(1);
  stop();
  press(' ');
  expect(onCentre).toHaveBeenCalledTimes(1);
});

it('ladder key is the one that the user chose', () => {
  useUiStore.setState({ shortcuts: { centreBook: 'M' } });
  stop = hearCentreKey(onCentre);
  press(' ');
  expect(onCentre).not.toHaveBeenCalled();
  press('m');
  expect(onCentre).toHaveBeenCalledTimes(1);
});

const row = (price: Decimal) => ({
  price,
  priceText: price,
  sizeText: '1',
  zerosText: '',
  totalText: '',
  share: 0,
  ownText: '',
});

describe('ladder keys', () => {
  const mirrored = { bids: [row('99'), row('98')], asks: [row('101'), row('102')], hasOwn: false };

  const open = (picked: LadderKeysProps['picked']) => {
    const box = document.body.appendChild(document.createElement('section'));
    const onPick = vi.fn<LadderKeysProps['onPick']>();
    const recentre = vi.fn();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys only move it to its middle
    const view = { recentre } as Partial<LadderView> as LadderView;
    const at = { view, box: { current: box }, mirrored, onPick };
    const drawn = render(<LadderKeys {...at} picked={picked} />);
    return { box, onPick, recentre, drawn, at };
  };

  it.each([
    ['ArrowDown', null, 'bid', '99'],
    ['ArrowRight', null, 'ask', '101'],
    ['ArrowDown', { side: 'bid', price: '99' }, 'bid', '98'],
    ['ArrowUp', { side: 'ask', price: '102' }, 'ask', '101'],
    ['ArrowLeft', { side: 'ask', price: '102' }, 'bid', '99'],
  ] as const)('%s from %j picks the %s at %s, and the page does not scroll', (key, from, side, price) => {
    const { box, onPick } = open(from);
    expect(press(key, box)).toBe(false);
    expect(onPick.mock.calls).toEqual([[{ side, price }]]);
  });

  it('pick nothing beyond the last row or by another key, and Escape unpicks', () => {
    const { box, onPick } = open({ side: 'bid', price: '98' });
    expect(press('ArrowDown', box)).toBe(true);
    expect(press('x', box)).toBe(true);
    expect(onPick).not.toHaveBeenCalled();
    press('Escape', box);
    expect(onPick.mock.calls).toEqual([[null]]);
  });

  it('continue from the present pick, and do nothing before there are rows or after they are removed', () => {
    const { box, onPick, drawn, at, recentre } = open(null);
    drawn.rerender(<LadderKeys {...at} mirrored={null} picked={null} />);
    expect(press('ArrowDown', box)).toBe(true);
    drawn.rerender(<LadderKeys {...at} picked={{ side: 'ask', price: '101' }} />);
    press('ArrowDown', box);
    expect(onPick.mock.calls).toEqual([[{ side: 'ask', price: '102' }]]);
    press(' ');
    expect(recentre).toHaveBeenCalledOnce();
    drawn.unmount();
    press('ArrowDown', box);
    press(' ');
    expect(onPick).toHaveBeenCalledOnce();
    expect(recentre).toHaveBeenCalledOnce();
  });
});
