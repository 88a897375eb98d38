import { useEffect, useState } from 'react';
import { keyLabel } from '#lib/keys/keyboard.ts';
import { useCommandStore } from '#state/command-store.ts';
import { fixedBecause, shortcutError, setShortcut, tableKeys } from '#state/shortcut-choice.ts';
import { keysFor, keysOf, type Shortcut, type ShortcutId, shortcutIds, shortcutOf } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import './commands.css';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');
const groups: readonly Shortcut['group'][] = [t`Window`, t`Market`, t`Trading`, t`In a table`];

/** Every key of the window; those that are not fixed can be given other keys, the others say why not. */
export function ShortcutsSheet() {
  const chosen = useUiStore(state => state.shortcuts);
  const [asked, setAsked] = useState<ShortcutId | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ask = (id: ShortcutId | null) => {
    setAsked(id);
    setError(null);
  };
  useEffect(() => {
    if (asked === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const keys = keysOf(event);
      if (event.repeat || keys === keysFor('killSwitch', chosen)) return;
      // whatever is pressed now is the answer, and nothing else
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') {
        setError(null);
        return setAsked(null);
      }
      if (keys === null) return;
      const reason = shortcutError(asked, keys, chosen);
      if (reason !== null) return setError(reason);
      setShortcut(asked, keys === shortcutOf(asked).keys ? null : keys);
      setAsked(null);
      setError(null);
    };
    // before those who listen from the document on, as the lock does
    globalThis.addEventListener('keydown', onKeyDown, { capture: true });
    return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [asked, chosen]);
  return (
    <Sheet title={t`Shortcuts`} onClose={close}>
      {groups.map(group => (
        <section key={group} aria-label={group}>
          <h3 className="shortcut-group">{group}</h3>
          {shortcutIds
            .filter(id => shortcutOf(id).group === group)
            .map(id => (
              <Row
                key={id}
                id={id}
                keys={keysFor(id, chosen)}
                isAsked={asked === id}
                onAsk={() => ask(id)}
                onReset={chosen[id] === undefined ? null : () => setShortcut(id, null)}
              />
            ))}
        </section>
      ))}
      <TableKeys />
      <p role="alert" className="field-note field-error">
        {error}
      </p>
    </Sheet>
  );
}

/** What is pressed in a table has one meaning in every table, and cannot be changed. */
function TableKeys() {
  return (
    <section aria-label={t`In every table`}>
      <h3 className="shortcut-group">{t`In every table`}</h3>
      <p className="field-note">{t`Fixed: these keys work on the row that has the focus.`}</p>
      {tableKeys.map(({ title, keys }) => (
        <div key={keys} className="shortcut-row">
          <span>{title}</span>
          <kbd>{keyLabel(keys)}</kbd>
        </div>
      ))}
    </section>
  );
}

interface RowProps {
  readonly id: ShortcutId;
  readonly keys: string;
  readonly isAsked: boolean;
  readonly onAsk: () => void;
  /** null: it is as it was made */
  readonly onReset: (() => void) | null;
}

function Row({ id, keys, isAsked, onAsk, onReset }: RowProps) {
  const { title } = shortcutOf(id);
  const reason = fixedBecause[id];
  return (
    <div className="shortcut-row">
      <span>
        {title}
        {reason === undefined ? null : <small className="field-note">{reason}</small>}
      </span>
      {isAsked ? <span role="status">{t`Press the keys…`}</span> : <kbd>{keyLabel(keys, id === 'killSwitch')}</kbd>}
      <span className="shortcut-actions">
        {reason !== undefined ? null : (
          <Button size="small" variant="quiet" label={t`Change keys for ${title}`} onPress={onAsk}>{t`Change`}</Button>
        )}
        {onReset === null ? null : (
          <Button size="small" variant="quiet" label={t`Reset keys for ${title}`} onPress={onReset}>{t`Reset`}</Button>
        )}
      </span>
    </div>
  );
}
