import { useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { CancelManyReport } from './cancel-many-report.tsx';
import { type ListReading, unreadLists } from './cancel-progress.ts';
import {
  accountsText,
  cancelScopes,
  marketsText,
  orderKey,
  ordersText,
  type Reach,
  reachOf,
  sidesText,
} from './cancel-scopes.ts';
import { useActiveLists, useCancelMany } from './use-cancel-many.ts';

export interface CancelManySheetProps {
  readonly profile: Profile;
  /** what the table is narrowed to; null: nothing */
  readonly market: Market | null;
  /** why nothing may be cancelled now, or null */
  readonly objection: string | null;
  readonly onClose: () => void;
}

/** Cancels many orders: asks which and says how many, sends row by row, and tells by the account's lists what is left. */
export function CancelManySheet({ profile, market, objection, onClose }: CancelManySheetProps) {
  const lists = useActiveLists(profile.id);
  const cancel = useCancelMany(profile.id, lists);
  if (cancel.run !== null)
    return <CancelManyReport profile={profile} run={cancel.run} cancel={cancel} onClose={onClose} />;
  return (
    <ScopeSheet
      profile={profile}
      market={market}
      lists={lists}
      objection={objection}
      onConfirm={cancel.start}
      onClose={onClose}
    />
  );
}

interface ScopeSheetProps extends CancelManySheetProps {
  readonly lists: readonly ListReading[];
  readonly onConfirm: (orders: readonly Order[]) => Promise<void>;
}

/** Until every list has told, whatever comes belongs to what the user looks at; after that it is newer. */
function useReviewed(orders: readonly Order[], lists: readonly ListReading[]) {
  const isTold = lists.every(({ rows, error }) => rows !== undefined || error !== null);
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const reviewed = kept ?? new Set(orders.map(orderKey));
  if (kept === null && isTold) setKept(reviewed);
  return { reviewed, reviewAgain: () => setKept(null) };
}

function ScopeSheet({ profile, market, lists, objection, onConfirm, onClose }: ScopeSheetProps) {
  const orders = lists.flatMap(({ rows = [] }) => rows);
  const scopes = cancelScopes(orders, market);
  const [key, setKey] = useState(scopes[0].key);
  const scope = scopes.find(each => each.key === key) ?? scopes[0];
  const unread = unreadLists(lists);
  const { reviewed, reviewAgain } = useReviewed(orders, lists);
  const reach = reachOf(orders, scope, reviewed);
  const { meant } = reach;
  return (
    <ConfirmSheet
      title="Cancel orders"
      confirmLabel={`Cancel ${ordersText(meant.length)}`}
      isDangerous
      profile={profile}
      facts={factsOf(scope.label, meant)}
      warning={unread.length === 0 ? null : `Not known, and so not among them: ${unread.join(' ')}`}
      disabledReason={objection ?? (meant.length === 0 ? '0 of 0: no order is active in this scope' : null)}
      onConfirm={() => onConfirm(meant)}
      onClose={onClose}
    >
      <Field label="Which">
        {control => (
          <Select
            {...control}
            value={scope.key}
            options={scopes.map(each => ({
              value: each.key,
              label: `${each.label} (${reachOf(orders, each, reviewed).meant.length})`,
            }))}
            onChange={chosen => {
              setKey(chosen);
              reviewAgain();
            }}
          />
        )}
      </Field>
      <Newer reach={reach} onTakeIn={reviewAgain} />
    </ConfirmSheet>
  );
}

function factsOf(label: string, meant: readonly Order[]) {
  const facts = [
    { label: 'Scope', value: label },
    { label: 'Active now', value: ordersText(meant.length) },
  ];
  if (meant.length === 0) return facts;
  return [
    ...facts,
    { label: 'Sides', value: sidesText(meant) },
    { label: 'Markets', value: marketsText(meant) },
    { label: 'Accounts', value: accountsText(meant) },
  ];
}

/** An order that came while the sheet is open is not cancelled unseen. */
function Newer({ reach: { newer }, onTakeIn }: { readonly reach: Reach; readonly onTakeIn: () => void }) {
  return newer === 0 ? null : (
    <p className="notice notice-warning" role="status">
      {`${ordersText(newer)} placed since you chose, not among them. `}
      <Button size="small" onPress={onTakeIn}>
        Take in
      </Button>
    </p>
  );
}
