import { Button } from '#ui/form/button.tsx';
import { accountText } from '#lib/accounts/account-text.ts';
import { marksByAccount, outOfView, rowOfMark } from '../own/own-marks.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import { t } from '#shared/words/t.ts';

/** Cancels of a side, the centre, and the orders outside the rows. */
export function LadderFooter({ ladder }: { readonly ladder: PriceLadder }) {
  const { held } = ladder;
  return (
    <div className="price-ladder-footer">
      <Outside ladder={ladder} />
      <CancelSide side="buy" ladder={ladder} />
      <Button size="small" label={t`Centre Space`} onPress={held.centre}>
        {t`Centre `}
        <kbd>Space</kbd>
      </Button>
      <CancelSide side="sell" ladder={ladder} />
    </div>
  );
}

interface CancelSideProps {
  readonly side: 'buy' | 'sell';
  readonly ladder: Pick<PriceLadder, 'marks' | 'account' | 'actions'>;
}

/** Cancels the orders and stops of a side that the account of the ladder has; those of other accounts are counted beside. */
function CancelSide({ side, ladder: { marks, account, actions } }: CancelSideProps) {
  const words = side === 'buy' ? t`buys` : t`sells`;
  const ofSide = marks.all.filter(mark => mark.side === side);
  const { own, others } = marksByAccount(ofSide, account);
  const where = accountText(account);
  return (
    <Button
      size="small"
      label={
        others.length === 0
          ? t`✕ ${words} ${own.length}: cancel all ${words} of this market ${where}`
          : t`✕ ${words} ${own.length}: cancel all ${words} of this market ${where}; ${others.length} in other accounts stay`
      }
      disabledReason={own.length === 0 ? noneText(words, where, others.length) : null}
      onPress={() => actions.requestCancel({ side, account, marks: own, others })}
    >
      ✕ {words} {own.length}
    </Button>
  );
}

function noneText(words: string, where: string, others: number): string {
  return others === 0
    ? t`There are no own ${words}`
    : t`There are no own ${words} ${where}. ${others} are in other accounts: choose the account above the rows.`;
}

/** Own orders above and below the rows; a press shows the nearest. */
function Outside({ ladder }: { readonly ladder: PriceLadder }) {
  const { marks, held, step } = ladder;
  const { window } = held;
  if (window === null) return null;
  const { above, below } = outOfView(marks.all, window);
  const rows = marks.all.map(mark => rowOfMark(mark, step));
  const nextUp = Math.min(...rows.filter(row => row > window.top));
  const nextDown = Math.max(...rows.filter(row => row <= window.top - window.count));
  return (
    <div className="price-ladder-outside">
      {above === 0 ? null : (
        <Button size="small" variant="quiet" label={t`▲ ${above} own above: show`} onPress={() => held.show(nextUp)}>
          ▲ {t`${above} own above`}
        </Button>
      )}
      {below === 0 ? null : (
        <Button size="small" variant="quiet" label={t`▼ ${below} own below: show`} onPress={() => held.show(nextDown)}>
          ▼ {t`${below} own below`}
        </Button>
      )}
    </div>
  );
}
