import { hasFills } from '#shared/domain/fills/filled-size.ts';
import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendOutcome, Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type ActionStage, useAction } from '#bridge/actions/use-action.ts';
import { useSentOrder } from '#bridge/actions/use-sent-order.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import { type ActionFacts, judgeHere, useActionFacts } from '#bridge/actions/use-action-facts.ts';
import { useMarketRead } from '#bridge/actions/use-market-rules.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { fillResultOf } from '#lib/fills/fill-result.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { FillNotice } from '#ui/feedback/fill-notice.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { RejectionNotices } from '#ui/overlay/rejection-notices.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import {
  type AmendDraft,
  amendRequest,
  type AmendSummary,
  draftAt,
  overtaken,
  restOf,
  summariseAmend,
} from './amend-form.ts';
import { useLivingOrder } from './use-living-order.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface AmendSheetProps {
  readonly profile: Profile;
  /** as it was when the sheet opened; what it fills meanwhile is followed, and the exchange is asked again before anything is sent */
  readonly order: Order;
  /** where it was dragged to; absent: it was not dragged */
  readonly price?: Decimal | undefined;
  readonly onClose: () => void;
}

/** Another price or size for one active order: typed, reviewed, sent once, and what became of it. */
export function AmendSheet(props: AmendSheetProps) {
  const { profile, order, onClose } = props;
  const facts = useActionFacts(profile.id, order);
  const rules = useMarketRead(profile.id, order);
  if (facts !== null) return <ReadyAmend {...props} facts={facts} />;
  return <Sheet title={t`Amend order · ${order.symbol}`} profile={profile} onClose={onClose} read={rules} />;
}

/** What was typed or dragged of the change, and what was reviewed of it. `living`: null: the order is over. */
function useAmendment({ order, price }: AmendSheetProps, living: Order | null, facts: ActionFacts) {
  const [first] = useState((): AmendDraft => draftAt(order, price));
  const [draft, setDraft] = useState(first);
  const [reviewed, setReviewed] = useState<AmendSummary | null>(null);
  const summary = reviewed ?? summariseAmend(draft, { ...facts, order: living ?? order, touch: touchOf(facts.book) });
  const policyResult = judgeHere(summary.action, facts);
  const missing =
    overtaken(living, summary.size) ?? summary.validationError ?? policyResult?.validationErrors[0]?.message ?? null;
  // what was dropped is typed already: it opens on its review, as soon as a live book can say whether it may
  if (draft.isDragged === true && facts.book.state === 'live' && missing === null) {
    setDraft({ ...draft, isDragged: false });
    setReviewed(summary);
  }
  const edit = (next: AmendDraft) => setDraft({ ...next, isDragged: false });
  // as it was opened nothing is wrong yet; what was dragged is typed
  const isUntouched = draft === first && price === undefined;
  return { draft, edit, reviewed, setReviewed, summary, policyResult, missing, isUntouched };
}

