import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { Chip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import type { Target } from '../model/attention.ts';
import { type AwayItem, awaySummary, awayWords } from '../model/away.ts';
import { t } from '#shared/words/t.ts';

interface AwayPanelProps {
  readonly read: PanelRead<readonly AwayItem[]>;
  readonly sinceMs: number;
  readonly onSeen: () => void;
  readonly onOpen: (target: Target) => void;
}

/** What happened since this user last said that they have seen everything, newest first. */
export function AwayPanel({ read, sinceMs, onSeen, onOpen }: AwayPanelProps) {
  return (
    <Panel
      title={t`While you were away`}
      read={read}
      toolbar={<Button size="small" variant="quiet" onPress={onSeen}>{t`Mark seen`}</Button>}
      empty={items =>
        items.length > 0
          ? null
          : { reason: t`No fill, no order that ended by itself, no money moved, no sub-account changed.` }
      }
      footer={
        <span>
          {t`since `}
          <Moment epochMs={sinceMs} /> {awaySummary(read.data ?? [])}
        </span>
      }
    >
      {items => (
        <ul className="overview-list" aria-label={t`What happened, newest first`}>
          {items.map(({ key, kind, text, atMs, target }) => (
            <li key={key}>
              <button type="button" className="overview-item" onClick={() => onOpen(target)}>
                <Chip tone={kind === 'liquidation' ? 'danger' : 'neutral'}>{awayWords[kind]}</Chip>
                <span>
                  {text}{' '}
                  <span className="overview-quiet">
                    <Moment epochMs={atMs} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
