import type { Profile } from '#shared/domain/profile.ts';
import { legText } from '#lib/orders/stop-text.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { markWords } from '../model/ladder-words.ts';
import type { OwnMark } from '../own/own-marks.ts';
import type { AskedAct, LadderActs } from '../use-ladder-acts.ts';
import { t } from '#shared/words/t.ts';

interface AskedSheetProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY */
  readonly mode: string;
  readonly terms: MarketTerms;
  readonly asked: AskedAct;
  readonly acts: Pick<LadderActs, 'confirm' | 'dismiss'>;
}

/** The last look before an own order moves, or those of a side go. */
export function AskedSheet({ profile, mode, terms, asked, acts }: AskedSheetProps) {
  const account = { label: t`Account`, value: `${profile.name}, ${mode}` };
  if (asked.kind === 'cancel') {
    const isBuy = asked.side === 'buy';
    const count = asked.marks.length;
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
          account,
          ...asked.marks.slice(0, 12).map((mark, index) => ({ label: `${index + 1}`, value: markWords(mark, terms) })),
          ...(count > 12 ? [{ label: t`and`, value: t`${count - 12} more` }] : []),
        ]}
        onConfirm={acts.confirm}
        onClose={acts.dismiss}
      />
    );
  }
  const { policy, move } = asked;
  const { mark, price, words } = move;
  return (
    <ConfirmSheet
      title={t`Move order · ${terms.symbol}`}
      confirmLabel={words}
      profile={profile}
      facts={[
        account,
        { label: t`Order`, value: markWords(mark, terms) },
        { label: mark.isStop ? t`Trigger` : t`Price`, value: <BeforeAfter before={mark.price} after={price} /> },
        { label: mark.isStop ? t`How` : t`Queue`, value: wayOf(mark) },
        { label: t`Policy`, value: policy },
      ]}
      onConfirm={acts.confirm}
      onClose={acts.dismiss}
    />
  );
}

/** How it moves, and what is not carried over to the new place. */
function wayOf({ of }: OwnMark): string {
  const order = 'order' in of ? of.order : of.stop;
  const loan = marginTypeOf(order.tradeType) === undefined ? '' : t` The new one borrows and repays nothing by itself.`;
  if ('order' in of) return t`It goes to the end of the queue at the new price.${loan}`;
  const pair = of.stop.pairId === undefined ? '' : t` It was the ${legText(of.stop)} of a pair and stands alone then.`;
  return t`Cancelled, seen gone, then placed anew: for a moment nothing protects.${pair}${loan}`;
}
