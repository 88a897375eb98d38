import {
  type HistoryCount,
  historyRecords,
  type HistoryRecord,
  type HistorySelection,
} from '#shared/domain/archive/history.ts';
import { useState } from 'react';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { readMoment } from '#lib/moments/read-moment.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Input, Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { t } from '#shared/words/t.ts';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { countText, partText, recordTitles } from './history-texts.ts';

interface DeleteSheetProps {
  readonly profileId: string;
  readonly onClose: () => void;
}

/** Which rows are chosen. `olderThan` as it was typed. */
interface Choice {
  /** empty: all accounts */
  readonly profileId: string;
  readonly records: readonly HistoryRecord[];
  readonly olderThan: string;
}

const allAccounts = '';

/** null: the time is none. */
function selectionOf({ profileId, records, olderThan }: Choice): HistorySelection | null {
  const beforeMs = readMoment(olderThan, Date.now())?.fromMs;
  if (beforeMs === undefined) return null;
  return { profileId: profileId === allAccounts ? null : profileId, records: [...records], beforeMs };
}

function lackOf({ records }: Choice, selection: HistorySelection | null): string | null {
  if (records.length === 0) return t`Choose at least one list.`;
  return selection === null ? t`Type a time such as 2026-03-05 or 90d (days ago).` : null;
}

/** Counts what the choice has; a change of the choice makes the count void. */
function useDeletion(profileId: string) {
  const [choice, setChoice] = useState<Choice>({ profileId, records: [], olderThan: '90d' });
  /** what was counted last, so that exactly this is deleted */
  const [counted, setCounted] = useState<HistorySelection | null>(null);
  const count = useWrite('archive.countHistory');
  const deletion = useWrite('archive.deleteHistory', {
    refreshes: ['archive.status', 'archive.search', 'archive.count'],
  });
  const forget = () => {
    setCounted(null);
    count.reset();
  };
  return {
    choice,
    count,
    deletion,
    choose: (part: Partial<Choice>) => {
      setChoice({ ...choice, ...part });
      forget();
      deletion.reset();
    },
    list: (selection: HistorySelection) => {
      setCounted(selection);
      void count.send(selection);
    },
    remove: async () => {
      if (counted !== null && (await deletion.send(counted)).ok) forget();
    },
  };
}

/** Deletes recorded history. Main lists the same rows in the trusted window and asks there. */
export function DeleteSheet({ profileId, onClose }: DeleteSheetProps) {
  const { choice, choose, count, deletion, list, remove } = useDeletion(profileId);
  const selection = selectionOf(choice);
  const lack = lackOf(choice, selection);
  const isEmpty = count.value === undefined || count.value.parts.length === 0;
  return (
    <Sheet
      title={t`Delete history`}
      onClose={onClose}
      isLocked={deletion.isPending}
      actions={
        <>
          <Button onPress={onClose}>{t`Close`}</Button>
          <Button
            isBusy={count.isPending}
            disabledReason={lack}
            onPress={() => {
              if (selection !== null) list(selection);
            }}
          >{t`Show rows`}</Button>
          <Button
            isBusy={deletion.isPending}
            disabledReason={isEmpty ? t`Show the rows first.` : null}
            onPress={() => void remove()}
          >{t`Delete…`}</Button>
        </>
      }
    >
      <p>{t`Deleted rows cannot be restored, except from a backup. Balance snapshots and daily closes stay.`}</p>
      <ChoiceFields choice={choice} choose={choose} />
      {lack !== null && choice.records.length > 0 ? <p role="alert">{lack}</p> : null}
      {count.value === undefined ? null : <CountedRows count={count.value} />}
      {deletion.isPending ? <p role="status">{t`Answer in the window that asks.`}</p> : null}
      {deletion.value === undefined ? null : (
        <p role="status">{t`${countText(deletion.value.rows)} rows were deleted.`}</p>
      )}
      {[count.error, deletion.error].map(error =>
        error === null ? null : (
          <p key={error.message} role="alert">
            {error.message}
          </p>
        ),
      )}
    </Sheet>
  );
}

interface ChoiceFieldsProps {
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
}

function ChoiceFields({ choice, choose }: ChoiceFieldsProps) {
  const { data } = useRead('profiles.list', {});
  const profiles = data?.profiles.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const toggle = (record: HistoryRecord, isChosen: boolean) => {
    const others = choice.records.filter(each => each !== record);
    choose({ records: isChosen ? [...others, record] : others });
  };
  return (
    <>
      <Field label={t`Account`}>
        {control => (
          <Select
            {...control}
            value={choice.profileId}
            options={[...profiles, { value: allAccounts, label: t`All accounts` }]}
            onChange={profileId => choose({ profileId })}
          />
        )}
      </Field>
      <Field label={t`Older than`} hint={t`A day, or an age such as 90d`}>
        {control => (
          <Input {...control} value={choice.olderThan} maxLength={20} onChange={olderThan => choose({ olderThan })} />
        )}
      </Field>
      <fieldset className="history-records">
        <legend>{t`Lists`}</legend>
        {historyRecords.map(record => (
          <Checkbox
            key={record}
            isChecked={choice.records.includes(record)}
            onChange={isChosen => toggle(record, isChosen)}
          >
            {recordTitles[record]}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

function CountedRows({ count }: { readonly count: HistoryCount }) {
  const nowMs = useNow(60_000);
  if (count.parts.length === 0) return <p role="status">{t`The archive has nothing older in these lists.`}</p>;
  return (
    <section aria-label={t`What is deleted`}>
      <p role="status">{t`${countText(count.rows)} rows are deleted:`}</p>
      <ul>
        {count.parts.map(part => (
          <li key={part.stream}>
            {streamTitles[part.stream]}: {partText(part, nowMs)}
          </li>
        ))}
      </ul>
    </section>
  );
}
