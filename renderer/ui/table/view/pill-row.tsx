import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Pill } from '#shared/domain/view/table-view.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import type { Column } from '../column.ts';
import { pillText, readPill } from './pill.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

interface PillRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly pills: readonly Pill[];
  readonly shown: number;
  readonly all: number;
  readonly isTyping: boolean;
  readonly onTyping: (isTyping: boolean) => void;
  readonly onPills: (pills: readonly Pill[]) => void;
  /** the focus returns to the rows */
  readonly onClose: () => void;
}

/** The filters of a table: a press on one turns it round, its cross takes it away; typed ones are added by Enter. */
export function PillRow<Row>({ columns, pills, shown, all, ...props }: PillRowProps<Row>) {
  const { onPills } = props;
  return (
    <div className="table-pills" role="group" aria-label={t`Filters`}>
      {pills.map((pill, index) => (
        <span key={`${pill.column} ${pill.test} ${pill.text}`} className="table-pill">
          <Button
            variant="quiet"
            size="small"
            isPressed={pill.isNot}
            onPress={() => onPills(pills.with(index, { ...pill, isNot: !pill.isNot }))}
          >
            {visibleText(pillText(pill, columns))}
          </Button>
          <Button
            variant="quiet"
            size="small"
            label={t`Take away: ${pillText(pill, columns)}`}
            onPress={() => onPills(pills.toSpliced(index, 1))}
          >
            ✕
          </Button>
        </span>
      ))}
      {props.isTyping ? (
        <PillInput {...props} columns={columns} pills={pills} />
      ) : (
        <Button variant="quiet" size="small" label={t`Add a filter (F)`} onPress={() => props.onTyping(true)}>
          +
        </Button>
      )}
      <span className="table-pill-count" role="status">
        {t`${shown} of ${all}`}
      </span>
    </div>
  );
}

type PillInputProps<Row> = Omit<PillRowProps<Row>, 'shown' | 'all' | 'isTyping'>;

function PillInput<Row>({ columns, pills, onPills, onTyping, onClose }: PillInputProps<Row>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => input.current?.focus(), []);
  const add = () => {
    const read = readPill(text, columns, Date.now());
    setError(read.error);
    if (read.pill === null) return;
    const { pill } = read;
    const isThere = pills.some(each => pillText(each, columns) === pillText(pill, columns));
    if (!isThere) onPills([...pills, pill]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event)) {
      event.preventDefault();
      if (text.trim() === '') onClose();
      else add();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Backspace' && text === '' && pills.length > 0) onPills(pills.slice(0, -1));
  };
  return (
    <>
      <input
        ref={input}
        className="input table-pill-input"
        aria-label={t`Filter`}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        placeholder={t`side is buy · price > 90000 · time since 2h · not eth`}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={event => {
          setError(null);
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => text === '' && onTyping(false)}
      />
      {error === null ? null : (
        <span id={errorId} role="alert" className="table-pill-error">
          {error}
        </span>
      )}
    </>
  );
}
