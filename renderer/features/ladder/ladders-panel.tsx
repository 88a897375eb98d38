import type { Profile } from '#shared/domain/profile.ts';
import { unknownText } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { marginTypeOf, tradeTypeText } from '#lib/trade-type.ts';
import { leftText } from '#ui/value/gtt.ts';
import { formatClock, formatMoment } from '#lib/time.ts';
import { Unknown } from '#ui/value/number-cell.tsx';
import { useLadderStore } from '#state/ladder-store.ts';
import { useAtTick } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import './ladder.css';
import { firstEndMs } from './model/extension.ts';
import {
  heldText,
  type LadderStanding,
  progressOfLadder,
  progressText,
  rejections,
  toneOf,
} from './model/ladder-views.ts';
import { type CardProps, CardActions } from './parts/card-actions.tsx';
import { RungTable } from './parts/rung-table.tsx';
import { useLadderViews } from './use-ladder-views.ts';
import { t } from '#shared/words/t.ts';

interface LaddersPanelProps {
  readonly profile: Profile;
}

/** Each ladder as one thing: how far it is, what is left, and what can be done with it. */
export function LaddersPanel({ profile }: LaddersPanelProps) {
  const open = useLadderStore(state => state.open);
  const read = useLadderViews(profile.id);
  const validationError = useActionError(profile, read);
  const compose = (
    <Button size="small" onPress={open} disabledReason={profile.isReadOnly ? t`This profile is read-only` : null}>
      {t`New scaled order `}
      <kbd>L</kbd>
    </Button>
  );
  return (
    <Panel
      title={t`Scaled orders`}
      read={read}
      empty={ladders =>
        ladders.length > 0
          ? null
          : { reason: t`No scaled orders are open or in the recent order history.`, action: compose }
      }
    >
      {ladders => (
        <div className="ladders">
          {ladders.map(view => (
            <LadderCard key={view.id} profile={profile} view={view} validationError={validationError} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function LadderCard(props: CardProps) {
  const { view } = props;
  const { market, side, tradeType, sinceMs } = view;
  const held = heldText(view);
  const { filled, left, averagePrice } = progressOfLadder(view);
  const reasons = rejections(view);
  return (
    <section className="ladder-card" aria-label={t`Scaled order ${view.id}`} data-tone={toneOf(view)} data-side={side}>
      <header className="ladder-card-head">
        <b>
          {side === 'buy' ? t`Buy` : t`Sell`} {market.symbol}
        </b>
        {marginTypeOf(tradeType) === undefined ? null : <span>{t`${tradeTypeText(tradeType)} margin`}</span>}
        <span className="ladder-when">{sinceMs === null ? <Unknown /> : formatClock(sinceMs)}</span>
        <span className="ladder-progress" role="status">
          {progressText(view)}
        </span>
        <span className="number">
          {t`filled ${filled === null ? unknownText : formatOwn(filled)}${averagePrice === null ? '' : t` at ${formatOwn(averagePrice)}`}, left ${formatOwn(left)}`}
        </span>
        <EndsAt view={view} />
        <CardActions {...props} />
      </header>
      {held === null ? null : <p className="ladder-held">{held}</p>}
      {reasons.length === 0 ? null : (
        <ul className="ladder-reasons" aria-label={t`Reasons of rejections`}>
          {reasons.map(([reason, count]) => (
            <li key={reason}>
              {count} × {reason}
            </li>
          ))}
        </ul>
      )}
      <RungTable view={view} />
    </section>
  );
}

/** When the first of its rungs ends by itself, and how long that is. */
function EndsAt({ view }: { readonly view: LadderStanding }) {
  const atMs = firstEndMs(view);
  const text = useAtTick(nowMs =>
    atMs === null ? '' : t`ends at ${formatMoment(atMs, nowMs)} · ${leftText(atMs - nowMs)}`,
  );
  return atMs === null ? null : <span className="ladder-when">{text}</span>;
}
