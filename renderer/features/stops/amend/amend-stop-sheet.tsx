import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendOutcome } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { PolicyError } from '#shared/policy/policy-errors.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useAction } from '#bridge/actions/use-action.ts';
import { useMarketRules } from '#bridge/actions/use-market-rules.ts';
import { judgeHere, useActionFacts } from '#bridge/actions/use-action-facts.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { judgeChange } from '#lib/orders/change-judgement.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { effectOf, effectText, legText, stopPill } from '#lib/orders/stop-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Input } from '#ui/form/input.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { RejectionNotices } from '#ui/overlay/rejection-notices.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { distanceToTrigger, triggerText } from '#lib/orders/stop-distance.ts';
import { isOnMargin, positionOf } from '../stop-order.ts';
import { readStopDraft, stopAmendRequest, type StopAmendment, type StopDraft, stopDraftAt } from './amend-stop-form.ts';
import { type StopResultOf, useStopResult } from './use-stop-result.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface AmendStopSheetProps {
  readonly profile: Profile;
  /** as it was when the sheet opened; the exchange is asked again before anything is sent */
  readonly stop: StopOrder;
  /** the price that fires it; null: not known */
  readonly watched: Decimal | null;
  /** where its trigger was dragged to; absent: it was not dragged */
  readonly price?: Decimal | undefined;
  readonly onClose: () => void;
}

/** What was typed or dragged of the change, and what was reviewed of it. */
function useStopAmendment({ profile, stop, watched, price }: AmendStopSheetProps) {
  const terms = useMarketRules(profile.id, stop)?.terms ?? null;
  const [first] = useState(() => stopDraftAt(stop, price));
  const [draft, setDraft] = useState(first);
  const [isDropped, setDropped] = useState(price !== undefined);
  const [reviewed, setReviewed] = useState<StopAmendment | null>(null);
  const reading = readStopDraft(draft, stop, { watched, terms });
  // what was dropped is typed already: it opens on its review, as soon as the price that fires it is known
  if (isDropped && watched !== null) {
    setDropped(false);
    if (reading.ok) setReviewed(reading.change);
  }
  const change = reviewed ?? (reading.ok ? reading.change : null);
  // as it was opened nothing is wrong yet; what was dragged is typed
  const isUntouched = draft === first && price === undefined;
  const validationError = reading.ok ? null : reading.validationError;
  return { draft, setDraft, reviewed, setReviewed, validationError, change, isUntouched };
}

