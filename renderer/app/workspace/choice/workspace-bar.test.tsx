import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { panelsOf } from '../layout/layout-tree.ts';
import { activeLayout, untouched } from '../layout/workspace-list.ts';
import { Dialog, Sheet } from '#ui/overlay/sheet.tsx';
import { WorkspaceBar } from './workspace-bar.tsx';

beforeEach(() => {
  useWorkspaceStore.setState(useWorkspaceStore.getInitialState());
  useWorkspaceStore.getState().load('p', untouched);
  render(
    <>
      <WorkspaceBar />
      <Toaster />
    </>,
  );
});
afterEach(cleanup);

const chosen = () => screen.getByRole('navigation').querySelector('[aria-current]')?.textContent;
const titles = () =>
  [...screen.getByRole('navigation').querySelectorAll('.workspace-choice')].map(each => each.textContent);
const shown = () => panelsOf(activeLayout(useWorkspaceStore.getState().kept, 'narrow'));
async function open(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Panels and workspaces' }));
  await screen.findByRole('menu');
}
async function menu(item: string): Promise<void> {
  await open();
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
}
async function save(title: string): Promise<void> {
  await menu('Save as…');
  await userEvent.type(await screen.findByLabelText('Name'), `${title}{Enter}`);
}

it('a click or Alt and a number chooses a workspace, except in a field', async () => {
  expect(chosen()).toBe('Trading');
  await userEvent.click(screen.getByRole('button', { name: 'Sub-accounts' }));
  expect(chosen()).toBe('Sub-accounts');
  fireEvent.keyDown(document.body, { code: 'Digit2', key: '™', altKey: true });
  expect(chosen()).toBe('Risk');
  for (const event of [{ altKey: true, ctrlKey: true }, { altKey: false }, { altKey: true, code: 'Digit9' }])
    fireEvent.keyDown(document.body, { code: 'Digit1', ...event });
  expect(chosen()).toBe('Risk');
});

const pressAlt2 = (target: Element) => fireEvent.keyDown(target, { code: 'Digit2', key: '2', altKey: true });
it('a workspace can be chosen beside a sheet, also from its fields, but not under a question', () => {
  const { rerender } = render(<input aria-label="Filter" />);
  pressAlt2(screen.getByLabelText('Filter'));
  expect(chosen()).toBe('Trading');
  const sheet = (
    <Sheet title="Ladder" isBeside onClose={() => undefined}>
      <input aria-label="Levels" />
    </Sheet>
  );
  const question = (
    <Dialog title="Sure?" onClose={() => undefined}>
      <p>…</p>
    </Dialog>
  );
  rerender(
    <>
      {sheet}
      {question}
    </>,
  );
  pressAlt2(document.body);
  expect(chosen()).toBe('Trading');
  rerender(sheet);
  pressAlt2(screen.getByLabelText('Levels'));
  expect(chosen()).toBe('Risk');
});

it('panels are closed and opened again, and the workspace is reset', async () => {
  expect(shown()).toContain('margin');
  await open();
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Margin' }));
  expect(shown()).not.toContain('margin');
  await open();
  const item = screen.getByRole('menuitemcheckbox', { name: 'Margin' });
  expect(item.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(item);
  expect(shown()).toContain('margin');
  expect(useWorkspaceStore.getState().kept.workspaces).toHaveLength(1);
  await menu('Reset Trading');
  expect(useWorkspaceStore.getState().kept).toEqual(untouched);
  await open();
  expect(screen.getByRole('menuitem', { name: 'Reset Trading' }).title).toBe('Nothing has changed');
});

it('a workspace is saved under a name, renamed and deleted', async () => {
  await menu('Save as…');
  const field = await screen.findByLabelText('Name');
  await userEvent.type(field, 'risk{Enter}');
  expect(screen.getByText('A workspace named Risk already exists.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'Night{Enter}');
  expect(titles()).toEqual(['Trading', 'Risk', 'Sub-accounts', 'Overview', 'Night']);
  expect(chosen()).toBe('Night');
  await menu('Rename…');
  await userEvent.clear(await screen.findByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Late');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rename' }));
  expect(titles().at(-1)).toBe('Late');
  await menu('Delete…');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(titles()).toEqual(['Trading', 'Risk', 'Sub-accounts', 'Overview']);
  expect(chosen()).toBe('Trading');
});

it('an export is imported under a free name, and the omitted parts are listed', async () => {
  await save('Night');
  await menu('Export…');
  const text = (await screen.findByLabelText<HTMLTextAreaElement>('Workspace as text')).value;
  await userEvent.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[1] ?? document.body,
  );
  await menu('Import…');
  const field = await screen.findByLabelText('Exported text');
  fireEvent.change(field, { target: { value: '{' } });
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^The text is not valid JSON/);
  fireEvent.change(field, { target: { value: text.replace('"book"', '"hologram"') } });
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(titles().at(-1)).toBe('Night 2');
  expect(chosen()).toBe('Night 2');
  expect(screen.getByText(/Imported without hologram/)).toBeTruthy();
  expect(shown()).not.toContain('book');
});
