import { type FormEvent, useId, useState } from 'react';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { FileButton } from '#ui/form/file-button.tsx';
import { Input } from '#ui/form/input.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { saveFile } from '#app/settings/save-file.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import {
  activeChoice,
  activeLayout,
  dropWorkspace,
  exportText,
  readExport,
  renameWorkspace,
  saveAs,
  titleError,
} from '../layout/workspace-list.ts';
import { useWindowShape } from '../use-window-shape.ts';
import { t } from '#shared/words/t.ts';

/** The dialogs about workspaces; one at a time. */
export function WorkspaceDialogs() {
  const dialog = useWorkspaceStore(state => state.dialog);
  if (dialog === 'save') return <SaveAs />;
  if (dialog === 'rename') return <Rename />;
  if (dialog === 'delete') return <Delete />;
  if (dialog === 'export') return <Export />;
  return dialog === 'import' ? <Import /> : null;
}

const close = () => useWorkspaceStore.getState().showDialog('none');
const newId = () => `own-${crypto.randomUUID().slice(0, 8)}`;

interface TitleFormProps {
  readonly heading: string;
  readonly first: string;
  readonly verb: string;
  /** the workspace that may keep its name */
  readonly exceptId?: string;
  readonly onTitle: (title: string) => void;
}

function TitleForm({ heading, first, verb, exceptId, onTitle }: TitleFormProps) {
  const kept = useWorkspaceStore(state => state.kept);
  const [title, setTitle] = useState(first);
  const formId = useId();
  const titleFault = titleError(kept, title, exceptId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (titleFault !== null) return;
    onTitle(title);
    close();
  };
  const actions = (
    <>
      <Button onPress={close}>{t`Back`}</Button>
      <Button
        variant="primary"
        disabledReason={titleFault}
        onPress={() => document.querySelector<HTMLFormElement>(`form[id="${formId}"]`)?.requestSubmit()}
      >
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog title={heading} onClose={close} actions={actions}>
      <form id={formId} onSubmit={submit}>
        <Field label={t`Name`} error={title === '' ? null : titleFault} hint={t`The name is shown in the header.`}>
          {control => <Input {...control} value={title} onChange={setTitle} maxLength={40} />}
        </Field>
      </form>
    </Dialog>
  );
}

function SaveAs() {
  const shape = useWindowShape();
  const change = useWorkspaceStore(state => state.change);
  const onTitle = (title: string) =>
    change(kept => {
      const { id } = activeChoice(kept);
      const layouts = kept.workspaces.find(each => each.id === id)?.layouts ?? {};
      return saveAs(kept, { id: newId(), title }, { ...layouts, [shape]: activeLayout(kept, shape) });
    });
  return <TitleForm heading={t`Save this workspace as`} first="" verb={t`Save`} onTitle={onTitle} />;
}

function Rename() {
  const { kept, change } = useWorkspaceStore();
  const { id, title } = activeChoice(kept);
  const onTitle = (next: string) => change(old => renameWorkspace(old, id, next));
  return <TitleForm heading={t`Rename ${title}`} first={title} verb={t`Rename`} exceptId={id} onTitle={onTitle} />;
}

function Delete() {
  const { kept, change } = useWorkspaceStore();
  const { id, title } = activeChoice(kept);
  return (
    <ConfirmSheet
      title={t`Delete ${title}?`}
      confirmLabel={t`Delete`}
      isDangerous
      onClose={close}
      onConfirm={() => {
        change(old => dropWorkspace(old, id));
        close();
      }}
    >
      <p>{t`Its layout is deleted. Orders and positions do not change. The Trading workspace opens.`}</p>
    </ConfirmSheet>
  );
}

function Export() {
  const shape = useWindowShape();
  const kept = useWorkspaceStore(state => state.kept);
  const text = exportText(kept, shape);
  const [outcome, setOutcome] = useState('');
  const write = async () => {
    const saved = await saveFile('workspace', 'json', text);
    setOutcome('file' in saved ? t`Written to ${saved.file}` : saved.error);
  };
  const actions = (
    <>
      <Button onPress={close}>{t`Close`}</Button>
      <Button variant="primary" onPress={write}>{t`Export to file`}</Button>
    </>
  );
  return (
    <Dialog title={t`Export ${activeChoice(kept).title}`} onClose={close} actions={actions}>
      <p>{t`Write a file or copy this text to import it into another Fathom. It contains panels and sizes, no account data.`}</p>
      <textarea
        className="workspace-text"
        aria-label={t`Workspace as text`}
        readOnly
        value={text}
        onFocus={event => event.target.select()}
      />
      <p role="status" className="field-note selectable">
        {outcome}
      </p>
    </Dialog>
  );
}

function Import() {
  const change = useWorkspaceStore(state => state.change);
  const kept = useWorkspaceStore(state => state.kept);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  const edit = (next: string) => {
    setText(next);
    setError(null);
  };
  const take = () => {
    const read = readExport(text);
    if (!read.ok) return setError(read.reason);
    const title = freeTitle(read.value.title, name => titleError(kept, name) === null);
    const titleFault = titleError(kept, title);
    if (titleFault !== null) return setError(titleFault);
    change(old => saveAs(old, { id: newId(), title }, read.value.layouts));
    if (read.unknown.length > 0) showLeftOut(read.unknown);
    return close();
  };
  const actions = (
    <>
      <Button onPress={close}>{t`Back`}</Button>
      <FileButton label={t`Workspace file`} onText={edit}>{t`Import from file…`}</FileButton>
      <Button
        variant="primary"
        onPress={take}
        disabledReason={text.trim() === '' ? t`Choose a file or paste a workspace first` : null}
      >{t`Import`}</Button>
    </>
  );
  return (
    <Dialog title={t`Import a workspace`} onClose={close} actions={actions}>
      <p>{t`Choose an exported file or paste its text.`}</p>
      <textarea
        className="workspace-text"
        aria-label={t`Exported text`}
        aria-describedby={errorId}
        aria-invalid={error !== null}
        spellCheck={false}
        value={text}
        onChange={event => edit(event.target.value)}
      />
      <p id={errorId} role="alert" className="field-note field-error">
        {error}
      </p>
    </Dialog>
  );
}

/** The title, or the title and a number where there is one of that name. */
function freeTitle(title: string, isFree: (title: string) => boolean): string {
  const [base, last] = [title.trim(), 30];
  for (let number = 1; number <= last; number += 1) {
    const name = number === 1 ? base : `${base.slice(0, 36)} ${number}`;
    if (isFree(name)) return name;
  }
  return base;
}

function showLeftOut(names: readonly string[]): void {
  showToast('warning', t`Imported without ${names.join(', ')}: this version of Fathom does not have these panels.`);
}
