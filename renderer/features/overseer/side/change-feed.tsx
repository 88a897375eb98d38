import { useState } from 'react';
import { isInfoKey } from '#lib/keys/keyboard.ts';
import { ownName } from '#lib/own/own-name.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { PastEnd } from '#ui/table/past/past-end.tsx';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { valueDecimals } from '../model/valuation.ts';
import type { ChangeOptions } from '../model/changes/changes.ts';
import { type ComparedFrom, feedOf } from '../model/changes/change-feed.ts';
import type { ComparedSnapshots, Overseen } from '../use-overseen.ts';
import { ChangeMoment } from './change-moment.tsx';
import { changeText } from './change-text.ts';
import { t } from '#shared/words/t.ts';

interface ChangeFeedProps {
  readonly overseen: Pick<Overseen, 'changes' | 'past' | 'looks' | 'now' | 'changeOptions'>;
  /** when this user last acknowledged everything; null: never */
  readonly seenAtMs: number | null;
  readonly onChoose: (userId: string) => void;
  readonly onSeen: () => void;
}

/**
 * What became of the accounts, newest first, a dot on what came after this user last pressed "seen"; or what differs
 * between an earlier look and now.
 */
export function ChangeFeed({ overseen, seenAtMs, onChoose, onSeen }: ChangeFeedProps) {
  const [from, setFrom] = useState<ComparedFrom>('noted');
  const { changes, past, changeOptions } = overseen;
  const unseen = changes.filter(({ atMs }) => seenAtMs === null || atMs > seenAtMs).length;
  const items = feedOf(overseen, { from, seenAtMs });
  const { valuation } = changeOptions;
  const least = leastText(changeOptions);
  const list = useWholeItems();
  // names and amounts follow what is hidden
  usePrivacy();
  return (
    <section className="overseer-box" aria-labelledby="overseer-changes">
      <header className="overseer-box-head">
        <h3 id="overseer-changes">{t`Changes`}</h3>
        <span className="overseer-count number">{t`${unseen} new`}</span>
        <Button size="small" variant="quiet" onPress={onSeen}>{t`Acknowledge`}</Button>
      </header>
      <FromPicker from={from} setFrom={setFrom} overseen={overseen} />
      {items.length === 0 ? (
        <>
          <p className="overseer-note">
            {from === 'noted' ? t`No changes recorded.` : t`No changes between then and now.`}
          </p>
          {from === 'noted' && <PastEnd state={past} />}
        </>
      ) : (
        <ul ref={list} className="overseer-list" aria-live="polite">
          {items.map(({ key, change, moments, isUnseen }) => (
            <li key={key}>
              <button
                type="button"
                className="overseer-item"
                onClick={() => onChoose(change.userId)}
                onKeyDown={event => {
                  if (isInfoKey(event)) onChoose(change.userId);
                }}
              >
                <span className={isUnseen ? 'overseer-dot' : 'overseer-dot overseer-dot-seen'}>
                  <span className="visually-hidden">{isUnseen ? t`unseen` : t`seen`}</span>
                </span>
                <span>
                  <b>{ownName(change.name)}</b> {changeText(change, valuation)} <ChangeMoment moments={moments} />
                </span>
              </button>
            </li>
          ))}
          {from === 'noted' && (
            <li>
              <PastEnd state={past} />
            </li>
          )}
        </ul>
      )}
      <p className="overseer-note">
        {from === 'noted'
          ? t`Balances: from snapshots every 15 min, also without a window. Below ${least}: not listed.`
          : t`Changes that reverted in between are not shown.`}
      </p>
    </section>
  );
}

function leastText({ valuation: { currency }, least }: ChangeOptions): string {
  return `${formatDecimal(least, { maximumDecimals: valueDecimals(currency) })} ${currency}`;
}

interface FromPickerProps {
  readonly from: ComparedFrom;
  readonly setFrom: (from: ComparedFrom) => void;
  readonly overseen: Pick<Overseen, 'looks'>;
}

function FromPicker({ from, setFrom, overseen: { looks } }: FromPickerProps) {
  const nowMs = useNow(60_000);
  const words: Readonly<Record<keyof ComparedSnapshots, (moment: string) => string>> = {
    closed: moment => t`last close ${moment} → now`,
    session: moment => t`first read ${moment} → now`,
    seen: moment => t`acknowledged ${moment} → now`,
    hour: moment => t`1 h ago ${moment} → now`,
  };
  const compared = (['closed', 'session', 'seen', 'hour'] as const).flatMap(value => {
    const look = looks[value];
    return look === null ? [] : [{ value, label: words[value](formatMoment(look.atMs, nowMs)) }];
  });
  return (
    <div className="overseer-compared">
      <Select<ComparedFrom>
        label={t`Change filter`}
        value={from}
        options={[{ value: 'noted', label: t`as recorded` }, ...compared]}
        onChange={setFrom}
      />
    </div>
  );
}
