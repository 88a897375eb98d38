import { Button } from '#ui/form/button.tsx';
import { isInfoKey } from '#lib/keys/keyboard.ts';
import { Panel } from '#ui/panel/panel.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { Chip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { rich } from '#lib/rich.ts';
import type { AttentionTarget } from '../attention/attention-item.ts';
import { type AwayItem, awaySummary, activityLabels } from '../model/away.ts';
import type { AwaySince } from '../model/away-since.ts';
import { SincePicker } from './since-picker.tsx';
import { t } from '#shared/words/t.ts';

/** What happened, since when, and what is not in it. */
export interface AwayGathered {
  readonly read: PanelRead<readonly AwayItem[]>;
  /** undefined: it is not known yet since when */
  readonly picker:
    | {
        readonly since: AwaySince;
        readonly choices: readonly AwaySince[];
        readonly choose: (since: AwaySince | null) => void;
      }
    | undefined;
  /** what was not looked at, or is not listed, as sentences */
  readonly cuts: readonly string[];
  readonly onSeen: () => void;
}

interface AwayPanelProps extends AwayGathered {
  readonly onOpen: (target: AttentionTarget) => void;
}

/** Snapshots that are no further apart give the time of the change. */
const soonMs = 600_000;
/** The maximum number of rows listed one by one. */
const mostItems = 200;

/** What happened since the last visit or acknowledgement of this user, newest first. */
export function AwayPanel({ read, picker, cuts, onSeen, onOpen }: AwayPanelProps) {
  return (
    <Panel
      title={t`Activity since`}
      read={read}
      toolbar={<Button size="small" variant="quiet" onPress={onSeen}>{t`Acknowledge`}</Button>}
      empty={items =>
        items.length > 0
          ? null
          : {
              reason: [nothingWords(cuts.length === 0), ...cuts].join(' '),
            }
      }
      footer={
        <>
          {picker === undefined ? null : <SincePicker {...picker} />}
          <span>{awaySummary(read.data ?? [])}</span>
        </>
      }
    >
      {items => <AwayList items={items} cuts={cuts} onOpen={onOpen} />}
    </Panel>
  );
}

/** Nothing was found: where not everything was looked at, that is not to say that nothing happened. */
function nothingWords(isWhole: boolean): string {
  return isWhole ? t`No fills, ended orders, transfers or sub-account changes.` : t`No known activity.`;
}

interface AwayListProps extends Pick<AwayPanelProps, 'cuts' | 'onOpen'> {
  readonly items: readonly AwayItem[];
}

function AwayList({ items, cuts, onOpen }: AwayListProps) {
  const list = useWholeItems();
  const unlisted = items.length > mostItems ? [t`The newest ${mostItems} of ${items.length} are shown.`] : [];
  return (
    <>
      <ul ref={list} className="overview-list" aria-label={t`Activity, newest first`}>
        {items.slice(0, mostItems).map(({ key, kind, text, atMs, fromMs, target }) => (
          <li key={key}>
            <button
              type="button"
              className="overview-item"
              onClick={() => onOpen(target)}
              onKeyDown={event => {
                if (isInfoKey(event)) onOpen(target);
              }}
            >
              <Chip tone={kind === 'liquidation' ? 'danger' : 'neutral'}>{activityLabels[kind]}</Chip>
              <span>
                {text}{' '}
                <span className="overview-quiet">
                  {fromMs === undefined || atMs - fromMs < soonMs ? (
                    <Moment epochMs={atMs} />
                  ) : (
                    rich`between ${<Moment epochMs={fromMs} />} and ${<Moment epochMs={atMs} />}`
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {[...unlisted, ...cuts].map(cut => (
        <p key={cut} className="overview-cut">
          {cut}
        </p>
      ))}
    </>
  );
}
