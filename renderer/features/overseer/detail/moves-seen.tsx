import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import { ChangeMoment } from '../side/change-moment.tsx';
import type { Valuation } from '../model/valuation.ts';
import { changeText } from '../side/change-text.ts';
import { t } from '#shared/words/t.ts';

interface MovesSeenProps {
  readonly changes: readonly NotedChange[];
  readonly userId: string;
  readonly valuation: Valuation;
  /** its own key tells its withdrawals and transfers */
  readonly isLinked: boolean;
}

/** What was seen to come and go between two looks: the exchange lists the movements of an account to its own key alone. */
export function MovesSeen({ changes, userId, valuation, isLinked }: MovesSeenProps) {
  const own = changes.filter(change => change.userId === userId);
  return (
    <div className="overseer-moves">
      <h4>{t`Seen to change`}</h4>
      {own.length === 0 ? (
        <p className="overseer-note">
          {isLinked
            ? t`No change was seen.`
            : t`No change was seen. Its withdrawals and transfers are told to its own key only.`}
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
    </div>
  );
}
