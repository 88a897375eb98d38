import type { Profile } from '#shared/domain/profile.ts';
import { legText } from '#lib/orders/stop-text.ts';
import { accountText } from '#lib/accounts/account-text.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { Fact } from '#ui/value/facts.tsx';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { markText } from '../model/ladder-texts.ts';
import { accountOfMark, marksByAccount, type OwnMark } from '../own/own-marks.ts';
import type { RequestedAction, CancelSideRequest, LadderActions } from '../use-ladder-actions.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface ConfirmationSheetProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY */
  readonly mode: string;
  readonly terms: MarketTerms;
  readonly pending: RequestedAction;
  readonly actions: Pick<LadderActions, 'confirm' | 'dismiss'>;
}

/** The last look before an own order moves, or those of a side go. */
export function ConfirmationSheet({ profile, mode, terms, pending, actions }: ConfirmationSheetProps) {
  const account = { label: t`Account`, hint: orderHints.account, value: `${profile.name}, ${mode}` };
  if (pending.kind === 'cancel')
    return <CancelSheet profile={profile} mode={mode} terms={terms} pending={pending} actions={actions} />;
  const { policy, move } = pending;
  const { mark, price, words } = move;
  return (
    <ConfirmSheet
      title={t`Move order · ${terms.symbol}`}
      confirmLabel={words}
      profile={profile}
      facts={[
        account,
        { label: t`Order`, hint: t`Order that is moved`, value: markText(mark, terms) },
        {
          label: mark.isStop ? t`Trigger` : t`Price`,
          hint: mark.isStop ? orderHints.triggerPrice : orderHints.price,
          value: <BeforeAfter before={mark.price} after={price} />,
        },
        {
          label: mark.isStop ? t`Method` : t`Queue`,
          hint: t`How the exchange moves the order, and what the new order does not keep`,
          value: wayOf(mark),
        },
        { label: t`Policy`, hint: orderHints.policy, value: policy },
      ]}
      onConfirm={actions.confirm}
      onClose={actions.dismiss}
    />
  );
}

interface CancelSheetProps extends Omit<ConfirmationSheetProps, 'pending'> {
  readonly pending: CancelSideRequest;
}

const cancelledHint = t`Order that is cancelled`;

/** What is cancelled of which account, and what of other accounts is not. */
function CancelSheet({ profile, mode, terms, pending, actions }: CancelSheetProps) {
  const { side, account, marks, others } = pending;
  const isBuy = side === 'buy';
  const count = marks.length;
  const where = terms.venue === 'futures' ? '' : `, ${accountText(account)}`;
  return (
    <ConfirmSheet
      title={
        count === 1
          ? isBuy
            ? t`Cancel the one buy of ${terms.symbol}?`
            : t`Cancel the one sell of ${terms.symbol}?`
          : isBuy
            ? t`Cancel all ${count} buys of ${terms.symbol}?`
            : t`Cancel all ${count} sells of ${terms.symbol}?`
      }
      confirmLabel={t`Cancel ${count}`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Account`, hint: orderHints.account, value: `${profile.name}, ${mode}${where}` },
        ...marks.slice(0, 12).map((mark, index) => ({
          label: `${index + 1}`,
          hint: cancelledHint,
          value: markText(mark, terms),
        })),
        ...(count > 12 ? [{ label: t`and`, hint: cancelledHint, value: t`${count - 12} more` }] : []),
        ...othersFacts(others),
      ]}
      onConfirm={actions.confirm}
      onClose={actions.dismiss}
    />
  );
}

/** How many orders of each other account stay. */
function othersFacts(others: readonly OwnMark[]): readonly Fact[] {
  const accounts = [...new Set(others.map(accountOfMark))];
  const counts = accounts.map(account => t`${marksByAccount(others, account).own.length} ${accountText(account)}`);
  return counts.length === 0
    ? []
    : [{ label: t`Not cancelled`, hint: t`Orders of other accounts of the market`, value: counts.join(', ') }];
}

/** How it moves, and what is not carried over to the new place. */
function wayOf({ of }: OwnMark): string {
  const order = 'order' in of ? of.order : of.stop;
  const loan =
    marginTypeOf(order.tradeType) === undefined ? '' : t` The new order has no auto-borrow and no auto-repay.`;
  if ('order' in of) return t`It goes to the end of the queue at the new price.${loan}`;
  const pair =
    of.stop.pairId === undefined ? '' : t` It was the ${legText(of.stop)} of a pair; after this it is a single order.`;
  return t`Cancel, confirm, place again: for a moment there is no protection.${pair}${loan}`;
}
