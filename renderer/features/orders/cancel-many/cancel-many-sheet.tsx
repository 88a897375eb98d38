import { useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { CancelManyReport } from './cancel-many-report.tsx';
import { type ListReading, unreadLists } from './cancel-progress.ts';
import {
  accountsText,
  type Cancellable,
  type CancelKind,
  cancelScopes,
  marketsText,
  orderKey,
  ordersText,
  type Reach,
  reachOf,
  sidesText,
} from './cancel-scopes.ts';
import { useActiveLists, useCancelMany } from './use-cancel-many.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

export interface CancelManySheetProps {
  readonly profile: Profile;
  readonly kind: CancelKind;
  /** marked rows of the table, by their keys: they are the first choice */
  readonly marked: ReadonlySet<string>;
  /** what the table is narrowed to; null: nothing */
  readonly market: Market | null;
  /** the scope that is chosen at first; absent: the first one that is offered */
  readonly firstScope?: 'screen' | 'all' | undefined;
  /** why nothing may be cancelled now, or null */
  readonly validationError: string | null;
  readonly onClose: () => void;
}

/**
 * Cancels many orders: asks which and states their number, sends row by row, and checks in the account's lists what is
 * left.
 */
export function CancelManySheet(props: CancelManySheetProps) {
  const { profile, kind, onClose } = props;
  const lists = useActiveLists(profile.id, kind);
  const cancel = useCancelMany(profile.id, kind, lists);
  if (cancel.run !== null)
    return <CancelManyReport profile={profile} run={cancel.run} cancel={cancel} onClose={onClose} />;
  return <ScopeSheet {...props} lists={lists} onConfirm={cancel.start} />;
}

interface ScopeSheetProps extends CancelManySheetProps {
  readonly lists: readonly ListReading[];
  readonly onConfirm: (orders: readonly Cancellable[]) => Promise<void>;
}

/** Until every list has answered, new orders belong to the shown ones; after that they are newer. */
function useReviewed(orders: readonly Cancellable[], lists: readonly ListReading[]) {
  const isTold = lists.every(({ rows, error }) => rows !== undefined || error !== null);
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const reviewed = kept ?? new Set(orders.map(orderKey));
  if (kept === null && isTold) setKept(reviewed);
  return { reviewed, reviewAgain: () => setKept(null) };
}

function ScopeSheet(props: ScopeSheetProps) {
  const { profile, kind, market, firstScope, marked, lists, validationError, onConfirm, onClose } = props;
  const orders = lists.flatMap(({ rows = [] }) => rows);
  const onScreen = { venue: useUiStore(state => state.venue), symbol: useUiStore(state => state.symbol) };
  const scopes = cancelScopes(orders, { onScreen, narrowed: market }, marked);
  const [key, setKey] = useState<string>(firstScope ?? scopes[0].key);
  const scope = scopes.find(each => each.key === key) ?? scopes[0];
  const unread = unreadLists(lists);
  const { reviewed, reviewAgain } = useReviewed(orders, lists);
  const reach = reachOf(orders, scope, reviewed);
  const { meant } = reach;
  return (
    <ConfirmSheet
      title={kind === 'stops' ? t`Cancel stops` : t`Cancel orders`}
      confirmLabel={t`Cancel ${ordersText(meant.length, kind)}`}
      isDangerous
      profile={profile}
      facts={factsOf(scope.label, meant, kind)}
      warning={unread.length === 0 ? null : t`Unknown, not included: ${unread.join(' ')}`}
      disabledReason={validationError ?? (meant.length === 0 ? t`0 of 0: no ${kind.slice(0, -1)} in this scope` : null)}
      onConfirm={() => onConfirm(meant)}
      onClose={onClose}
    >
      <Field label={t`Which`}>
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
      <Newer reach={reach} kind={kind} onTakeIn={reviewAgain} />
    </ConfirmSheet>
  );
}

function factsOf(label: string, meant: readonly Cancellable[], kind: CancelKind) {
  const facts = [
    { label: t`Scope`, hint: t`Orders that are cancelled`, value: label },
    { label: t`Open now`, hint: orderHints.openNow, value: ordersText(meant.length, kind) },
  ];
  if (meant.length === 0) return facts;
  return [
    ...facts,
    { label: t`Sides`, hint: t`Number of buys and sells among them`, value: sidesText(meant) },
    { label: t`Markets`, hint: t`Markets of these orders`, value: marketsText(meant) },
    { label: t`Accounts`, hint: t`Accounts of these orders`, value: accountsText(meant) },
  ];
}

interface NewerProps {
  readonly reach: Reach;
  readonly kind: CancelKind;
  readonly onTakeIn: () => void;
}

/** An order that came while the sheet is open is not cancelled unseen. */
function Newer({ reach: { newer }, kind, onTakeIn }: NewerProps) {
  return newer === 0 ? null : (
    <p className="notice notice-warning" role="status">
      {t`${ordersText(newer, kind)} placed since your selection, not included. `}
      <Button size="small" onPress={onTakeIn}>{t`Include`}</Button>
    </p>
  );
}
