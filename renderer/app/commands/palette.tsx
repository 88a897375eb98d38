import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useCommandStore } from '#state/command-store.ts';
import { Dialog } from '#ui/overlay/sheet.tsx';
import './commands.css';
import { findItems, type PaletteItem } from './find-items.ts';
import { usePaletteItems } from './use-items.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');

/** Where an arrow leads in the list, in a ring; null for a key that moves nothing. */
function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at - 1 + count) % count : null;
}

/** Finds by a few letters what the window can do and show. It opens and shows; nothing is sent from here. */
export function Palette({ profileId }: { readonly profileId: string }) {
  const items = usePaletteItems(profileId);
  const [query, setQuery] = useState(() => useCommandStore.getState().typed);
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = findItems(items, query);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (item: PaletteItem) => {
    // what it opens takes the focus, so this goes first
    close();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, at, found.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.repeat && chosen !== undefined) {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Dialog title={t`Find`} onClose={close}>
      <input
        className="input palette-input"
        type="text"
        role="combobox"
        aria-label={t`Command, market, account or order`}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId} ${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={query}
        onChange={event => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t`Found`} className="palette-list">
        {found.map(item => (
          <Option key={item.id} item={item} id={`${listId} ${item.id}`} isChosen={item === chosen} onRun={run} />
        ))}
      </div>
      {found.length === 0 ? <p className="palette-none">{t`Nothing is called “${query}”.`}</p> : null}
    </Dialog>
  );
}

interface OptionProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onRun: (item: PaletteItem) => void;
}

function Option({ item, id, isChosen, onRun }: OptionProps) {
  return (
    <div id={id} role="option" aria-selected={isChosen} className="palette-item" onClick={() => onRun(item)}>
      <span className="palette-kind">{item.kind}</span>
      <span className="palette-title">{item.title}</span>
      <span className="palette-detail">{item.detail}</span>
      {item.keys === undefined ? null : <kbd>{item.keys}</kbd>}
    </div>
  );
}
