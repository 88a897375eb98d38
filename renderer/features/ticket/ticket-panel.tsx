import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { policySummary } from '#lib/orders/policy-summary.ts';
import { isPrefillRecent, useTicketStore } from '#state/ticket-store.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { rememberFocus } from '#ui/overlay/use-modal.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { Facts } from '#ui/value/facts.tsx';
import type { Followed } from './actions/use-stages.ts';
import { isKeyOwner, isTyping } from './is-typing.ts';
import type { TicketSummary } from './checks/summary.ts';
import { orderTypeDisabledReason } from './model/disabled-reasons.ts';
import type { OrderKind } from './model/ticket-draft.ts';
import type { TicketFacts } from './model/ticket-facts.ts';
import { Amounts } from './parts/amounts.tsx';
import { ticketFacts } from './parts/figures.tsx';
import { Choice } from './parts/choice.tsx';
import type { FormProps } from './parts/form-props.ts';
import { ValidationMessages } from './parts/validation-messages.tsx';
import { Options } from './parts/options.tsx';
import { ReviewPart } from './parts/review.tsx';
import { SubmitRow } from './parts/submit-row.tsx';
import { Tracks } from './parts/tracks.tsx';
import './ticket.css';
import { type Ticket, useTicket } from './use-ticket.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface TicketPanelProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY: it is on every order */
  readonly mode: string;
  readonly market: Market;
  readonly followed: readonly Followed[];
}

/** One order of the market on the screen: typed, reviewed, sent, and what came of it. */
export function TicketPanel({ profile, mode, market, followed }: TicketPanelProps) {
  const ticket = useTicket(profile, market);
  const close = useTicketStore(state => state.close);
  const sizeRef = useRef<HTMLInputElement>(null);
  const priceRef = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLElement>(null);
  const isReviewing = ticket.review !== null;
  useFocusBack();
  useFocus({ box, sizeRef, priceRef, ticket });
  useSubmitKey(box, ticket);
  const onKeyDown = (event: KeyboardEvent) => {
    ticket.arming.touch();
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (isReviewing) ticket.back();
      else close();
    }
  };
  return (
    <section
      ref={box}
      className="ticket"
      aria-label={t`Order ticket`}
      tabIndex={-1}
      data-side={ticket.draft.side}
      data-armed={ticket.arming.isArmed}
      onKeyDown={onKeyDown}
      onPointerDown={ticket.arming.touch}
    >
      <Head ticket={ticket} mode={mode} onClose={close} />
      <div className="ticket-body">
        <Body ticket={ticket} mode={mode} sizeRef={sizeRef} priceRef={priceRef} />
      </div>
      {ticket.summary === null ? null : <SubmitRow ticket={ticket} summary={ticket.summary} />}
      <Tracks followed={followed} />
    </section>
  );
}

/** Ctrl-Enter submits with any focus, unless another field or a sheet has it. */
function useSubmitKey(box: React.RefObject<HTMLElement | null>, { submit, arming: { touch } }: Ticket): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isEnter(event) || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const isHere = event.target instanceof Node && box.current?.contains(event.target) === true;
      if (!isHere && isTyping(event)) return;
      event.preventDefault();
      touch();
      if (!event.repeat) submit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box, submit, touch]);
}

interface FocusOptions {
  readonly box: React.RefObject<HTMLElement | null>;
  readonly sizeRef: React.RefObject<HTMLInputElement | null>;
  readonly priceRef: React.RefObject<HTMLInputElement | null>;
  readonly ticket: Ticket;
}

/** When the ticket closes with the focus, the element that had it before receives it again. */
function useFocusBack(): void {
  useEffect(() => {
    const restoreFocus = rememberFocus();
    return () => {
      if (document.activeElement === document.body) restoreFocus();
    };
  }, []);
}

/**
 * The size, or the price after Tab, takes the focus when what was asked for has arrived in it, and not before: until
 * then keys are gathered elsewhere, so that none is lost. A review takes the focus from the fields.
 */
function useFocus({ box, sizeRef, priceRef, ticket }: FocusOptions): void {
  const prefill = useTicketStore(state => state.prefill);
  const clearPrefill = useTicketStore(state => state.clearPrefill);
  const isReviewing = ticket.review !== null;
  const wasReviewing = useRef(false);
  useEffect(() => {
    // the fields are not mounted during the review
    if ((isReviewing || wasReviewing.current) && !isFocusElsewhere(box.current)) box.current?.focus();
    wasReviewing.current = isReviewing;
  }, [isReviewing, box]);
  useEffect(() => {
    const isInPrice = prefill?.isInPrice === true && priceRef.current !== null;
    const input = isInPrice ? priceRef.current : sizeRef.current;
    if (prefill === null || ticket.arrived !== prefill || input === null) return;
    // a key came between this drawing and now: what it made of it arrives next, and would be lost with this one
    if (useTicketStore.getState().prefill !== prefill) return;
    if (!hasUserMovedFocus()) {
      input.focus();
      // text typed while loading is kept; earlier text is replaced
      if ((isInPrice ? prefill.price : prefill.size) === undefined) input.select();
      else input.setSelectionRange(input.value.length, input.value.length);
    }
    // a click that requested a review gets it, however long the ticket took to load
    if (prefill.isReview === true) ticket.openReview();
    clearPrefill();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each that has arrived; the ticket is that of this very drawing
  }, [prefill, ticket.arrived, sizeRef, priceRef, clearPrefill]);
}

