import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import { DistanceBar } from './distance-bar.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

it('is as long as the distance, and has no length while figures are hidden', () => {
  const { container } = render(<DistanceBar distance="0.15" />);
  const fill = () => container.querySelector<HTMLElement>('.distance-fill');
  expect(fill()?.style.width).toBe('50%');
  act(() => setPrivacy('all'));
  expect(fill()).toBeNull();
  expect(container.textContent).toContain('•••');
});
