// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { changeLanguage } from './change-language.ts';

const beginning = useUiStore.getInitialState();
afterEach(() => useUiStore.setState(beginning));

it('keeps the language first and loads the page anew after that', async () => {
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

it('stays as it is when the language cannot be kept, and says why', async () => {
  installFakeDesk({ 'viewSettings.save': () => fail('storage', 'The disk is full.') });
  const reload = vi.fn<() => void>();
  expect(await changeLanguage('de', reload)).toMatchObject({ message: 'The disk is full.' });
  expect(reload).not.toHaveBeenCalled();
  expect(useUiStore.getState().language).toBe('en');
});
