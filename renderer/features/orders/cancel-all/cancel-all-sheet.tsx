import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { formatDecimal } from '#lib/format.ts';
import { tradeTypeText, marginTypeText } from '#lib/trade-type.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { ConfirmSheet, FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { type CancelGroup, type CancelProgress, groupText, progressText } from './cancel-groups.ts';
import { useCancelAll } from './use-cancel-all.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface CancelAllSheetProps {
  readonly profile: Profile;
  /** at least one, as they were when the sheet opened */
  readonly groups: readonly [CancelGroup, ...CancelGroup[]];
  readonly onClose: () => void;
}

/** Cancels all margin orders of one pair and kind: says what that reaches and what not, sends once, reads until they are gone. */
export function CancelAllSheet({ profile, groups, onClose }: CancelAllSheetProps) {
  const [key, setKey] = useState(groups[0].key);
  const group = groups.find(each => each.key === key) ?? groups[0];
  const cancel = useCancelAll(profile.id, group);
  if (cancel.progress !== null)
    return (
      <CancelReport
        profile={profile}
        title={groupTitle(group)}
        progress={cancel.progress}
        error={cancel.error ?? cancel.readError}
        onClose={onClose}
      />
    );
  return (
    <ConfirmSheet
      title={t`Cancel all margin orders of a pair?`}
      confirmLabel={t`Cancel all of ${groupText(group)}`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Pair`, hint: orderHints.symbol, value: group.symbol },
        { label: t`Market`, hint: orderHints.market, value: tradeTypeText(group.tradeType) },
        { label: t`Open now`, hint: orderHints.openNow, value: group.orderIds.length },
      ]}
      warning={t`Cancels all orders of this margin account, including new ones. Does not cancel untriggered stops, nor orders placed by a stop or by the margin system.`}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={cancel.send}
      onClose={onClose}
    >
      {groups.length === 1 ? null : (
        <Field label={t`Which`}>
          {control => (
            <Select
              {...control}
              value={group.key}
              options={groups.map(each => ({ value: each.key, label: groupText(each) }))}
              onChange={setKey}
            />
          )}
        </Field>
      )}
    </ConfirmSheet>
  );
}

function groupTitle({ symbol, tradeType }: CancelGroup): string {
  return t`Cancel all · ${symbol} ${marginTypeText(tradeType)} margin`;
}

interface CancelReportProps {
  readonly profile: Profile;
  readonly title: string;
  readonly progress: CancelProgress;
  readonly error: Parameters<typeof FailureNotice>[0]['error'] | null;
  readonly onClose: () => void;
}

function CancelReport({ profile, title, progress, error, onClose }: CancelReportProps) {
  const left = progress.left ?? [];
  return (
    <Dialog
      title={title}
      profile={profile}
      onClose={onClose}
      actions={<Button variant="primary" onPress={onClose}>{t`Close`}</Button>}
    >
      <p className={left.length === 0 ? 'notice' : 'notice notice-warning'} role="status">
        {progressText(progress)}
      </p>
      {left.length === 0 ? null : (
        <ul>
          {left.map(({ id, side, size, price }) => (
            <li key={id}>
              {side} {size === null ? '' : formatDecimal(size)} {price === null ? '' : t`at ${formatDecimal(price)}`}
            </li>
          ))}
        </ul>
      )}
      {error === null ? null : <FailureNotice error={error} />}
    </Dialog>
  );
}
