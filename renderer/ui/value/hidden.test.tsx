import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy, setRevealed } from '#lib/own/privacy.ts';
import { OwnPicture } from './hidden.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
  setRevealed(false);
});

const isDrawn = () => screen.queryByText('drawn') !== null;

it('a picture is not drawn while all figures are hidden, because its lengths would show them', () => {
  render(<OwnPicture>drawn</OwnPicture>);
  expect(isDrawn()).toBe(true);
  act(() => setPrivacy('amounts'));
  expect(isDrawn()).toBe(true);
  act(() => setPrivacy('all'));
  expect(isDrawn()).toBe(false);
  expect(screen.getByText('Hidden by privacy. Hold Alt to show it.')).toBeDefined();
  act(() => setRevealed(true));
  expect(isDrawn()).toBe(true);
});