/** Whether the user types in a field outside the ticket, or in a dialog: a review that opens now does not take the focus. */
function isFocusElsewhere(box: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== null && box?.contains(activeElement) !== true && isKeyOwner(activeElement);
}

/** Whether the user has moved on since the request: then the focus stays there. */
function hasUserMovedFocus(): boolean {
  return !isPrefillRecent(useTicketStore.getState()) && document.activeElement !== document.body;
}

interface HeadProps {
  readonly ticket: Ticket;
  readonly mode: string;
  readonly onClose: () => void;
}

const accounts = [
  { value: 'spot', label: t`spot` },
  { value: 'cross', label: t`cross` },
  { value: 'isolated', label: t`isolated` },
] as const satisfies readonly { readonly value: TradeType; readonly label: string }[];

/** Which market, out of which account, with what money. */
function Head({ ticket, mode, onClose }: HeadProps) {
  const { profile, market, draft, edit, facts } = ticket;
  const hasMargin = facts?.pair?.isMarginEnabled === true;
  return (
    <header className="ticket-head">
      <h2 className="panel-title">{market.symbol}</h2>
      {market.venue === 'spot' && hasMargin ? (
        <Select
          label={t`Trading account`}
          value={draft.tradeType === 'futures' ? 'spot' : draft.tradeType}
          options={accounts}
          onChange={tradeType => edit({ tradeType })}
        />
      ) : (
        <span className="ticket-account">{tradeTypeText(draft.tradeType)}</span>
      )}
      <span className="ticket-profile" title={t`Orders go to ${profile.name}`}>
        {profile.name} · <b>{mode}</b>
      </span>
      <Button variant="quiet" size="small" label={t`Close the ticket (Esc)`} onPress={onClose}>
        ✕
      </Button>
    </header>
  );
}

interface BodyProps {
  readonly ticket: Ticket;
  readonly mode: string;
  readonly sizeRef: React.RefObject<HTMLInputElement | null>;
  readonly priceRef: React.RefObject<HTMLInputElement | null>;
}

function Body({ ticket, mode, sizeRef, priceRef }: BodyProps) {
  const { profile, market, draft, edit, facts, summary, review } = ticket;
  if (facts === null || summary === null) return <Skeleton rows={8} />;
  const { figures, validationErrors, validationWarnings } = summary;
  if (review !== null) return <ReviewPart profile={profile} mode={mode} review={review} now={summary} />;
  const form: FormProps = {
    market,
    draft,
    edit,
    facts,
    figures,
    isInvalid: field => validationErrors.some(each => each.field === field),
  };
  return (
    <>
      <Sides {...form} />
      <Amounts {...form} sizeRef={sizeRef} priceRef={priceRef} />
      <Options {...form} />
      <ValidationMessages validationErrors={validationErrors} validationWarnings={validationWarnings} onFix={edit} />
      <Facts facts={[...ticketFacts(figures, facts), ...policyFact(summary, facts)]} />
    </>
  );
}

/** The used part of the policy; its rejections are among the errors. */
function policyFact({ request, policyResult }: TicketSummary, { policy }: TicketFacts) {
  return request === null
    ? []
    : [{ label: t`Policy`, hint: orderHints.policy, value: policySummary(policyResult, policy) }];
}

const kinds = [
  { value: 'limit', label: t`Limit` },
  { value: 'market', label: t`Market` },
  { value: 'stop-limit', label: t`Stop limit` },
  { value: 'stop-market', label: t`Stop market` },
  { value: 'pair', label: t`TP + SL pair` },
] as const satisfies readonly { readonly value: OrderKind; readonly label: string }[];

function Sides({ draft, edit, figures }: FormProps) {
  return (
    <div className="ticket-sides">
      {(['buy', 'sell'] as const).map(side => (
        <button
          key={side}
          type="button"
          className={`ticket-side ticket-side-${side}`}
          aria-pressed={draft.side === side}
          onClick={() => edit({ side })}
        >
          {side === 'buy' ? t`Buy` : t`Sell`} <kbd>{side === 'buy' ? 'B' : 'S'}</kbd>
        </button>
      ))}
      <Choice
        label={t`Order type`}
        value={figures.kind}
        options={kinds.map(({ value, label }) => ({
          value,
          label,
          disabledReason: orderTypeDisabledReason(draft, value),
        }))}
        onChange={next =>
          edit(
            next === 'market' || next === 'stop-market'
              ? { kind: next, price: '' }
              : { kind: next, price: draft.price.trim() === 'm' ? '' : draft.price },
          )
        }
      />
    </div>
  );
}
