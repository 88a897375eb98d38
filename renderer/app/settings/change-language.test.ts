// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { changeLanguage } from './change-language.ts';

const beginning = useUiStore.getInitialState();
afterEach(() => useUiStore.setState(beginning));

it('change of language stores the language first and then reloads the page', async () => {
  const order: string[] = [];
  const desk = installFakeDesk({
    'viewSettings.save': () => {
      order.push('kept');
      return succeed({});
    },
  });
  expect(await changeLanguage('de', () => order.push('loaded'))).toBe(null);
  expect(order).toEqual(['kept', 'loaded']);
  expect(desk.calls.map(({ input }) => input)).toMatchObject([{ language: 'de', symbol: beginning.symbol }]);
  expect(useUiStore.getState().language).toBe('de');
});

it('change of language does nothing when the language cannot be stored, and states why', async () => {
  installFakeDesk({ 'viewSettings.save': () => fail('storage', 'The disk is full.') });
  const reload = vi.fn<() => void>();
  expect(await changeLanguage('de', reload)).toMatchObject({ message: 'The disk is full.' });
  expect(reload).not.toHaveBeenCalled();
  expect(useUiStore.getState().language).toBe('en');
});
