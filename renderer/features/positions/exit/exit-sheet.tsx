import { useState } from 'react';
import { absolute, isNegative } from '#shared/decimal.ts';
import { type FuturesContract, isCompleteContract, type Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, otherPositionSide, positionName } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { type ActionFacts, useActionFacts } from '#bridge/actions/use-action-facts.ts';
import { useContractRecord, useMarketRead } from '#bridge/actions/use-market-rules.ts';
import { formatDecimal } from '#lib/format.ts';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { PolicyLine, type PolicyLineProps } from '#ui/overlay/policy-line.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import { PositionClosedNotice } from '../margin/margin-outcome.tsx';
import { PositionLine } from '../margin/preview-facts.tsx';
import { positionNow } from '../position-now.ts';
import { ExitFacts } from './exit-facts.tsx';
import { ExitFields } from './exit-fields.tsx';
import { emptyExit, type ExitMode } from './exit-draft.ts';
import { type ExitContext, type ExitOrder, type ExitSummary, summariseExit } from './exit-form.ts';
import { MarketExit } from './market-exit.tsx';
import { SentOrderResult } from './sent-order.tsx';
import { judgedOf, placedText, sentOf, findPolicyError, SecondStep, useSecondStep } from './second-step.tsx';
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
  const facts = useActionFacts(profile.id, market);
  const rules = useMarketRead(profile.id, market);
  const record = useContractRecord(profile.id, position.symbol);
  const title = `${titles[mode]} · ${positionName(position)}`;
  if (facts !== null && facts.contract !== null)
    return <ReadyExit {...props} facts={facts} contract={facts.contract} />;
  if (mode === 'reduce' && record !== undefined && !isCompleteContract(record))
    return <MarketExit {...{ profile, position, title, onClose }} contract={record} />;
  return <Sheet title={title} profile={profile} onClose={onClose} read={rules} />;
}

interface ReadyExitProps extends ExitSheetProps {
  readonly facts: ActionFacts;
  readonly contract: FuturesContract;
}

/** The present position and its source; null: closed; undefined: unknown. */
function usePositionNow(profileId: string, opened: Position) {
  const read = useAccountList(profileId, 'positions');
  return {
    read,
    now: positionNow(read, position => isSamePosition(position, opened)),
    opposite: oppositeOf(opened, read.data ?? []),
  };
}

/** The open position of the other side of the contract; null: there is none, as always in one-way mode. */
function oppositeOf({ symbol, positionSide }: Position, positions: readonly Position[]): Position | null {
  if (positionSide === undefined) return null;
  const other = { symbol, positionSide: otherPositionSide(positionSide) };
  return positions.find(position => position.isOpen && isSamePosition(position, other)) ?? null;
}

function ReadyExit({ profile, position: opened, mode: asked, size, facts, contract, onClose }: ReadyExitProps) {
  const action = useAction('orders.placeFutures', profile.id);
  const [first] = useState(() => emptyExit(asked, size));
  const [draft, setDraft] = useState(first);
  const { mode } = draft;
  const [reviewed, setReviewed] = useState<ExitSummary | null>(null);
  const [sentOrder, setSentOrder] = useState<ExitOrder | null>(null);
  const { read, now, opposite } = usePositionNow(profile.id, opened);
  const context = { ...contextOf(facts, contract, now ?? opened), opposite };
  const second = useSecondStep(profile.id, {
    facts,
    context: { ...context, position: opened },
    isClosed: now === null,
  });
  const opening = openingOf(mode, second);
  const summary = reviewed ?? summariseExit(draft, context);
  const judged = judgedOf(summary.order, facts, contract);
  const sent = sentOf(action.stage, sentOrder);
  const submit = () => {
    setReviewed(reviewed === null ? summary : null);
    const order = reviewed?.order ?? null;
    if (order === null) return;
    setSentOrder(order);
    void action.send({ profileId: profile.id, order: { ...order, clientOid: action.mark }, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={`${titles[mode]} · ${positionName(opened)}`}
      profile={profile}
      stage={action.stage}
      isReviewed={reviewed !== null}
      disabledReason={now === null ? t`The position is closed.` : (summary.validationError ?? findPolicyError(judged))}
      sendLabel={labelOf(summary)}
      done={placedText}
      onSubmit={submit}
      onBack={() => setReviewed(null)}
      onClose={onClose}
      onNext={opening === null ? undefined : opening.onKey}
      after={
        action.stage.kind === 'editing' ? null : (
          <>
            {sent === null ? null : (
              <SentOrderResult profileId={profile.id} terms={context.terms} clientOid={action.mark} {...sent} />
            )}
            <p role="status">
              {t`Position now: ${nowText(now)}`} <AgeChip {...read} asOfMs={read.updatedAtMs} />
            </p>
            {opening === null ? null : <SecondStep {...opening} />}
          </>
        )
      }
    >
      {now === null ? <PositionClosedNotice /> : <PositionLine position={context.position} />}
      {reviewed === null ? <ExitFields draft={draft} onChange={setDraft} /> : null}
      <ExitFacts summary={summary} context={context} opening={opening} isUntouched={draft === first} />
      <ExitPolicy order={summary.order} judged={judged} opening={opening} />
    </OrderSheet>
  );
}

interface ExitPolicyProps {
  readonly order: ExitOrder | null;
  readonly judged: PolicyLineProps;
  readonly opening: Pick<ReturnType<typeof useSecondStep>, 'order' | 'judged'> | null;
}

/** What the policy says of the order, and of the second step of a reversal before the first one is sent. */
function ExitPolicy({ order, judged, opening }: ExitPolicyProps) {
  return (
    <>
      {order === null ? null : <PolicyLine {...judged} />}
      {opening === null || opening.order === null ? null : <PolicyLine {...opening.judged} label={t`Policy, step 2`} />}
    </>
  );
}

/** The second step of a reversal; null: it is none. */
function openingOf<T>(mode: ExitMode, second: T): T | null {
  return mode === 'reverse' ? second : null;
}

function contextOf(facts: ActionFacts, contract: FuturesContract, position: Position): ExitContext {
  return { ...facts, contract, position, slippageCap: facts.policy?.policy.marketSlippage ?? usualSlippage };
}

function labelOf({ order, price, side, lots, isMarket }: ExitSummary): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === null ? '' : formatDecimal(price);
  const way = order?.stop === 'down' ? '≤' : '≥';
  const limit = isMarket ? t`at market, at worst ${figure}` : t`at ${figure}`;
  const at = order?.stop === undefined ? limit : t`when mark is ${way} ${figure}`;
  return t`${verb} ${lots === null ? '' : formatDecimal(lots)} lots ${at}, reduce-only`;
}

/** As it is pushed. */
function nowText(now: Position | null | undefined): string {
  if (now === undefined) return t`unknown`;
  if (now === null) return t`none`;
  const { quantity } = now;
  const lots = t`${formatDecimal(absolute(quantity))} lots`;
  return isNegative(quantity) ? t`Short ${lots}` : t`Long ${lots}`;
}