/** Another trigger, price or size for one stop: cancelled, confirmed, and placed again. */
export function AmendStopSheet(props: AmendStopSheetProps) {
  const { profile, stop, watched, onClose } = props;
  const action = useAction('orders.amend', profile.id);
  const resultOf = useStopResult(profile.id, stop);
  const effectThen = useEffectThen(profile.id, stop);
  const { draft, setDraft, reviewed, setReviewed, validationError, change, isUntouched } = useStopAmendment(props);
  const judged = useJudged(profile.id, stop, change);
  const wrong = validationError ?? judged.breach;
  const submit = () => {
    setReviewed(reviewed === null ? change : null);
    if (reviewed === null) return;
    const amend = stopAmendRequest(stop, reviewed, action.mark);
    void action.send({ profileId: profile.id, amend, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={t`Amend stop · ${stop.symbol}`}
      profile={profile}
      stage={action.stage}
      isReviewed={reviewed !== null}
      disabledReason={wrong ?? judged.validationErrors[0]?.message ?? null}
      sendLabel={labelOf(change)}
      done={receiptOf}
      onSubmit={submit}
      onBack={() => setReviewed(null)}
      onClose={onClose}
    >
      {reviewed === null ? <StopFields draft={draft} stop={stop} watched={watched} onChange={setDraft} /> : null}
      <Facts facts={[...factsOf({ stop, change, watched, resultOf }), ...effectThen(change), ...judged.facts]} />
      <Wrong text={wrong} isUntouched={isUntouched} />
      <RejectionNotices validationErrors={judged.validationErrors} />
      <WayNotes stop={stop} isAutoRepay={(change ?? draft).isAutoRepay} />
    </OrderSheet>
  );
}

/** A stop fills nothing while it waits: all of it remains. */
function labelOf(change: StopAmendment | null): string {
  if (change === null) return t`Amend to ${unknownText} at trigger ${unknownText}`;
  return t`Amend to ${formatDecimal(change.size)} at trigger ${formatDecimal(change.stopPrice)}`;
}

/** What it leaves of the position of its contract when it fires, as it is and as it is changed. */
function useEffectThen(profileId: string, stop: StopOrder): (change: StopAmendment | null) => readonly Fact[] {
  const positions = useAccountList(profileId, 'positions', stop.venue === 'futures' ? 'glance' : null).data;
  return change => {
    const next = { ...stop, ...change };
    const text = effectText(effectOf(next, positionOf(next, positions)));
    return text === null ? [] : [{ label: t`Position after`, hint: orderHints.positionAfter, value: text }];
  };
}

interface WrongProps {
  readonly text: string | null;
  readonly isUntouched: boolean;
}

function Wrong({ text, isUntouched }: WrongProps) {
  return text === null ? null : <p className={isUntouched ? 'field-note' : 'field-error'}>{text}</p>;
}

interface Judged {
  /** why the rules of the market refuse it, as a sentence; null: they do not */
  readonly breach: string | null;
  readonly validationErrors: readonly PolicyError[];
  /** what the policy says where it lets it pass */
  readonly facts: readonly Fact[];
}

const nothingJudged: Judged = { breach: null, validationErrors: [], facts: [] };

/** What main will say of the stop that comes instead, by the very code of main. */
function useJudged(profileId: string, stop: StopOrder, change: StopAmendment | null): Judged {
  const facts = useActionFacts(profileId, { venue: stop.venue, symbol: stop.symbol });
  if (facts === null || change === null) return nothingJudged;
  const { breach, action } = judgeChange({ stop }, change, facts);
  if (breach !== null) return { ...nothingJudged, breach };
  const policyResult = judgeHere(action, facts);
  if (policyResult !== null && policyResult.validationErrors.length > 0)
    return { ...nothingJudged, validationErrors: policyResult.validationErrors };
  return {
    ...nothingJudged,
    facts: [{ label: t`Policy`, hint: orderHints.policy, value: policySummary(policyResult, facts.policy) }],
  };
}

interface WayNotesProps {
  readonly stop: StopOrder;
  readonly isAutoRepay: boolean;
}

/** How it is changed. No list of the exchange says whether a stop repays, so nothing of that is kept in silence. */
function WayNotes({ stop, isAutoRepay }: WayNotesProps) {
  return (
    <>
      {isOnMargin(stop) ? (
        <p className="notice">
          {isAutoRepay
            ? t`The new order has auto-repay.`
            : t`The new order has no auto-repay. The exchange does not state it for the old order.`}
        </p>
      ) : null}
      {stop.pairId === undefined ? null : (
        <p className="notice notice-warning">
          {t`This order is the ${legText(stop)} of a pair. The new order is independent: if one triggers, the other stays, reduce-only.`}
        </p>
      )}
      <p className="notice notice-warning">{t`Cancel, confirm, place again: for a moment there is no protection.`}</p>
    </>
  );
}

interface FactsOptions {
  readonly stop: StopOrder;
  readonly change: StopAmendment | null;
  readonly watched: Decimal | null;
  readonly resultOf: StopResultOf;
}

/** The stop as it is and as it would be, each in one line, and what the position makes of it either way. */
function factsOf({ stop, change, watched, resultOf }: FactsOptions): readonly Fact[] {
  const pill = (of: StopOrder) => stopPill(of, { distance: distanceToTrigger(of, watched), result: resultOf(of) });
  const was = { label: t`Now`, hint: t`Conditional order at the exchange`, value: pill(stop) };
  if (change === null) return [was];
  const next = { ...stop, ...change };
  const [before, after] = [resultOf(stop), resultOf(next)];
  if (before === null || after === null)
    return [was, { label: t`Then`, hint: t`Conditional order after the amendment`, value: pill(next) }];
  return [
    was,
    { label: t`Then`, hint: t`Conditional order after the amendment`, value: pill(next) },
    {
      label: t`Est. PnL`,
      value: <BeforeAfter before={before.amount} after={after.amount} unit={before.currency} />,
      hint: orderHints.estPnl,
    },
  ];
}

interface StopFieldsProps {
  readonly draft: StopDraft;
  readonly stop: StopOrder;
  readonly watched: Decimal | null;
  readonly onChange: (draft: StopDraft) => void;
}

/** By which price and on which side of it, and where that price is. */
function firesWhen(stop: StopOrder, watched: Decimal | null): string {
  const when = t`when ${triggerText(stop)} it`;
  return watched === null ? when : t`${when}; now ${formatDecimal(watched)}`;
}

function StopFields({ draft, stop, watched, onChange }: StopFieldsProps) {
  return (
    <>
      <Field label={t`Trigger price`} hint={firesWhen(stop, watched)}>
        {control => (
          <Input
            isFigure
            {...control}
            value={draft.stopPrice}
            onChange={stopPrice => onChange({ ...draft, stopPrice })}
          />
        )}
      </Field>
      {stop.price === null ? null : (
        <Field label={t`Order price`}>
          {control => (
            <Input isFigure {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />
          )}
        </Field>
      )}
      <Field label={t`Size`}>
        {control => <Input isFigure {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
      {isOnMargin(stop) ? (
        <Checkbox
          hint={t`Proceeds repay the liability in that currency`}
          isChecked={draft.isAutoRepay}
          onChange={isAutoRepay => onChange({ ...draft, isAutoRepay })}
        >{t`Repay`}</Checkbox>
      ) : null}
    </>
  );
}

const titles = {
  amended: t`Amended.`,
  over: t`Not amended.`,
  gone: t`Original cancelled, replacement not placed.`,
} as const;
const tones = { amended: 'notice', over: 'notice notice-warning', gone: 'notice notice-danger' } as const;

function receiptOf({ outcome, detail }: AmendOutcome) {
  return (
    <p className={tones[outcome]}>
      <b>{titles[outcome]}</b> {detail}
    </p>
  );
}
