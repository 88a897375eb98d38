import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import { DistanceCell } from './distance-cell.tsx';

const reach = { distance: '0.15', distanceReason: '', basis: 'reported', distanceOf: null, isSafe: false } as const;

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

it('distance cell is as long as the distance, and has no length while figures are hidden', () => {
  const { container } = render(<DistanceCell reach={reach} />);
  const fill = () => container.querySelector<HTMLElement>('.distance-fill');
  expect(fill()?.style.width).toBe('50%');
  act(() => setPrivacy('all'));
  expect(fill()).toBeNull();
  expect(container.textContent).toContain('•••');
});

it('distance cell states an estimate, that nothing liquidates, and why a distance is unknown', () => {
  const { container, rerender } = render(
    <DistanceCell reach={{ ...reach, basis: 'lower-bound', distanceOf: 'fall of X alone' }} />,
  );
  expect(container.textContent).toContain('≥15');
  expect(container.querySelector('.distance')?.getAttribute('title')).toMatch(/^fall of X alone, calculated by Fathom/);
  rerender(<DistanceCell reach={{ ...reach, distance: null, isSafe: true }} />);
  expect(container.textContent).toBe('no liq. price');
  rerender(<DistanceCell reach={{ ...reach, distance: null, distanceReason: 'No wallet.' }} />);
  expect(container.querySelector('[title="No wallet."]')).not.toBeNull();
});
