import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';
// read by the runner before the clock runs: on its way it is all the same, for a moment
import './menu-list.tsx';

afterEach(cleanup);

function draw() {
  const onSelect = vi.fn<(id: string) => void>();
  const onWindowKey = vi.fn<() => void>();
  document.addEventListener('keydown', onWindowKey);
  const item = (id: string, label: string) => ({ id, label, onSelect: () => onSelect(id) });
  render(
    <Menu
      label="Panels"
      groups={[
        [],
        [
          { ...item('chart', 'Chart'), isChecked: true },
          { ...item('depth', 'Depth'), isChecked: false },
        ],
        [
          { ...item('reset', 'Reset'), disabledReason: 'Nothing has changed' },
          { ...item('save', 'Save'), keyText: 'F2' },
        ],
      ]}
    >
      ⋯
    </Menu>,
  );
  return { onSelect, onWindowKey, button: screen.getByRole('button', { name: 'Panels' }) };
}

// first of all: from then on what draws it is there, and it opens at once
it('keys pressed while the menu loads reach the menu, and nothing else', async () => {
  const { button, onSelect, onWindowKey } = draw();
  button.focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) fireEvent.keyDown(document.activeElement ?? button, { key });
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(onSelect.mock.calls).toEqual([['depth']]));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  // the press that opens it is the button's
  expect(onWindowKey).toHaveBeenCalledTimes(1);
});

const focused = () => document.activeElement?.textContent;

it('menu opens on a click with its first item focused, and arrows wrap around', async () => {
  const { button, onWindowKey } = draw();
  expect(screen.queryByRole('menu')).toBeNull();
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('✓Chart');
  onWindowKey.mockClear();
  const keys = ['{ArrowDown}', '{End}', '{ArrowDown}', '{ArrowUp}', '{ArrowUp}', '{Home}'];
  const seen: unknown[] = [];
  for (const key of keys) {
    await userEvent.keyboard(key);
    seen.push(focused());
  }
  expect(seen).toEqual(['Depth', 'SaveF2', '✓Chart', 'SaveF2', 'Reset', '✓Chart']);
  // a letter here is no key of the window
  await userEvent.keyboard('b');
  expect(onWindowKey).not.toHaveBeenCalled();
});

it('a choice closes the menu, reports, and returns the focus', async () => {
  const { button, onSelect } = draw();
  await userEvent.click(button);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect.mock.calls).toEqual([['depth']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('a disabled item states why and stays', async () => {
  const { button, onSelect } = draw();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reset' }));
  expect(screen.getByTitle('Nothing has changed')).toBeTruthy();
  expect(onSelect).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeTruthy();
});

it.each(['{Escape}', '{Tab}'])('%s closes it and returns the focus', async key => {
  const { button } = draw();
  await userEvent.click(button);
  await userEvent.keyboard(key);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

const draws = (key: string) => (
  <Menu key={key} label="Panels" groups={[[{ id: 'chart', label: 'Chart', onSelect: () => undefined }]]}>
    ⋯
  </Menu>
);

it('menu stays open when its button is drawn again elsewhere, and does not reopen once it was closed', async () => {
  const { rerender } = render(draws('here'));
  await userEvent.click(screen.getByRole('button', { name: 'Panels' }));
  rerender(draws('there'));
  expect(focused()).toBe('Chart');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Panels' }));
  rerender(draws('here'));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('letters focus the item that begins with them', async () => {
  const { button } = draw();
  await userEvent.click(button);
  await userEvent.keyboard('sa');
  expect(focused()).toBe('SaveF2');
});

it('a held key counts as one press, and the down arrow opens the menu too', async () => {
  const { button, onSelect } = draw();
  button.focus();
  await userEvent.keyboard('{Enter>4/}');
  expect(focused()).toBe('✓Chart');
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}{ArrowDown}');
  expect(focused()).toBe('✓Chart');
});
