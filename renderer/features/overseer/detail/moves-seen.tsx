import type { PastState } from '#bridge/history/use-past.ts';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import type { ListedChange } from '../model/changes/recorded-changes.ts';
import { ChangeMoment } from '../side/change-moment.tsx';
import type { Valuation } from '../model/valuation.ts';
import { changeText } from '../side/change-text.ts';
import { t } from '#shared/words/t.ts';

interface MovesSeenProps {
  readonly changes: readonly ListedChange[];
  /** how far the change history is read */
  readonly past: PastState;
  readonly userId: string;
  readonly valuation: Valuation;
  /** its own key can read its withdrawals and transfers */
  readonly isLinked: boolean;
}

/** What came and went between two snapshots: the exchange lists the movements of an account to its own key alone. */
export function MovesSeen({ changes, past, userId, valuation, isLinked }: MovesSeenProps) {
  const own = changes.filter(change => change.userId === userId);
  return (
    <div className="overseer-moves">
      <h4>{t`Change history`}</h4>
      {own.length === 0 ? (
        <p className="overseer-note">
          {isLinked ? t`No changes recorded.` : t`No changes recorded. Withdrawals and transfers require its own key.`}
        </p>
      ) : (
        <ul>
          {own.map(change => (
            <li key={change.key}>
              <ChangeMoment moments={change} /> {changeText(change, valuation)}
            </li>
          ))}
        </ul>
      )}
      <PastEnd state={past} />
    </div>
  );
}
