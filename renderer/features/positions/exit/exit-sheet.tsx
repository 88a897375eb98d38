import { useState } from 'react';
import { absolute, isNegative } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, positionName } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { type ActFacts, useActFacts } from '#bridge/acts/use-act-facts.ts';
import { useMarketRead } from '#bridge/acts/use-market-rules.ts';
import { formatDecimal } from '#lib/format.ts';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { PolicyLine } from '#ui/overlay/policy-line.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import { GoneNotice } from '../margin/margin-outcome.tsx';
import { PositionLine } from '../margin/preview-facts.tsx';
import { positionNow } from '../position-now.ts';
import { ExitFacts } from './exit-facts.tsx';
import { ExitFields } from './exit-fields.tsx';
import { emptyExit, type ExitMode } from './exit-draft.ts';
import { type ExitContext, type ExitOrder, type ExitSummary, summariseExit } from './exit-form.ts';
import { SentOrderResult } from './sent-order.tsx';
import { judgedOf, placedText, sentOf, refusalOf, SecondStep, useSecondStep } from './second-step.tsx';
import { t } from '#shared/words/t.ts';

/** How much worse than the touch an order at the market may fill, until the policy says it. */
const usualSlippage = '0.005';

interface ExitSheetProps {
  readonly profile: Profile;
  /** as it was when the sheet opened */
  readonly position: Position;
  readonly mode: ExitMode;
  /** `100%` for an exit of all of it */
  readonly size: string;
  readonly onClose: () => void;
}

const titles: Readonly<Record<ExitMode, string>> = {
  reduce: t`Reduce or close`,
  stop: t`Stop loss`,
  profit: t`Take profit`,
  reverse: t`Reverse`,
};

/** One exit of one position: reduced, closed, reversed, or given a stop. */
export function ExitSheet(props: ExitSheetProps) {
  const { profile, position, mode, onClose } = props;
  const market = { venue: 'futures', symbol: position.symbol } as const;
  const facts = useActFacts(profile.id, market);
  const rules = useMarketRead(profile.id, market);
  if (facts !== null && facts.contract !== null)
    return <ReadyExit {...props} facts={facts} contract={facts.contract} />;
  return (
    <Sheet title={`${titles[mode]} · ${positionName(position)}`} profile={profile} onClose={onClose} read={rules} />
  );
}

interface ReadyExitProps extends ExitSheetProps {
  readonly facts: ActFacts;
  readonly contract: FuturesContract;
}

/** The position as it is now, and how that is known; null: it is gone; undefined: not known. */
function usePositionNow(profileId: string, opened: Position) {
  const read = useAccountList(profileId, 'positions');
  return { read, now: positionNow(read, position => isSamePosition(position, opened)) };
}

function ReadyExit({ profile, position: opened, mode: asked, size, facts, contract, onClose }: ReadyExitProps) {
  const act = useAct('orders.placeFutures', profile.id);
  const [first] = useState(() => emptyExit(asked, size));
  const [draft, setDraft] = useState(first);
  const { mode } = draft;
  const [reviewed, setReviewed] = useState<ExitSummary | null>(null);
  const [sentOrder, setSentOrder] = useState<ExitOrder | null>(null);
  const { read, now } = usePositionNow(profile.id, opened);
  const context = contextOf(facts, contract, now ?? opened);
  const second = useSecondStep(profile.id, { facts, context: { ...context, position: opened }, isGone: now === null });
  const opening = openingOf(mode, second);
  const summary = reviewed ?? summariseExit(draft, context);
  const judged = judgedOf(summary.order, facts, contract);
  const sent = sentOf(act.stage, sentOrder);
  const goOn = () => {
    setReviewed(reviewed === null ? summary : null);
    const order = reviewed?.order ?? null;
    if (order === null) return;
    setSentOrder(order);
    void act.send({ profileId: profile.id, order: { ...order, clientOid: act.mark }, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={`${titles[mode]} · ${positionName(opened)}`}
      profile={profile}
      stage={act.stage}
      isReviewed={reviewed !== null}
      missing={now === null ? t`The position is gone.` : (summary.objection ?? refusalOf(judged))}
      sendLabel={labelOf(summary)}
      done={placedText}
      onGoOn={goOn}
      onBack={() => setReviewed(null)}
      onClose={onClose}
      onNext={opening === null ? undefined : opening.onKey}
      after={
        act.stage.kind === 'editing' ? null : (
          <>
            {sent === null ? null : (
              <SentOrderResult profileId={profile.id} contract={contract} clientOid={act.mark} {...sent} />
            )}
            <p role="status">
              {t`Position now: ${nowText(now)}`} <AgeChip {...read} asOfMs={read.updatedAtMs} />
            </p>
            {opening === null ? null : <SecondStep {...opening} />}
          </>
        )
      }
    >
      {now === null ? <GoneNotice /> : <PositionLine position={context.position} />}
      {reviewed === null ? <ExitFields draft={draft} onChange={setDraft} /> : null}
      <ExitFacts summary={summary} context={context} opening={opening} isUntouched={draft === first} />
      {summary.order === null ? null : <PolicyLine {...judged} />}
    </OrderSheet>
  );
}

/** The second step of a reversal; null: it is none. */
function openingOf<T>(mode: ExitMode, second: T): T | null {
  return mode === 'reverse' ? second : null;
}

function contextOf(facts: ActFacts, contract: FuturesContract, position: Position): ExitContext {
  return { ...facts, contract, position, slippageCap: facts.policy?.policy.marketSlippage ?? usualSlippage };
}

function labelOf({ order, price, side, lots, isMarket }: ExitSummary): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === null ? '' : formatDecimal(price);
  const way = order?.stop === 'down' ? '≤' : '≥';
  const limit = isMarket ? t`at market, at worst ${figure}` : t`at ${figure}`;
  const at = order?.stop === undefined ? limit : t`when mark is ${way} ${figure}`;
  return t`${verb} ${lots ?? ''} lots ${at}, reduce-only`;
}

/** As it is pushed. */
function nowText(now: Position | null | undefined): string {
  if (now === undefined) return t`not known`;
  if (now === null) return t`none`;
  const { quantity } = now;
  const lots = t`${formatDecimal(absolute(quantity))} lots`;
  return isNegative(quantity) ? t`Short ${lots}` : t`Long ${lots}`;
}
