import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

interface Tab {
  readonly id: string;
  readonly title: string;
  /** null = not known yet */
  readonly count?: number | string | null | undefined;
  /** what the count does not count, for the hover */
  readonly countNote?: string | undefined;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
  /** at the right end of the strip */
  readonly trailing?: ReactNode;
}

/** A strip of tabs with counters over one content. Only the selected content exists, so the others cost nothing. */
export function Tabs({ label, tabs, selectedId, onSelect, trailing }: TabsProps) {
  const prefix = useId();
  const selected = tabs.find(tab => tab.id === selectedId) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || selected === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(selected) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`${prefix}-${next.id}`)?.focus();
  };
  if (selected === undefined) return null;
  return (
    <div className="tabs">
      <div className="tabs-strip">
        <div role="tablist" aria-label={label} className="tabs-list" onKeyDown={move}>
          {tabs.map(tab => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${prefix}-${tab.id}`}
              className="tab"
              aria-selected={tab === selected}
              aria-controls={`${prefix}-content`}
              tabIndex={tab === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.title}
              {tab.count === undefined ? null : (
                <span className="tab-count" title={tab.countNote}>
                  {tab.count ?? '–'}
                </span>
              )}
            </button>
          ))}
        </div>
        {trailing}
      </div>
      <div
        role="tabpanel"
        id={`${prefix}-content`}
        aria-labelledby={`${prefix}-${selected.id}`}
        className="tab-content"
      >
        {selected.content}
      </div>
    </div>
  );
}
