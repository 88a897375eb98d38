import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useLockKeys } from './use-lock-keys.ts';

afterEach(cleanup);

const Window = () => {
  useLockKeys();
  return null;
};

it('input of the user is reported to main, with or without a PIN, and not for every move', () => {
  const desk = installFakeDesk();
  renderPage(<Window />);
  const touches = () => desk.calls.filter(({ name }) => name === 'lock.touch').length;
  expect(touches()).toBe(0);
  fireEvent.pointerMove(document.body);
  fireEvent.pointerMove(document.body);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(touches()).toBe(1);
});