function ReadyAmend(props: AmendSheetProps & { readonly facts: ActionFacts }) {
  const { profile, order, facts, onClose } = props;
  const action = useAction('orders.amend', profile.id);
  const living = useLivingOrder(profile.id, order);
  const { draft, edit, reviewed, setReviewed, summary, policyResult, missing, isUntouched } = useAmendment(
    props,
    living,
    facts,
  );
  const submit = () => {
    setReviewed(reviewed === null ? summary : null);
    const amend = reviewed === null ? null : amendRequest(order, reviewed, action.mark);
    if (amend !== null) void action.send({ profileId: profile.id, amend, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={t`Amend order · ${order.symbol}`}
      profile={profile}
      stage={action.stage}
      isReviewed={reviewed !== null}
      disabledReason={missing}
      sendLabel={labelOf(summary, living ?? order)}
      done={receiptOf}
      onSubmit={submit}
      onBack={() => setReviewed(null)}
      onClose={onClose}
      after={
        <AmendedFills
          profileId={profile.id}
          order={order}
          terms={facts.terms}
          mark={action.mark}
          stage={action.stage}
        />
      }
    >
      {reviewed === null ? (
        <AmendFields draft={draft} validationError={isUntouched ? null : summary.validationError} onChange={edit} />
      ) : null}
      <ChangeFacts opened={order} order={living} summary={summary} facts={facts} policyResult={policyResult} />
    </OrderSheet>
  );
}

interface AmendedFillsProps {
  readonly profileId: string;
  /** the old order */
  readonly order: Order;
  readonly terms: MarketTerms;
  readonly mark: string;
  readonly stage: ActionStage<AmendOutcome>;
}

/** What the new order has filled: at a price that crosses the book it fills at once. Nothing while it only rests. */
function AmendedFills({ profileId, order, terms, mark, stage }: AmendedFillsProps) {
  const { venue, symbol, tradeType } = order;
  const orderId = stage.kind === 'done' ? stage.value.orderId : null;
  const sent = useSentOrder({
    profileId,
    market: { venue, symbol },
    tradeType,
    clientOid: mark,
    orderId,
    isEnabled: orderId !== null || stage.kind === 'resolved',
  });
  if (sent === null || sent.size === null || (sent.isActive && !hasFills(sent))) return null;
  return <FillNotice result={fillResultOf(sent, sent.size, terms)} />;
}

function figureText(figure: Decimal | null): string {
  return figure === null ? unknownText : formatDecimal(figure);
}

/** The change with what is left to fill after it. */
function labelOf({ size, price }: AmendSummary, order: Order): string {
  return t`Amend to ${figureText(size)} at ${figureText(price)}, remaining ${figureText(restOf(order, size))}`;
}

interface AmendFieldsProps {
  readonly draft: AmendDraft;
  readonly validationError: string | null;
  readonly onChange: (draft: AmendDraft) => void;
}

function AmendFields({ draft, validationError, onChange }: AmendFieldsProps) {
  return (
    <>
      <Field label={t`Price`} hint={t`67412.5, a, b, mid, b+1`} error={draft.price === '' ? null : validationError}>
        {control => (
          <Input isFigure {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />
        )}
      </Field>
      <Field label={t`Size`} hint={t`total size including fills; 50% is half of the old size`}>
        {control => <Input isFigure {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
    </>
  );
}

interface ChangeFactsProps {
  /** as it was when the sheet opened */
  readonly opened: Order;
  /** as it is now; null: it is over */
  readonly order: Order | null;
  readonly summary: AmendSummary;
  readonly facts: ActionFacts;
  readonly policyResult: PolicyResult | null;
}

function ChangeFacts({ opened, order: living, summary, facts, policyResult }: ChangeFactsProps) {
  const order = living ?? opened;
  const validationErrors = policyResult?.validationErrors ?? [];
  const unit = order.venue === 'spot' ? facts.terms.baseCurrency : t`lots`;
  return (
    <>
      <Facts
        facts={[
          {
            label: t`Order`,
            hint: t`Side and account of the order`,
            value: t`${sideLabels[order.side]} on ${tradeTypeText(order.tradeType)}`,
          },
          {
            label: t`Price`,
            hint: orderHints.price,
            value: <BeforeAfter before={order.price} after={summary.price} />,
          },
          {
            label: t`Size`,
            hint: orderHints.size,
            value: <BeforeAfter before={order.size} after={summary.size} unit={unit} />,
          },
          {
            label: t`Filled so far`,
            hint: orderHints.filled,
            value: <BeforeAfter before={opened.filledSize} after={order.filledSize} unit={unit} />,
          },
          {
            label: t`Remaining`,
            hint: orderHints.remaining,
            value: <BeforeAfter before={restOf(order, order.size)} after={restOf(order, summary.size)} unit={unit} />,
          },
          { label: t`Method`, hint: t`How the exchange amends an order of this account`, value: wayOf(order) },
          ...(validationErrors.length > 0
            ? []
            : [{ label: t`Policy`, hint: orderHints.policy, value: policySummary(policyResult, facts.policy) }]),
        ]}
      />
      {living === null ? (
        <p className="notice notice-warning">{t`The order is no longer open and cannot be amended.`}</p>
      ) : null}
      {summary.isCrossing ? (
        <p className="notice notice-warning">
          {order.isPostOnly
            ? t`This price would execute at once, and the order is post-only: the exchange rejects it, and the old order may be cancelled.`
            : t`At this price the order executes at once.`}
        </p>
      ) : null}
      <RejectionNotices validationErrors={validationErrors} />
    </>
  );
}

function wayOf({ tradeType, timeInForce }: Order): string {
  const life = timeInForce === 'GTT' ? t` Its time in force starts again.` : '';
  if (tradeType === 'spot') return t`In one step at the exchange. The order moves to the end of the queue.${life}`;
  const loan = tradeType === 'futures' ? '' : t` The new order has no auto-borrow and no auto-repay.`;
  return t`Cancel, confirm, place again: for a moment no order is open.${loan}${life}`;
}

const tones = { amended: 'notice', over: 'notice notice-warning', gone: 'notice notice-danger' } as const;

function receiptOf(outcome: AmendOutcome) {
  const title = { amended: t`Amended.`, over: t`Not amended.`, gone: t`Original cancelled, replacement not placed.` }[
    outcome.outcome
  ];
  return (
    <p className={tones[outcome.outcome]}>
      <b>{title}</b> {outcome.detail}
    </p>
  );
}
