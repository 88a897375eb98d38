import { useState } from 'react';
import {
  absolute,
  type Decimal,
  divide,
  fromNumber,
  isNegative,
  isPositive,
  maximum,
  minimum,
} from '#shared/decimal.ts';
import type { PlacedOrder } from '#shared/domain/account/order.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { placeFutures } from '#shared/policy/policy-act.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { type ActFacts, judgeHere, useActFacts } from '#bridge/acts/use-act-facts.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { ActNotice } from '#ui/overlay/act-notice.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { PolicyLine, type PolicyLineProps } from '#ui/overlay/policy-line.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { GoneNotice } from '../margin/margin-outcome.tsx';
import { PositionLine } from '../margin/preview-facts.tsx';
import { positionNow } from '../position-now.ts';
import { ExitFacts } from './exit-facts.tsx';
import { ExitFields } from './exit-fields.tsx';
import { emptyExit, type ExitMode } from './exit-draft.ts';
import { type ExitContext, type ExitOrder, type ExitSummary, openingOrder, summariseExit } from './exit-form.ts';
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
  const facts = useActFacts(profile.id, { venue: 'futures', symbol: position.symbol });
  if (facts !== null && facts.contract !== null)
    return <ReadyExit {...props} facts={facts} contract={facts.contract} />;
  return (
    <Sheet title={`${titles[mode]} · ${position.symbol}`} profile={profile} onClose={onClose}>
      <Skeleton rows={6} />
    </Sheet>
  );
}

interface ReadyExitProps extends ExitSheetProps {
  readonly facts: ActFacts;
  readonly contract: FuturesContract;
}

/** The position as it is now; null: it is gone; undefined: not known. */
function usePositionNow(profileId: string, symbol: string): Position | null | undefined {
  return positionNow(useAccountList(profileId, 'positions'), position => position.symbol === symbol);
}

