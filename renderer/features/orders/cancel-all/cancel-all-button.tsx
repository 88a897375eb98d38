import { useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import './cancel-all.css';
import { CancelAllSheet } from './cancel-all-sheet.tsx';
import { type CancelGroup, cancelGroups } from './cancel-groups.ts';
import { t } from '#shared/words/t.ts';

interface CancelAllButtonProps {
  readonly profile: Profile;
  /** the active orders that are shown */
  readonly orders: readonly Order[];
  /** why nothing may be cancelled now, or null */
  readonly validationError: string | null;
}

function countText(orders: readonly Order[]): string {
  const onMargin = cancelGroups(orders).reduce((count, { orderIds }) => count + orderIds.length, 0);
  return t`${orders.length} open, ${onMargin} on margin`;
}

/** Shown while a margin order is open: the exchange cancels all of a pair and kind at once. */
export function CancelAllButton({ profile, orders, validationError }: CancelAllButtonProps) {
  const [asked, setAsked] = useState<readonly [CancelGroup, ...CancelGroup[]] | null>(null);
  const [first, ...others] = cancelGroups(orders);
  return (
    <span className="orders-footer">
      {countText(orders)}
      {first === undefined ? null : (
        <Button
          size="small"
          disabledReason={validationError}
          onPress={() => setAsked([first, ...others])}
        >{t`Cancel all on margin`}</Button>
      )}
      {asked === null ? null : <CancelAllSheet profile={profile} groups={asked} onClose={() => setAsked(null)} />}
    </span>
  );
}
