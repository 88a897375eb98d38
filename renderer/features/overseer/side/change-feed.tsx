import { useState } from 'react';
import { changesKeptMs, mostChanges } from '#shared/domain/overseen/watched-accounts.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatMoment } from '#lib/time.ts';
import { ownText } from '#lib/own/privacy.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { type ComparedFrom, feedOf } from '../model/change-feed.ts';
import type { Looks, Overseen } from '../use-overseen.ts';
import { ChangeMoment } from './change-moment.tsx';
import { changeText } from './change-text.ts';
import { t } from '#shared/words/t.ts';

interface ChangeFeedProps {
  readonly overseen: Pick<Overseen, 'changes' | 'changesFromMs' | 'looks' | 'now' | 'telling'>;
  /** when this user last said that they have seen everything; null: never */
  readonly seenAtMs: number | null;
  readonly onChoose: (userId: string) => void;
  readonly onSeen: () => void;
}

const dayMs = 86_400_000;

/**
 * What became of the accounts, newest first, a dot on what came after this user last pressed "seen"; or what differs
 * between an earlier look and now.
 */
export function ChangeFeed({ overseen, seenAtMs, onChoose, onSeen }: ChangeFeedProps) {
  const [from, setFrom] = useState<ComparedFrom>('noted');
  const { changes, telling } = overseen;
  const unseen = changes.filter(({ atMs }) => seenAtMs === null || atMs > seenAtMs).length;
  const items = feedOf(overseen, { from, seenAtMs });
  const { valuation } = telling;
  const list = useWholeItems();
  // names and amounts follow what is hidden
  usePrivacy();
  return (
    <section className="overseer-box" aria-labelledby="overseer-changes">
      <header className="overseer-box-head">
        <h3 id="overseer-changes">{t`Changes`}</h3>
        <span className="overseer-count number">{t`${unseen} unseen`}</span>
        <Button size="small" variant="quiet" onPress={onSeen}>{t`Mark seen`}</Button>
      </header>
      <FromPicker from={from} setFrom={setFrom} overseen={overseen} />
      {items.length === 0 ? (
        <p className="overseer-note">
          {from === 'noted' ? t`No change was seen.` : t`Nothing differs between then and now.`}
        </p>
      ) : (
        <ul ref={list} className="overseer-list" aria-live="polite">
          {items.map(({ key, change, moments, isUnseen }) => (
            <li key={key}>
              <button type="button" className="overseer-item" onClick={() => onChoose(change.userId)}>
                <span className={isUnseen ? 'overseer-dot' : 'overseer-dot overseer-dot-seen'}>
                  <span className="visually-hidden">{isUnseen ? t`unseen` : t`seen`}</span>
                </span>
                <span>
                  <b>{ownText(visibleText(change.name), 'figure')}</b> {changeText(change, valuation)}{' '}
                  <ChangeMoment moments={moments} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="overseer-note">
        {from === 'noted'
          ? t`Seen while this page or the Overview was open; kept for ${changesKeptMs / dayMs} days, the newest ${mostChanges}.`
          : t`What went and came back in between is not here.`}
      </p>
    </section>
  );
}

interface FromPickerProps {
  readonly from: ComparedFrom;
  readonly setFrom: (from: ComparedFrom) => void;
  readonly overseen: Pick<Overseen, 'changesFromMs' | 'looks'>;
}

function FromPicker({ from, setFrom, overseen: { changesFromMs, looks } }: FromPickerProps) {
  const nowMs = useNow(60_000);
  const words: Readonly<Record<keyof Looks, (moment: string) => string>> = {
    closed: moment => t`last close ${moment} → now`,
    session: moment => t`session start ${moment} → now`,
    seen: moment => t`marked seen ${moment} → now`,
    hour: moment => t`1 h ago ${moment} → now`,
  };
  const compared = (['closed', 'session', 'seen', 'hour'] as const).flatMap(value => {
    const look = looks[value];
    return look === null ? [] : [{ value, label: words[value](formatMoment(look.atMs, nowMs)) }];
  });
  const began = changesFromMs === null ? null : formatMoment(Math.max(changesFromMs, nowMs - changesKeptMs), nowMs);
  return (
    <div className="overseer-compared">
      <Select<ComparedFrom>
        label={t`Which changes`}
        value={from}
        options={[
          { value: 'noted', label: began === null ? t`as they were seen` : t`as seen since ${began}` },
          ...compared,
        ]}
        onChange={setFrom}
      />
    </div>
  );
}