function ReadyExit({ profile, position: opened, mode: asked, size, facts, contract, onClose }: ReadyExitProps) {
  const act = useAct('orders.placeFutures', profile.id);
  const [first] = useState(() => emptyExit(asked, size));
  const [draft, setDraft] = useState(first);
  const { mode } = draft;
  const [reviewed, setReviewed] = useState<ExitSummary | null>(null);
  const now = usePositionNow(profile.id, opened.symbol);
  const context = contextOf(facts, contract, now ?? opened);
  const summary = reviewed ?? summariseExit(draft, context);
  const judged = judgedOf(summary.order, facts, contract);
  const goOn = () => {
    setReviewed(reviewed === null ? summary : null);
    const order = reviewed?.order ?? null;
    if (order === null) return;
    void act.send({ profileId: profile.id, order: { ...order, clientOid: act.mark }, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={`${titles[mode]} · ${opened.symbol}`}
      profile={profile}
      stage={act.stage}
      isReviewed={reviewed !== null}
      missing={now === null ? t`The position is gone.` : (summary.objection ?? refusalOf(judged))}
      sendLabel={labelOf(summary)}
      done={placedText}
      onGoOn={goOn}
      onBack={() => setReviewed(null)}
      onClose={onClose}
      after={
        act.stage.kind === 'editing' ? null : (
          <AfterExit profile={profile} opened={opened} now={now} mode={mode} context={context} facts={facts} />
        )
      }
    >
      {now === null ? <GoneNotice /> : <PositionLine position={context.position} />}
      {reviewed === null ? <ExitFields draft={draft} onChange={setDraft} /> : null}
      <ExitFacts summary={summary} context={context} isReverse={mode === 'reverse'} isUntouched={draft === first} />
      {summary.order === null ? null : <PolicyLine {...judged} />}
    </OrderSheet>
  );
}

function contextOf(facts: ActFacts, contract: FuturesContract, position: Position): ExitContext {
  return { ...facts, contract, position, slippageCap: facts.policy?.policy.marketSlippage ?? usualSlippage };
}

/** What main will say of it, by the very code of main. */
function judgedOf(order: ExitOrder | null, facts: ActFacts, contract: FuturesContract): PolicyLineProps {
  const act = order === null ? null : placeFutures({ ...order, clientOid: 'x' }, contract, null);
  return { act, verdict: judgeHere(act, facts), state: facts.policy };
}

function refusalOf({ verdict }: PolicyLineProps): string | null {
  return verdict?.refusals[0]?.message ?? null;
}

function labelOf({ order, price, side, lots }: ExitSummary): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === null ? '' : formatDecimal(price);
  const way = order?.stop === 'down' ? '≤' : '≥';
  const at = order?.stop === undefined ? t`at ${figure}` : t`when mark is ${way} ${figure}`;
  return t`${verb} ${lots ?? ''} lots ${at}, reduce-only`;
}

function placedText({ orderId }: PlacedOrder) {
  return <p className="notice">{t`The exchange took it as ${orderId}.`}</p>;
}

interface AfterExitProps {
  readonly profile: Profile;
  readonly opened: Position;
  readonly now: Position | null | undefined;
  readonly mode: ExitMode;
  readonly context: ExitContext;
  readonly facts: ActFacts;
}

/** What the position is now, as it is pushed; and the second step of reversing once it is gone. */
function AfterExit({ profile, opened, now, mode, context, facts }: AfterExitProps) {
  return (
    <>
      <p role="status">{t`Position now: ${nowText(now)}`}</p>
      {mode === 'reverse' ? (
        <OpenOther profile={profile} isGone={now === null} context={{ ...context, position: opened }} facts={facts} />
      ) : null}
    </>
  );
}

function nowText(now: AfterExitProps['now']): string {
  if (now === undefined) return t`not known`;
  if (now === null) return t`none`;
  const { quantity } = now;
  const lots = t`${formatDecimal(absolute(quantity))} lots`;
  return isNegative(quantity) ? t`Short ${lots}` : t`Long ${lots}`;
}

/** Leverage as the position had it, in whole numbers the contract takes. */
function leverageOf({ positionCost, initialMargin }: Position, { maxLeverage }: FuturesContract): Decimal {
  if (!isPositive(initialMargin)) return '1';
  const exact = divide(absolute(positionCost), initialMargin, { scale: 0, rounding: 'half-even' });
  return maximum('1', minimum(exact, fromNumber(maxLeverage)));
}

interface OpenOtherProps {
  readonly profile: Profile;
  /** the position is proven gone */
  readonly isGone: boolean;
  readonly context: ExitContext;
  readonly facts: ActFacts;
}

function openingText({ side, size, price, leverage }: ExitOrder): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === undefined ? '' : formatDecimal(price);
  return t`${verb} ${size ?? ''} lots, at worst ${figure}${leverage === undefined ? '' : `, ${leverage}×`}`;
}

/**
 * The second step is an order of its own: what the policy says of it stands there before it is pressed. Once it is sent
 * there is a position again, and what became of the step stays.
 */
function OpenOther({ profile, isGone, context, facts }: OpenOtherProps) {
  const act = useAct('orders.placeFutures', profile.id);
  const [sent, setSent] = useState('');
  const order = openingOrder(context, leverageOf(context.position, context.contract));
  const judged = judgedOf(order, facts, context.contract);
  const words = order === null ? t`The book has no price now` : openingText(order);
  const send = (wanted: ExitOrder) => {
    setSent(words);
    void act.send({ profileId: profile.id, order: { ...wanted, clientOid: act.mark }, confirmed: 'summary' });
  };
  const isOpen = act.stage.kind === 'editing' || act.stage.kind === 'refused';
  if (isOpen && !isGone)
    return (
      <p className="notice notice-warning">{t`The other side is opened only when this one is gone. If something is left, close it first.`}</p>
    );
  return (
    <>
      <p>{isOpen ? t`The position is gone. Second step:` : t`Second step: ${sent}`}</p>
      {isOpen ? (
        <>
          {order === null ? null : <PolicyLine {...judged} />}
          <Button
            variant="primary"
            disabledReason={order === null ? words : refusalOf(judged)}
            onPress={() => (order === null ? undefined : send(order))}
          >
            {words}
          </Button>
        </>
      ) : null}
      <ActNotice stage={act.stage} what={sent} done={placedText} />
    </>
  );
}
