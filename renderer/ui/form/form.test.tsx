import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { readDecimalText } from './decimal-text.ts';
import { Field } from './field.tsx';
import { Input, Select } from './input.tsx';

afterEach(cleanup);

it('a double click runs once', async () => {
  const press = vi.fn<() => void>();
  render(<Button onPress={press}>Send</Button>);
  await userEvent.dblClick(screen.getByRole('button'));
  expect(press).toHaveBeenCalledOnce();
});

it('a running action cannot be started again, and can after it ended', async () => {
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

it('a blocked button states why, stays focusable and does nothing', () => {
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

it('an error replaces the hint and belongs to its field', () => {
  const shown = render(nameField(null));
  expect(screen.getByText('as you like')).toBeTruthy();
  shown.rerender(nameField('Enter a name'));
  const input = screen.getByRole('textbox', { name: 'Name' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a name');
  expect(screen.queryByText('as you like')).toBeNull();
});

function Amount() {
  const [value, setValue] = useState('1');
  return <DecimalInput label="Amount" value={value} onChange={setValue} step="0.5" unit="USDT" />;
}

it('an amount field accepts digits only, steps with the arrows and expands k', () => {
  render(<Amount />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  fireEvent.change(input, { target: { value: '-3' } });
  expect(input.value).toBe('1');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'ArrowUp', shiftKey: true });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(input.value).toBe('6');
  fireEvent.change(input, { target: { value: '2,5k' } });
  expect(input.value).toBe('2,5k');
  fireEvent.blur(input);
  expect(input.value).toBe('2500');
});

it('a choice returns one of its options', () => {
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
  return (
    <>
      <DecimalInput label="Amount" value={text} onChange={setText} unit="USDT" />
      <output>{readDecimalText(text) ?? 'none'}</output>
    </>
  );
}

it.each(['key by key', 'pasted'])(
  'a figure that may be thousands or decimals, %s, is rejected with the reason',
  async way => {
    render(<OneAmount />);
    const field = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.click(field);
    await (way === 'pasted' ? userEvent.paste('1,000') : userEvent.type(field, '1,000'));
    expect(field.value).toBe('1,000');
    expect(screen.getByRole('status').textContent).toBe('none');
    expect(field.validationMessage).toMatch(/may be thousands or decimals/);
    await userEvent.type(field, '.5');
    expect(screen.getByRole('status').textContent).toBe('1000.5');
    expect(field.validationMessage).toBe('');
    fireEvent.blur(field);
    expect(field.value).toBe('1000.5');
  },
);

it('an amount field accepts its own unit after the amount and rejects another one with the reason', async () => {
  render(<OneAmount />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.type(field, '0.5 USDT');
  expect(screen.getByRole('status').textContent).toBe('0.5');
  await userEvent.clear(field);
  await userEvent.type(field, '0.5 B');
  expect(field.value).toBe('0.5 ');
  expect(field.validationMessage).toBe('This field takes amounts in USDT only.');
});

function OneFigure() {
  const [text, setText] = useState('');
  return (
    <>
      <Input isFigure label="Price" value={text} onChange={setText} unit="USDT" />
      <output>{text}</output>
    </>
  );
}

it('an amount field keeps the typed text while typing, and shows the figure of the page after the field is left', async () => {
  render(<OneFigure />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.type(field, '97,123.4 USDT');
  expect(field.value).toBe('97,123.4 USDT');
  expect(screen.getByRole('status').textContent).toBe('97123.4');
  fireEvent.blur(field);
  expect(field.value).toBe('97123.4');
});
