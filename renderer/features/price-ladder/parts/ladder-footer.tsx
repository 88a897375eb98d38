import { Button } from '#ui/form/button.tsx';
import { type OwnMark, outOfView } from '../own/own-marks.ts';
import { rowOfMark } from '../own/own-marks.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import { t } from '#shared/words/t.ts';

/** Cancels of a side, the centre, and what stands outside of the rows. */
export function LadderFooter({ ladder }: { readonly ladder: PriceLadder }) {
  const { marks, acts, held } = ladder;
  const buys = marks.all.filter(({ side }) => side === 'buy');
  const sells = marks.all.filter(({ side }) => side === 'sell');
  return (
    <div className="price-ladder-footer">
      <Outside ladder={ladder} />
      <CancelSide side="buy" marks={buys} onPress={() => acts.askCancel('buy', buys)} />
      <Button size="small" label={t`Centre Space`} onPress={held.centre}>
        {t`Centre `}
        <kbd>Space</kbd>
      </Button>
      <CancelSide side="sell" marks={sells} onPress={() => acts.askCancel('sell', sells)} />
    </div>
  );
}

interface CancelSideProps {
  readonly side: 'buy' | 'sell';
  readonly marks: readonly OwnMark[];
  readonly onPress: () => void;
}

function CancelSide({ side, marks, onPress }: CancelSideProps) {
  const words = side === 'buy' ? t`buys` : t`sells`;
  return (
    <Button
      size="small"
      label={t`✕ ${words} ${marks.length}: cancel all ${words} of this market`}
      disabledReason={marks.length === 0 ? t`There are no own ${words}` : null}
      onPress={onPress}
    >
      ✕ {words} {marks.length}
    </Button>
  );
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
