import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';

afterEach(cleanup);

const onChoose = vi.fn<(item: { readonly id: string }) => void>();
const first: readonly string[] = ['apple', 'apricot', 'banana'];

function Fruits({ names }: { readonly names: readonly string[] }) {
  const [typed, setTyped] = useState('');
  return (
    <Combobox
      label="Fruit"
      listLabel="Fruits"
      typed={typed}
      onType={setTyped}
      items={names.filter(name => name.includes(typed)).map(id => ({ id }))}
      textOf={({ id }) => id}
      onChoose={onChoose}
    >
      {({ id }) => <span>{id}</span>}
    </Combobox>
  );
}

let offer: (...names: readonly string[]) => void;

function draw(): HTMLElement {
  onChoose.mockClear();
  const { rerender } = render(<Fruits names={first} />);
  offer = (...names) => rerender(<Fruits names={names} />);
  return screen.getByRole('combobox', { name: 'Fruit' });
}

const chosen = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

it('the best match is chosen at opening, and announced to a screen reader', async () => {
  const field = draw();
  expect(document.activeElement).toBe(field);
  expect(chosen()).toEqual(['apple']);
  await vi.waitFor(
    () => {
      const heard = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
      expect(heard?.textContent).toBe('apple');
    },
    { timeout: 20_000 },
  );
  const list = screen.getByRole('listbox', { name: 'Fruits' });
  expect(field.getAttribute('aria-controls')).toBe(list.id);
});

it('arrows wrap around, and the focus stays in the field', async () => {
  const field = draw();
  const seen: unknown[] = [];
  for (const key of ['{ArrowUp}', '{ArrowDown}', '{ArrowDown}', '{End}', '{Home}']) {
    await userEvent.keyboard(key);
    seen.push(...chosen());
  }
  expect(seen).toEqual(['banana', 'apple', 'apricot', 'banana', 'apple']);
  expect(document.activeElement).toBe(field);
});

it('typing or deleting chooses the best match again, wherever the arrows were', async () => {
  draw();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}an');
  expect(chosen()).toEqual(['banana']);
  await userEvent.keyboard('{Backspace}');
  expect(chosen()).toEqual(['apple']);
  await userEvent.keyboard('{Backspace}x');
  expect(chosen()).toEqual([]);
  await userEvent.keyboard('{Enter}{Backspace}{Enter}');
  expect(onChoose.mock.calls).toEqual([[{ id: 'apple' }]]);
});

it('a better late match is chosen, unless the user moved elsewhere', async () => {
  draw();
  offer('aardvark', 'apple', 'banana');
  expect(chosen()).toEqual(['aardvark']);
  await userEvent.keyboard('{ArrowDown}');
  offer('aaa', 'aardvark', 'apple', 'banana');
  expect(chosen()).toEqual(['apple']);
  offer('aaa', 'banana');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledTimes(1);
});

it('Enter takes the chosen match, once per press; a click takes another', async () => {
  const field = draw();
  await userEvent.keyboard('{ArrowDown}');
  fireEvent.keyDown(field, { key: 'Enter', repeat: true });
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('option', { name: 'banana' }));
  expect(onChoose.mock.calls).toEqual([[{ id: 'apricot' }], [{ id: 'banana' }]]);
});
