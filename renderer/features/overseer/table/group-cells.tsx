import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';
import { Chip } from '#ui/value/chip.tsx';
import type { GroupTotal } from '../model/group-total.ts';
import type { OverseenLine } from '../model/overseen-lines.ts';

export interface Folding {
  /** keys of the lines whose accounts are folded away */
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
}

interface GroupCellProps extends Folding {
  readonly line: OverseenLine;
  readonly head: GroupTotal;
}

/** The name of a group over its accounts; it folds them away, as Enter on its row does. */
export function GroupCell({ line, head, folded, onFold }: GroupCellProps) {
  const isFolded = folded.has(line.userId);
  const name = visibleText(line.name);
  return (
    <button
      type="button"
      className="overseer-fold"
      // Enter on the row does the same
      tabIndex={-1}
      aria-expanded={!isFolded}
      title={isFolded ? t`Show the accounts of ${name}` : t`Fold the accounts of ${name}`}
      onClick={() => onFold(line.userId)}
    >
      <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> <b>{name}</b>{' '}
      <span className="overseer-quiet number">{head.accounts}</span>
    </button>
  );
}

export function FrozenCount({ frozenAccounts }: Pick<GroupTotal, 'frozenAccounts'>) {
  return frozenAccounts === 0 ? null : <Chip tone="warning">{t`${frozenAccounts} frozen`}</Chip>;
}
