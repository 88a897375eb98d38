import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendOutcome, Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import { type ActFacts, judgeHere, useActFacts } from '#bridge/acts/use-act-facts.ts';
import { useMarketRead } from '#bridge/acts/use-market-rules.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { policyWords } from '#lib/orders/policy-words.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { RefusalNotices } from '#ui/overlay/refusal-notices.tsx';
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
import { sideWords } from '#lib/side-words.ts';
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
  const facts = useActFacts(profile.id, order);
  const rules = useMarketRead(profile.id, order);
  if (facts !== null) return <ReadyAmend {...props} facts={facts} />;
  return <Sheet title={t`Change order · ${order.symbol}`} profile={profile} onClose={onClose} read={rules} />;
}

/** What was typed or dragged of the change, and what was reviewed of it. `living`: null: the order is over. */
function useAmendment({ order, price }: AmendSheetProps, living: Order | null, facts: ActFacts) {
  const [first] = useState((): AmendDraft => draftAt(order, price));
  const [draft, setDraft] = useState(first);
  const [reviewed, setReviewed] = useState<AmendSummary | null>(null);
  const summary = reviewed ?? summariseAmend(draft, { ...facts, order: living ?? order, touch: touchOf(facts.book) });
  const verdict = judgeHere(summary.act, facts);
  const missing = overtaken(living, summary.size) ?? summary.objection ?? verdict?.refusals[0]?.message ?? null;
  // what was dropped is typed already: it opens on its review, as soon as a live book can say whether it may
  if (draft.isDragged === true && facts.book.state === 'live' && missing === null) {
    setDraft({ ...draft, isDragged: false });
    setReviewed(summary);
  }
  const edit = (next: AmendDraft) => setDraft({ ...next, isDragged: false });
  // as it was opened nothing is wrong yet; what was dragged is typed
  const isUntouched = draft === first && price === undefined;
  return { draft, edit, reviewed, setReviewed, summary, verdict, missing, isUntouched };
}

function ReadyAmend(props: AmendSheetProps & { readonly facts: ActFacts }) {
  const { profile, order, facts, onClose } = props;
  const act = useAct('orders.amend', profile.id);
  const living = useLivingOrder(profile.id, order);
  const { draft, edit, reviewed, setReviewed, summary, verdict, missing, isUntouched } = useAmendment(
    props,
    living,
    facts,
  );
  const goOn = () => {
    setReviewed(reviewed === null ? summary : null);
    const amend = reviewed === null ? null : amendRequest(order, reviewed, act.mark);
    if (amend !== null) void act.send({ profileId: profile.id, amend, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={t`Change order · ${order.symbol}`}
      profile={profile}
      stage={act.stage}
      isReviewed={reviewed !== null}
      missing={missing}
      sendLabel={labelOf(summary, living ?? order)}
      done={receiptOf}
      onGoOn={goOn}
      onBack={() => setReviewed(null)}
      onClose={onClose}
    >
      {reviewed === null ? (
        <AmendFields draft={draft} objection={isUntouched ? null : summary.objection} onChange={edit} />
      ) : null}
      <ChangeFacts opened={order} order={living} summary={summary} facts={facts} verdict={verdict} />
    </OrderSheet>
  );
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
  readonly objection: string | null;
  readonly onChange: (draft: AmendDraft) => void;
}

function AmendFields({ draft, objection, onChange }: AmendFieldsProps) {
  return (
    <>
      <Field label={t`Price`} hint={t`67412.5, a, b, mid, b+1`} error={draft.price === '' ? null : objection}>
        {control => (
          <Input isFigure {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />
        )}
      </Field>
      <Field label={t`Size`} hint={t`the whole size, with what is filled; 50% is half of what it was`}>
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
  readonly facts: ActFacts;
  readonly verdict: PolicyVerdict | null;
}

function ChangeFacts({ opened, order: living, summary, facts, verdict }: ChangeFactsProps) {
  const order = living ?? opened;
  const refusals = verdict?.refusals ?? [];
  const unit = order.venue === 'spot' ? facts.terms.baseCurrency : t`lots`;
  return (
    <>
      <Facts
        facts={[
          { label: t`Order`, value: t`${sideWords[order.side]} on ${tradeTypeText(order.tradeType)}` },
          { label: t`Price`, value: <BeforeAfter before={order.price} after={summary.price} /> },
          { label: t`Size`, value: <BeforeAfter before={order.size} after={summary.size} unit={unit} /> },
          {
            label: t`Filled so far`,
            value: <BeforeAfter before={opened.filledSize} after={order.filledSize} unit={unit} />,
          },
          {
            label: t`Left to fill`,
            value: <BeforeAfter before={restOf(order, order.size)} after={restOf(order, summary.size)} unit={unit} />,
          },
          { label: t`How`, value: wayOf(order) },
          ...(refusals.length > 0 ? [] : [{ label: t`Policy`, value: policyWords(verdict, facts.policy) }]),
        ]}
      />
      {living === null ? (
        <p className="notice notice-warning">{t`It is not active any more, so there is nothing to change.`}</p>
      ) : null}
      {summary.isCrossing ? (
        <p className="notice notice-warning">
          {order.isPostOnly
            ? t`At this price it would trade at once, and it is post-only: the exchange will not take it, and the old one may be gone.`
            : t`At this price it trades at once.`}
        </p>
      ) : null}
      <RefusalNotices refusals={refusals} />
    </>
  );
}

function wayOf({ tradeType, timeInForce }: Order): string {
  const life = timeInForce === 'GTT' ? t` Its time begins anew.` : '';
  if (tradeType === 'spot') return t`In one step at the exchange; it goes to the end of the queue.${life}`;
  const loan = tradeType === 'futures' ? '' : t` The new one borrows and repays nothing by itself.`;
  return t`Cancelled, proven gone, then placed anew: for a moment neither is there.${loan}${life}`;
}

const tones = { amended: 'notice', over: 'notice notice-warning', gone: 'notice notice-danger' } as const;

function receiptOf(outcome: AmendOutcome) {
  const title = { amended: t`Changed.`, over: t`Not changed.`, gone: t`Neither is alive.` }[outcome.outcome];
  return (
    <p className={tones[outcome.outcome]}>
      <b>{title}</b> {outcome.detail}
    </p>
  );
}
