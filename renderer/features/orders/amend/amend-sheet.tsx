import { useState } from 'react';
import type { AmendOutcome } from '#shared/domain/account/amend.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { type ActFacts, judgeHere, touchOf, useActFacts } from '#bridge/acts/use-act-facts.ts';
import { formatDecimal } from '#lib/format.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { type AmendDraft, amendRequest, type AmendSummary, draftOf, restOf, summariseAmend } from './amend-form.ts';

interface AmendSheetProps {
  readonly profile: Profile;
  /** as it was when the sheet opened; the exchange is asked again before anything is sent */
  readonly order: Order;
  readonly onClose: () => void;
}

/** Another price or size for one active order: typed, reviewed, sent once, and what became of it. */
export function AmendSheet({ profile, order, onClose }: AmendSheetProps) {
  const facts = useActFacts(profile.id, { venue: order.venue, symbol: order.symbol });
  if (facts !== null) return <ReadyAmend profile={profile} order={order} facts={facts} onClose={onClose} />;
  return (
    <Sheet title={`Change order · ${order.symbol}`} profile={profile} onClose={onClose}>
      <Skeleton rows={5} />
    </Sheet>
  );
}

function ReadyAmend({ profile, order, facts, onClose }: AmendSheetProps & { readonly facts: ActFacts }) {
  const act = useAct('orders.amend', profile.id);
  const [draft, setDraft] = useState(() => draftOf(order));
  const [reviewed, setReviewed] = useState<AmendSummary | null>(null);
  const summary = reviewed ?? summariseAmend(draft, { ...facts, order, touch: touchOf(facts.book) });
  const refusals = judgeHere(summary.act, facts)?.refusals ?? [];
  const goOn = () => {
    setReviewed(reviewed === null ? summary : null);
    const amend = reviewed === null ? null : amendRequest(order, reviewed, act.mark);
    if (amend !== null) void act.send({ profileId: profile.id, amend, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={`Change order · ${order.symbol}`}
      profile={profile}
      stage={act.stage}
      isReviewed={reviewed !== null}
      missing={summary.objection ?? refusals[0]?.message ?? null}
      sendLabel={`${order.side === 'buy' ? 'Buy' : 'Sell'} ${summary.size ?? ''} at ${summary.price ?? ''}`}
      done={receiptOf}
      onGoOn={goOn}
      onBack={() => setReviewed(null)}
      onClose={onClose}
    >
      {reviewed === null ? <AmendFields draft={draft} objection={summary.objection} onChange={setDraft} /> : null}
      <ChangeFacts order={order} summary={summary} facts={facts} refusals={refusals} />
    </OrderSheet>
  );
}

interface AmendFieldsProps {
  readonly draft: AmendDraft;
  readonly objection: string | null;
  readonly onChange: (draft: AmendDraft) => void;
}

function AmendFields({ draft, objection, onChange }: AmendFieldsProps) {
  return (
    <>
      <Field label="Price" hint="67412.5, a, b, mid, b+1" error={draft.price === '' ? null : objection}>
        {control => <Input {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />}
      </Field>
      <Field label="Size" hint="the whole size, with what is filled; 50% is half of what it was">
        {control => <Input {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
    </>
  );
}

interface ChangeFactsProps {
  readonly order: Order;
  readonly summary: AmendSummary;
  readonly facts: ActFacts;
  readonly refusals: readonly { readonly rule: string; readonly message: string }[];
}

function ChangeFacts({ order, summary, facts, refusals }: ChangeFactsProps) {
  const unit = order.venue === 'spot' ? facts.terms.baseCurrency : 'lots';
  return (
    <>
      <Facts
        facts={[
          { label: 'Order', value: `${order.side} on ${tradeTypeText(order.tradeType)}` },
          { label: 'Price', value: <BeforeAfter before={order.price} after={summary.price} /> },
          { label: 'Size', value: <BeforeAfter before={order.size} after={summary.size} unit={unit} /> },
          { label: 'Filled so far', value: formatDecimal(order.filledSize) },
          {
            label: 'Left to fill',
            value: <BeforeAfter before={restOf(order, order.size)} after={restOf(order, summary.size)} unit={unit} />,
          },
          { label: 'How', value: wayOf(order) },
        ]}
      />
      {summary.isCrossing ? (
        <p className="notice notice-warning">
          {order.isPostOnly
            ? 'At this price it would trade at once, and it is post-only: the exchange will not take it, and the old one may be gone.'
            : 'At this price it trades at once.'}
        </p>
      ) : null}
      {refusals.map(({ rule, message }) => (
        <p key={rule} className="notice notice-danger">
          {message}
        </p>
      ))}
    </>
  );
}

function wayOf({ tradeType, timeInForce }: Order): string {
  const life = timeInForce === 'GTT' ? ' Its time begins anew.' : '';
  if (tradeType === 'spot') return `In one step at the exchange; it goes to the end of the queue.${life}`;
  const loan = tradeType === 'futures' ? '' : ' The new one borrows and repays nothing by itself.';
  return `Cancelled, proven gone, then placed anew: for a moment neither is there.${loan}${life}`;
}

const tones = { amended: 'notice', over: 'notice notice-warning', gone: 'notice notice-danger' } as const;

function receiptOf(outcome: AmendOutcome) {
  const title = { amended: 'Changed.', over: 'Not changed.', gone: 'Neither is alive.' }[outcome.outcome];
  return (
    <p className={tones[outcome.outcome]}>
      <b>{title}</b> {outcome.detail}
    </p>
  );
}
