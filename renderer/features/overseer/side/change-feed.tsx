import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { Moment } from '#ui/value/moment.tsx';
import type { NotedChange } from '../overseen-watch.ts';
import { changeText } from './change-text.ts';
import { rich } from '#lib/rich.ts';
import { t } from '#shared/words/t.ts';

interface ChangeFeedProps {
  readonly changes: readonly NotedChange[];
  readonly currency: string;
  /** when this user last said that they have seen everything; null: never */
  readonly seenAtMs: number | null;
  /** when this window first looked */
  readonly fromMs: number | null;
  readonly onChoose: (userId: string) => void;
  readonly onSeen: () => void;
}

/** What became of the accounts between two looks, newest first; a dot on what came after this user last pressed "seen". */
export function ChangeFeed({ changes, currency, seenAtMs, fromMs, onChoose, onSeen }: ChangeFeedProps) {
  const isUnseen = (change: NotedChange) => seenAtMs === null || change.atMs > seenAtMs;
  const unseen = changes.filter(isUnseen).length;
  return (
    <section className="overseer-box" aria-labelledby="overseer-changes">
      <header className="overseer-box-head">
        <h3 id="overseer-changes">{t`Changes`}</h3>
        <span className="overseer-count number">{unseen}</span>
        {fromMs === null ? null : <span className="overseer-since">{rich`since ${<Moment epochMs={fromMs} />}`}</span>}
        <Button size="small" variant="quiet" onPress={onSeen}>{t`Mark seen`}</Button>
      </header>
      {changes.length === 0 ? (
        <p className="overseer-note">{t`Nothing has changed since this window first looked.`}</p>
      ) : (
        <ul className="overseer-list" aria-live="polite">
          {changes.map(change => (
            <li key={change.key}>
              <button type="button" className="overseer-item" onClick={() => onChoose(change.userId)}>
                <span className={isUnseen(change) ? 'overseer-dot' : 'overseer-dot overseer-dot-seen'}>
                  <span className="visually-hidden">{isUnseen(change) ? t`unseen` : t`seen`}</span>
                </span>
                <span>
                  <b>{visibleText(change.name)}</b> {changeText(change, currency)}{' '}
                  <span className="overseer-quiet">
                    <Moment epochMs={change.atMs} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
