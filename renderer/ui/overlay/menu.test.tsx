import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';

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
          { ...item('reset', 'Reset'), disabledReason: 'It is as it was made' },
          { ...item('save', 'Save'), keyText: 'F2' },
        ],
      ]}
    >
      ⋯
    </Menu>,
  );
  return { onSelect, onWindowKey, button: screen.getByRole('button', { name: 'Panels' }) };
}

const focused = () => document.activeElement?.textContent;

it('opens on a press with its first item in focus, and arrows go round', async () => {
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

it('a choice closes it, tells, and gives the focus back', async () => {
  const { button, onSelect } = draw();
  await userEvent.click(button);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect.mock.calls).toEqual([['depth']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('what cannot be chosen says why and stays', async () => {
  const { button, onSelect } = draw();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reset' }));
  expect(screen.getByTitle('It is as it was made')).toBeTruthy();
  expect(onSelect).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeTruthy();
});

it.each(['{Escape}', '{Tab}'])('%s closes it and gives the focus back', async key => {
  const { button } = draw();
  await userEvent.click(button);
  await userEvent.keyboard(key);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});
