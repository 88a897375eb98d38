import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { policyWords } from '#lib/orders/policy-words.ts';
import { isAwaited, useTicketStore } from '#state/ticket-store.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { rememberFocus } from '#ui/overlay/use-modal.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { Facts } from '#ui/value/facts.tsx';
import type { Followed } from './acts/use-stages.ts';
import { isTyping } from './is-typing.ts';
import type { TicketSummary } from './checks/summary.ts';
import { kindExclusion } from './model/exclusions.ts';
import type { OrderKind } from './model/ticket-draft.ts';
import type { TicketFacts } from './model/ticket-facts.ts';
import { Amounts } from './parts/amounts.tsx';
import { ticketFacts } from './parts/figures.tsx';
import { Choice } from './parts/choice.tsx';
import type { FormProps } from './parts/form-props.ts';
import { Issues } from './parts/issues.tsx';
import { Options } from './parts/options.tsx';
import { ReviewPart } from './parts/review.tsx';
import { SubmitRow } from './parts/submit-row.tsx';
import { Tracks } from './parts/tracks.tsx';
import './ticket.css';
import { type Ticket, useTicket } from './use-ticket.ts';
import { t } from '#shared/words/t.ts';

interface TicketPanelProps {
  readonly profile: Profile;
  /** LIVE, PRACTICE or READ-ONLY: it stands on every order */
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
  useGoOnKey(box, ticket);
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

/** Ctrl-Enter goes on wherever the focus is, unless another field or a sheet has it. */
function useGoOnKey(box: React.RefObject<HTMLElement | null>, { goOn, arming: { touch } }: Ticket): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const isHere = event.target instanceof Node && box.current?.contains(event.target) === true;
      if (!isHere && isTyping(event)) return;
      event.preventDefault();
      touch();
      if (!event.repeat) goOn();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box, goOn, touch]);
}

interface FocusOptions {
  readonly box: React.RefObject<HTMLElement | null>;
  readonly sizeRef: React.RefObject<HTMLInputElement | null>;
  readonly priceRef: React.RefObject<HTMLInputElement | null>;
  readonly ticket: Ticket;
}

/** Where the focus goes with the ticket it comes back to what had it before, so that the next key is heard there. */
function useFocusBack(): void {
  useEffect(() => {
    const giveBack = rememberFocus();
    return () => {
      if (document.activeElement === document.body) giveBack();
    };
  }, []);
}

/**
 * The size, or the price after Tab, takes the focus when what was asked for has arrived in it, and not before: until then keys are gathered
 * elsewhere, so that none is lost. A review takes the focus from the fields.
 */
function useFocus({ box, sizeRef, priceRef, ticket }: FocusOptions): void {
  const asked = useTicketStore(state => state.asked);
  const taken = useTicketStore(state => state.taken);
  const isReviewing = ticket.review !== null;
  const wasReviewing = useRef(false);
  useEffect(() => {
    // the fields are gone while it is reviewed, and come back when it is not
    if (isReviewing || wasReviewing.current) box.current?.focus();
    wasReviewing.current = isReviewing;
  }, [isReviewing, box]);
  useEffect(() => {
    const isInPrice = asked?.isInPrice === true && priceRef.current !== null;
    const input = isInPrice ? priceRef.current : sizeRef.current;
    if (asked === null || ticket.arrived !== asked || input === null) return;
    // a key came between this drawing and now: what it made of it arrives next, and would be lost with this one
    if (useTicketStore.getState().asked !== asked) return;
    if (hasGoneOn()) {
      taken();
      return;
    }
    input.focus();
    // what was typed on the way goes on; what stood there before is typed over
    if ((isInPrice ? asked.price : asked.size) === undefined) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
    if (asked.isReview === true) ticket.look();
    taken();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each that has arrived; the ticket is that of this very drawing
  }, [asked, ticket.arrived, sizeRef, priceRef, taken]);
}

/** Whether whoever asked long ago is at something else by now: then the focus stays there. */
function hasGoneOn(): boolean {
  return !isAwaited(useTicketStore.getState()) && document.activeElement !== document.body;
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
          label={t`Account that the order trades from`}
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
  const { figures, hard, soft } = summary;
  if (review !== null) return <ReviewPart profile={profile} mode={mode} review={review} now={summary} />;
  const form: FormProps = {
    market,
    draft,
    edit,
    facts,
    figures,
    isWrong: field => hard.some(each => each.field === field),
  };
  return (
    <>
      <Sides {...form} />
      <Amounts {...form} sizeRef={sizeRef} priceRef={priceRef} />
      <Options {...form} />
      <Issues hard={hard} soft={soft} onMend={edit} />
      <Facts facts={[...ticketFacts(figures, facts), ...policyFact(summary, facts)]} />
    </>
  );
}

/** How much of what the policy allows it uses; what it refuses stands among the issues. */
function policyFact({ request, verdict }: TicketSummary, { policy }: TicketFacts) {
  return request === null ? [] : [{ label: t`Policy`, value: policyWords(verdict, policy) }];
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
        label={t`Kind of order`}
        value={figures.kind}
        options={kinds.map(({ value, label }) => ({ value, label, exclusion: kindExclusion(draft, value) }))}
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
