import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Button } from '../form/button.tsx';
import { showToast } from '../feedback/toast-queue.ts';
import { Toaster } from '../feedback/toaster.tsx';
import type { PanelRead } from '../panel/panel-read.ts';
import { buildPanelRead } from '../panel/testing/build-panel-read.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { Sheet } from './sheet.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  cleanup();
  vi.useRealTimers();
});

const profile = { name: 'Desk main', colour: 'amber' };

it('a confirmation names the account and the effect, and runs it on a click', () => {
  const confirm = vi.fn<() => void>();
  render(
    <ConfirmSheet
      title="Cancel order"
      confirmLabel="Cancel it"
      profile={profile}
      facts={[{ label: 'Symbol', hint: 'Market', value: 'BTC-USDT' }]}
      warning="It may be filled first."
      onConfirm={confirm}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByRole('dialog', { name: 'Cancel order' }).dataset['profile']).toBe('amber');
  for (const text of ['Desk main', 'BTC-USDT', 'It may be filled first.']) expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel it' }));
  expect(confirm).toHaveBeenCalledOnce();
});

it('a required text must be typed', () => {
  const confirm = vi.fn<() => void>();
  render(
    <ConfirmSheet
      title="Sure?"
      confirmLabel="Go"
      typeToConfirm="Desk main"
      onConfirm={confirm}
      onClose={() => undefined}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(confirm).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Desk main' } });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(confirm).toHaveBeenCalledOnce();
});

function sheetOf(read: PanelRead<string>) {
  return (
    <Sheet title="Close" read={read} onClose={() => undefined}>
      form
    </Sheet>
  );
}

it('overlay shows in every sheet that its data loads, or why it failed with a retry', () => {
  const retry = vi.fn<() => void>();
  const { rerender } = render(sheetOf(buildPanelRead<string>({ data: undefined })));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  rerender(
    sheetOf(
      buildPanelRead<string>({
        data: undefined,
        error: { kind: 'not-found', message: 'No such contract.', isOutcomeUnknown: false },
        retry,
      }),
    ),
  );
  expect(screen.getByRole('alert').textContent).toContain('No such contract.');
  expect(screen.queryByText('form')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(sheetOf(buildPanelRead<string>({ data: 'known' })));
  expect(screen.getByText('form')).toBeTruthy();
});

it('Escape closes the sheet, but not while an action runs', () => {
  const close = vi.fn<() => void>();
  const sheet = (isBusy: boolean) => (
    <ConfirmSheet title="Sure?" confirmLabel="Go" isBusy={isBusy} onConfirm={() => undefined} onClose={close} />
  );
  const shown = render(sheet(true));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(close).not.toHaveBeenCalled();
  shown.rerender(sheet(false));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(close).toHaveBeenCalledOnce();
});

it('a lost answer is never shown as a failure', () => {
  const error = { kind: 'outcome-unknown', message: 'The answer was lost.', isOutcomeUnknown: true } as const;
  render(
    <ConfirmSheet
      title="Sure?"
      confirmLabel="Go"
      error={error}
      onConfirm={() => undefined}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByRole('alert').textContent).toBe('Outcome unknown: The answer was lost.');
});

it('a success message closes by itself, an error stays until it is dismissed', () => {
  render(<Toaster />);
  act(() => {
    showToast('up', 'Margin added');
    showToast('danger', 'Order refused');
  });
  act(() => {
    vi.advanceTimersByTime(6000);
  });
  expect(screen.queryByText('Margin added')).toBeNull();
  expect(screen.getByText('Order refused')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Order refused')).toBeNull();
});

it('a tooltip opens and closes with the focus', () => {
  render(<Tooltip content="the whole story">short</Tooltip>);
  const anchor = screen.getByText('short');
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.focus(anchor);
  expect(screen.getByRole('tooltip').textContent).toBe('the whole story');
  expect(anchor.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  fireEvent.blur(anchor);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

function Opener({ hasField = true }: { readonly hasField?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open it
      </button>
      {isOpen ? (
        <Sheet title="A sheet" onClose={() => setOpen(false)} actions={<button type="button">act</button>}>
          {hasField ? <input aria-label="Amount" /> : <p>words</p>}
        </Sheet>
      ) : null}
    </>
  );
}

it('a sheet opens on its first field and returns the focus to its opener', () => {
  render(<Opener />);
  const opener = screen.getByRole('button', { name: 'open it' });
  opener.focus();
  fireEvent.click(opener);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('a sheet without a field opens on its first action, not on the button that closes it', () => {
  render(<Opener hasField={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'open it' }));
  expect(document.activeElement?.textContent).toBe('act');
});

it('a held key answers once', () => {
  render(<Opener />);
  fireEvent.click(screen.getByRole('button', { name: 'open it' }));
  const button = screen.getByRole('button', { name: 'act' });
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});

function Stages() {
  const [isDone, setDone] = useState(false);
  const actions = isDone ? (
    <Button>Leave</Button>
  ) : (
    <>
      <Button>Back</Button>
      <Button onPress={() => setDone(true)}>Send</Button>
    </>
  );
  return (
    <Sheet title="Stages" onClose={() => undefined} actions={actions}>
      <p>nothing to type</p>
    </Sheet>
  );
}

it('a removed button leaves the focus within its sheet', async () => {
  render(<Stages />);
  const send = screen.getByRole('button', { name: 'Send' });
  act(() => send.focus());
  fireEvent.click(send);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave' }));
});

it('a sheet beside the window leaves the rest usable, and Escape closes it too', () => {
  const close = vi.fn<() => void>();
  render(
    <Sheet title="Ladder" isBeside onClose={close}>
      <input aria-label="Size" />
    </Sheet>,
  );
  expect(screen.getByRole('dialog').matches(':modal')).toBe(false);
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'x' });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
});
