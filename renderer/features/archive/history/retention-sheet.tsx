import {
  type HistoryRecord,
  historyRecords,
  recordsKeptShorter,
  type Retention,
} from '#shared/domain/archive/history.ts';
import { useState } from 'react';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { t } from '#shared/words/t.ts';
import { recordTitles } from './history-texts.ts';

const forEver = 'ever';
const offeredDays: readonly number[] = [7, 30, 90, 180, 365, 730];

/** A number of days that was set elsewhere, in a file for example, is offered too. */
function optionsOf(days: number | undefined) {
  const all = days === undefined || offeredDays.includes(days) ? offeredDays : [days, ...offeredDays];
  return [
    { value: forEver, label: t`for ever` },
    ...all.map(each => ({ value: String(each), label: t`${each} days` })),
  ];
}

function withDays(retention: Retention, record: HistoryRecord, value: string): Retention {
  const { [record]: _, ...others } = retention;
  return value === forEver ? others : { ...others, [record]: Number(value) };
}

/** How long rows are kept. Main asks in the trusted window before rows are kept for a shorter time. */
export function RetentionSheet({ onClose }: { readonly onClose: () => void }) {
  const read = useRead('archive.retention', {});
  const [chosen, setChosen] = useState<Retention | null>(null);
  const save = useWrite('archive.setRetention', { refreshes: ['archive.retention', 'archive.status'] });
  const kept = read.data ?? {};
  const retention = chosen ?? kept;
  const isAsked = recordsKeptShorter(kept, retention).length > 0;
  return (
    <Sheet
      title={t`Retention`}
      onClose={onClose}
      read={read}
      isLocked={save.isPending}
      actions={
        <>
          <Button onPress={onClose}>{t`Close`}</Button>
          <Button
            isBusy={save.isPending}
            disabledReason={chosen === null ? t`Nothing was changed.` : null}
            onPress={() => {
              void save.send({ retention }).then(saved => (saved.ok ? setChosen(null) : undefined));
            }}
          >
            {isAsked ? t`Save…` : t`Save`}
          </Button>
        </>
      }
    >
      <p>{t`For how long rows are kept, for all accounts. Older rows are deleted once a day. Balance snapshots and daily closes stay.`}</p>
      {historyRecords.map(record => (
        <Field key={record} label={recordTitles[record]}>
          {control => (
            <Select
              {...control}
              value={retention[record] === undefined ? forEver : String(retention[record])}
              options={optionsOf(retention[record])}
              onChange={value => setChosen(withDays(retention, record, value))}
            />
          )}
        </Field>
      ))}
      {isAsked && save.isPending ? <p role="status">{t`Answer in the window that asks.`}</p> : null}
      {save.value !== undefined && chosen === null ? <p role="status">{t`Saved.`}</p> : null}
      {save.error === null ? null : <p role="alert">{save.error.message}</p>}
    </Sheet>
  );
}
