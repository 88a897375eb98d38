import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { Field } from './field.tsx';
import { Input, Select } from './input.tsx';

afterEach(cleanup);

it('a double click acts once', async () => {
  const press = vi.fn<() => void>();
  render(<Button onPress={press}>Send</Button>);
  await userEvent.dblClick(screen.getByRole('button'));
  expect(press).toHaveBeenCalledOnce();
});

it('a running act cannot be started again, and can after it ended', async () => {
  const running = Promise.withResolvers<void>();
  const press = vi.fn<() => Promise<void>>(() => running.promise);
  render(<Button onPress={press}>Send</Button>);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(press).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => running.resolve());
  expect(button.getAttribute('aria-busy')).toBe('false');
  fireEvent.click(button);
  expect(press).toHaveBeenCalledTimes(2);
});

it('a blocked button says why, stays reachable and does nothing', () => {
  const press = vi.fn<() => void>();
  render(
    <Button onPress={press} disabledReason="This profile is read-only">
      Cancel
    </Button>,
  );
  const button = screen.getByRole('button');
  button.focus();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button.title).toBe('This profile is read-only');
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

function nameField(error: string | null) {
  return (
    <Field label="Name" hint="as you like" error={error}>
      {control => <Input {...control} value="" onChange={() => undefined} />}
    </Field>
  );
}

it('an error takes the place of the hint and belongs to its field', () => {
  const shown = render(nameField(null));
  expect(screen.getByText('as you like')).toBeTruthy();
  shown.rerender(nameField('Give it a name'));
  const input = screen.getByRole('textbox', { name: 'Name' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Give it a name');
  expect(screen.queryByText('as you like')).toBeNull();
});

function Amount() {
  const [value, setValue] = useState('1');
  return <DecimalInput label="Amount" value={value} onChange={setValue} step="0.5" unit="USDT" />;
}

it('an amount takes digits only, steps with the arrows and writes k out', () => {
  render(<Amount />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  fireEvent.change(input, { target: { value: '-3' } });
  expect(input.value).toBe('1');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'ArrowUp', shiftKey: true });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(input.value).toBe('6');
  fireEvent.change(input, { target: { value: '2,5k' } });
  expect(input.value).toBe('2.5k');
  fireEvent.blur(input);
  expect(input.value).toBe('2500');
});

it('a choice gives back one of its options', () => {
  const choose = vi.fn<(value: 'a' | 'b') => void>();
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ] as const;
  render(<Select label="Which" value="a" options={options} onChange={choose} />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Which' }), { target: { value: 'b' } });
  expect(choose).toHaveBeenCalledExactlyOnceWith('b');
});

function OneAmount() {
  const [text, setText] = useState('');
  return <DecimalInput label="Amount" value={text} onChange={setText} />;
}

it('a pasted figure that may be thousands or decimals is refused with the reason, and the next one takes that back', async () => {
  render(<OneAmount />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.click(field);
  await userEvent.paste('1,000');
  expect(field.value).toBe('');
  expect(field.validationMessage).toMatch(/may be thousands or decimals/);
  await userEvent.paste('97,123.4');
  expect(field.value).toBe('97123.4');
  expect(field.validationMessage).toBe('');
});
