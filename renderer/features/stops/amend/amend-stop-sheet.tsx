import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendOutcome } from '#shared/domain/account/amend.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAct } from '#bridge/acts/use-act.ts';
import { stopPill } from '#lib/stop-text.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { OrderSheet } from '#ui/overlay/order-sheet.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { distanceToTrigger } from '../stop-distance.ts';
import { readStopDraft, stopAmendRequest, type StopChange, type StopDraft, stopDraftOf } from './amend-stop-form.ts';

interface AmendStopSheetProps {
  readonly profile: Profile;
  /** as it was when the sheet opened; the exchange is asked again before anything is sent */
  readonly stop: StopOrder;
  /** the price that fires it; null: not known */
  readonly watched: Decimal | null;
  readonly onClose: () => void;
}

/** Another trigger, price or size for one stop: cancelled, seen to wait no more, placed anew. */
export function AmendStopSheet({ profile, stop, watched, onClose }: AmendStopSheetProps) {
  const act = useAct('orders.amend', profile.id);
  const [draft, setDraft] = useState(() => stopDraftOf(stop));
  const [reviewed, setReviewed] = useState<StopChange | null>(null);
  const reading = readStopDraft(draft, stop, watched);
  const change = reviewed ?? (reading.ok ? reading.change : null);
  const goOn = () => {
    setReviewed(reviewed === null ? change : null);
    if (reviewed === null) return;
    const amend = stopAmendRequest(stop, reviewed, act.mark);
    void act.send({ profileId: profile.id, amend, confirmed: 'summary' });
  };
  return (
    <OrderSheet
      title={`Change stop · ${stop.symbol}`}
      profile={profile}
      stage={act.stage}
      isReviewed={reviewed !== null}
      missing={reading.ok ? null : reading.objection}
      sendLabel={`Change to ${change?.size ?? ''} at ${change?.stopPrice ?? ''}`}
      done={receiptOf}
      onGoOn={goOn}
      onBack={() => setReviewed(null)}
      onClose={onClose}
    >
      {reviewed === null ? <StopFields draft={draft} stop={stop} onChange={setDraft} /> : null}
      <Facts facts={factsOf(stop, change, watched)} />
      {reading.ok ? null : <p className="field-error">{reading.objection}</p>}
      <p className="notice notice-warning">
        The old one is cancelled first and the new one placed when it is gone: for a moment nothing protects.
      </p>
    </OrderSheet>
  );
}

function factsOf(stop: StopOrder, change: StopChange | null, watched: Decimal | null): readonly Fact[] {
  const was = { label: 'Now', value: stopPill(stop, distanceToTrigger(stop, watched)) };
  if (change === null) return [was];
  const next = { ...stop, ...change };
  return [was, { label: 'Then', value: stopPill(next, distanceToTrigger(next, watched)) }];
}

interface StopFieldsProps {
  readonly draft: StopDraft;
  readonly stop: StopOrder;
  readonly onChange: (draft: StopDraft) => void;
}

function StopFields({ draft, stop, onChange }: StopFieldsProps) {
  return (
    <>
      <Field label="Fires at">
        {control => (
          <Input {...control} value={draft.stopPrice} onChange={stopPrice => onChange({ ...draft, stopPrice })} />
        )}
      </Field>
      {stop.price === null ? null : (
        <Field label="Then at">
          {control => <Input {...control} value={draft.price} onChange={price => onChange({ ...draft, price })} />}
        </Field>
      )}
      <Field label="Size">
        {control => <Input {...control} value={draft.size} onChange={size => onChange({ ...draft, size })} />}
      </Field>
    </>
  );
}

const titles = { amended: 'Changed.', over: 'Not changed.', gone: 'Neither is alive.' } as const;
const tones = { amended: 'notice', over: 'notice notice-warning', gone: 'notice notice-danger' } as const;

function receiptOf({ outcome, detail }: AmendOutcome) {
  return (
    <p className={tones[outcome]}>
      <b>{titles[outcome]}</b> {detail}
    </p>
  );
}
