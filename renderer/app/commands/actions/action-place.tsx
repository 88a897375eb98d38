import { type ReactNode, useEffect, useState } from 'react';
import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { assertNever } from '#shared/errors.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { KillSheet } from '#features/kill-switch/kill-sheet.tsx';
import { LoanSheet } from '#features/margin/loan/loan-sheet.tsx';
import { useMarginAccounts } from '#features/margin/use-margin-accounts.ts';
import { CancelManySheet } from '#features/orders/cancel-many/cancel-many-sheet.tsx';
import { ExitSheet } from '#features/positions/exit/exit-sheet.tsx';
import { positionError } from '#features/positions/margin/margin-form.ts';
import { MarginSheet } from '#features/positions/margin/margin-sheet.tsx';
import { positionNow } from '#features/positions/position-now.ts';
import { type PaletteAction, useCommandStore } from '#state/command-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { useActionError } from '#ui/panel/use-freshness.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');
const noneMarked: ReadonlySet<string> = new Set();

interface UnlessRefusedProps {
  /** why nothing may be sent now, or null */
  readonly validationError: string | null;
  readonly children: ReactNode;
}

/** Opens what was asked for; when nothing may be sent at that moment, a toast says why instead. */
function UnlessRefused({ validationError, children }: UnlessRefusedProps) {
  const [first] = useState(validationError);
  useEffect(() => {
    if (first === null) return;
    showToast('warning', t`Nothing can be sent now: ${first}`);
    close();
  }, [first]);
  return first === null ? children : null;
}

interface PositionActionProps {
  readonly profile: Profile;
  readonly kind: 'close-position' | 'add-margin';
  /** as it was when it was asked for */
  readonly position: Position;
}

function PositionAction({ profile, kind, position }: PositionActionProps) {
  const read = useAccountList(profile.id, 'positions');
  const now = positionNow(read, row => row.id === position.id && isSamePosition(row, position));
  const validationError = useActionError(profile, read);
  if (read.data === undefined) return null;
  if (kind === 'close-position')
    return (
      <UnlessRefused validationError={validationError}>
        <ExitSheet profile={profile} position={position} mode="reduce" size="100%" onClose={close} />
      </UnlessRefused>
    );
  return (
    <UnlessRefused validationError={validationError ?? positionError(position)}>
      <MarginSheet profile={profile} position={now ?? position} isClosed={now === null} onClose={close} />
    </UnlessRefused>
  );
}

interface LoanActionProps {
  readonly profile: Profile;
  readonly kind: 'borrow' | 'repay';
  readonly symbol: string | null;
}

function LoanAction({ profile, kind, symbol }: LoanActionProps) {
  const { read, priceOf } = useMarginAccounts(profile.id);
  const validationError = useActionError(profile, read);
  const row = read.data?.find(each => each.symbol === symbol);
  if (row === undefined) return null;
  return (
    <UnlessRefused validationError={validationError}>
      <LoanSheet profile={profile} row={row} kind={kind} priceOf={priceOf} onClose={close} />
    </UnlessRefused>
  );
}

function Action({ profile, action }: { readonly profile: Profile; readonly action: PaletteAction }) {
  switch (action.kind) {
    case 'kill-switch':
      return <KillSheet profile={profile} onClose={close} />;
    case 'cancel-orders':
      return (
        <CancelManySheet
          profile={profile}
          kind="orders"
          market={null}
          firstScope={action.scope}
          marked={noneMarked}
          validationError={null}
          onClose={close}
        />
      );
    case 'borrow':
    case 'repay':
      return <LoanAction profile={profile} {...action} />;
    case 'close-position':
    case 'add-margin':
      return <PositionAction profile={profile} {...action} />;
    default:
      return assertNever(action);
  }
}

/** The sheet of the action that was chosen in the palette. A read-only profile gets the reason instead. */
export function ActionPlace({ profile }: { readonly profile: Profile }) {
  const action = useCommandStore(state => state.action);
  if (action === null) return null;
  return (
    <UnlessRefused validationError={profile.isReadOnly ? t`This profile is read-only` : null}>
      <Action profile={profile} action={action} />
    </UnlessRefused>
  );
}
