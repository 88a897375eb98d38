import type { ReactElement } from 'react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BeforeAfter } from './before-after.tsx';
import { Facts } from './facts.tsx';
import { NumberCell, SignedNumber } from './number-cell.tsx';

afterEach(cleanup);
const textOf = (element: ReactElement) => render(element).container.textContent;

it('zero is 0 and unknown is a dash with its reason', () => {
  expect(textOf(<NumberCell value="0" unit="USDT" />)).toBe('0 USDT');
  render(<NumberCell value={null} unknownReason="A cross position has none." />);
  expect(screen.getByTitle('A cross position has none.').textContent).toContain('–');
  render(<SignedNumber value={undefined} />);
  expect(screen.getByTitle('The exchange did not say.')).toBeTruthy();
});

it('a signed number writes its sign and repeats it in colour', () => {
  const { container } = render(<SignedNumber value="12.5" minimumDecimals={2} unit="USDT" />);
  expect(container.textContent).toBe('+12.50 USDT');
  expect(container.querySelector('.direction-up')).not.toBeNull();
  cleanup();
  const down = render(<SignedNumber value="-12.5" />).container;
  expect(down.textContent).toBe('−12.5');
  expect(down.querySelector('.direction-down')).not.toBeNull();
  cleanup();
  const tiny = render(<SignedNumber value="-0.004" minimumDecimals={2} maximumDecimals={2} />).container;
  expect(tiny.textContent).toBe('0.00');
  expect(tiny.querySelector('.direction-none')).not.toBeNull();
});

it('a change shows old and new, once when nothing changes, and marks an estimate', () => {
  expect(textOf(<BeforeAfter before="100" after="90" unit="USDT" isEstimate />)).toBe('100→ becomes ≈ 90 USDT');
  expect(textOf(<BeforeAfter before="100" after="100" unit="USDT" />)).toBe('100 USDT');
  expect(textOf(<BeforeAfter before={null} after="90" />)).toBe('–→ becomes 90');
});

it('a fact shows its definition on hover and as the description of its label', () => {
  render(<Facts facts={[{ label: 'Remaining', hint: 'Size minus its executed part', value: '3' }]} />);
  expect(screen.getByTitle('Size minus its executed part').textContent).toBe('Remaining3');
  const label = screen.getByRole('term');
  expect([label.textContent, label.getAttribute('aria-description')]).toEqual([
    'Remaining',
    'Size minus its executed part',
  ]);
});
