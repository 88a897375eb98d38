import { type RefObject } from 'react';
import { type Decimal, divide, isPositive, scaleOf } from '#shared/decimal.ts';
import type { SizeUnit } from '#shared/order-entry/size-text.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { Button, TabStopContext } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { fieldDisabledReason } from '../model/disabled-reasons.ts';
import type { TicketFigures } from '../model/figures.ts';
import { stepDistanceText, stepPriceText, stepSizeText } from '../model/step-text.ts';
import { isLimitKind, isStopKind } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { otherForm, priceText, sizeWithUnit } from '../model/order-texts.ts';
import type { FormProps } from './form-props.ts';
import { Line } from './line.tsx';
import { SizePresets } from './size-presets.tsx';
import { TicketInput } from './ticket-input.tsx';
import { t } from '#shared/words/t.ts';

interface AmountsProps extends FormProps {
  readonly sizeRef: RefObject<HTMLInputElement | null>;
  readonly priceRef: RefObject<HTMLInputElement | null>;
}

/** Size before price, as an order is spoken; then what sets it off, and what ends it. */
export function Amounts({ sizeRef, priceRef, ...form }: AmountsProps) {
  const { draft, edit, facts, figures, isInvalid } = form;
  const { terms } = facts;
  const sizeDisabledReason = fieldDisabledReason(draft, 'size');
  return (
    <>
      <div className="ticket-amounts">
        <Line
          label={t`Size`}
          note={sizeNote(figures, facts)}
          isInvalid={isInvalid('size')}
          disabledReason={sizeDisabledReason}
        >
          {control => (
            <>
              <TicketInput
                {...control}
                ref={sizeRef}
                value={draft.size}
                unit={unitsOf(facts).find(({ value }) => value === draft.sizeUnit)?.label}
                isExcluded={sizeDisabledReason !== null}
                onChange={size => edit({ size })}
                onStep={(text, steps) =>
                  stepSizeText(text, { steps, terms, sizeUnit: draft.sizeUnit, price: nearPrice(form) })
                }
              />
              <Select
                label={t`Size unit`}
                tabIndex={-1}
                value={draft.sizeUnit}
                options={unitsOf(facts)}
                onChange={sizeUnit => edit({ sizeUnit })}
              />
            </>
          )}
        </Line>
        {isStopKind(figures.kind) ? <Trigger {...form} /> : null}
        <Price {...form} priceRef={priceRef} />
        {/* drawn below the size, and after the price for Tab: it goes from the size to the price */}
        <Shares {...form} />
      </div>
      <Exits {...form} />
    </>
  );
}

/** What a lot is worth, about: for the step of a size that is counted in something else. */
function nearPrice({ figures: { entry, prices }, facts }: FormProps): Decimal | null {
  return entry ?? prices.reference ?? prices.mid ?? facts.lastPrice;
}

function unitsOf({ terms }: TicketFacts): readonly { readonly value: SizeUnit; readonly label: string }[] {
  const both = [
    { value: 'base', label: terms.baseCurrency },
    { value: 'quote', label: terms.quoteCurrency },
  ] as const;
  return terms.venue === 'futures' ? [{ value: 'lots', label: t`lots` }, ...both] : both;
}

function sizeNote(figures: TicketFigures, { terms }: TicketFacts) {
  const { counted, largest, funds, isBeyondBook } = figures;
  if (isBeyondBook && funds !== null) return t`more than the loaded order book holds`;
  if (counted === null) return t`k m % q c · pos/2 · r200`;
  const share = largest === null || !isPositive(largest) ? null : shareOf(counted, largest);
  const form = otherForm(figures, terms, 'size');
  return [sizeWithUnit(counted, terms), form === null ? null : `= ${form}`, share === null ? null : `= ${share}`]
    .filter(each => each !== null)
    .join(' ');
}

function shareOf(counted: Decimal, largest: Decimal): string {
  return formatPercent(divide(counted, largest, { scale: 4, rounding: 'half-even' }), { maximumDecimals: 0 });
}

const shares = ['25%', '50%', '75%', '100%'] as const;

function Shares({ draft, edit, market }: FormProps) {
  return (
    // what they do can be typed; of the presets one is a stop
    <TabStopContext value={false}>
      <div className="ticket-line ticket-shares">
        <span className="ticket-label">{t`of available`}</span>
        <span className="ticket-controls">
          {shares.map(share => (
            <Button
              key={share}
              size="small"
              label={t`${share} of available`}
              isPressed={draft.size === share}
              onPress={() => edit({ size: share })}
            >
              {share.replace('%', '')}
            </Button>
          ))}
          <span className="ticket-gap" />
          <SizePresets market={market} size={draft.size} onPick={size => edit({ size })} />
        </span>
      </div>
    </TabStopContext>
  );
}

function Price({ priceRef, draft, edit, facts, figures, isInvalid }: Omit<AmountsProps, 'sizeRef'>) {
  const { kind } = figures;
  const { terms } = facts;
  if (kind === 'stop-market') return null;
  const isAsked = isLimitKind(kind) || kind === 'pair';
  const note = isAsked ? limitNote(figures, facts) : marketNote(figures, facts);
  const label = kind === 'pair' ? t`SL limit price` : t`Price`;
  return (
    <Line label={label} note={note} isInvalid={isInvalid('price')}>
      {control => (
        <TicketInput
          {...control}
          ref={priceRef}
          value={draft.price}
          unit={terms.quoteCurrency}
          placeholder={kind === 'market' ? t`market` : t`a  b  mid  b+1  m`}
          onChange={price =>
            edit({ price, ...(draft.kind === 'market' && price.trim() !== '' ? { kind: 'limit' } : {}) })
          }
          onStep={(text, steps) => stepPriceText(text, { steps, tick: terms.tick, side: draft.side })}
        />
      )}
    </Line>
  );
}

function limitNote({ kind, prices }: TicketFigures, { terms }: TicketFacts): string {
  const { limit, isFollowing, isPostOnly } = prices;
  if (limit === null) return t`Enter a price, or m for market`;
  const words = kind === 'pair' ? t`limit after trigger` : isPostOnly ? t`limit, post-only` : t`limit`;
  return `${isFollowing ? '→ ' : ''}${priceText(limit, terms)} ${words}`;
}

function marketNote({ entry, walk }: TicketFigures, { terms, book }: TicketFacts) {
  if (book.state === 'none') return book.reason;
  if (walk === null || entry === null) return 'market';
  return t`market ≈ ${formatDecimal(entry, { minimumDecimals: scaleOf(terms.tick), maximumDecimals: scaleOf(terms.tick) })}`;
}

function Trigger({ draft, edit, facts, figures, isInvalid }: FormProps) {
  const { prices } = figures;
  const by = [
    { value: 'TP', label: t`last` },
    { value: 'MP', label: t`mark` },
    { value: 'IP', label: t`index` },
  ] as const;
  const isFutures = facts.terms.venue === 'futures';
  const name = isFutures ? (by.find(({ value }) => value === draft.triggerBy)?.label ?? t`mark`) : t`last`;
  const sign = prices.direction === 'up' ? '≥' : '≤';
  const note =
    prices.trigger === null || prices.direction === null
      ? t`trigger price`
      : `${name.toUpperCase()} ${sign} ${priceText(prices.trigger, facts.terms)}`;
  return (
    <Line label={t`Trigger`} note={note} isInvalid={isInvalid('trigger')}>
      {control => (
        <>
          <TicketInput
            {...control}
            value={draft.trigger}
            unit={facts.terms.quoteCurrency}
            placeholder="65000  -2%"
            onChange={trigger => edit({ trigger })}
            onStep={(text, steps) => stepDistanceText(text, { steps, tick: facts.terms.tick })}
          />
          {isFutures ? (
            <Select
              label={t`Trigger price type`}
              tabIndex={-1}
              value={draft.triggerBy}
              options={by}
              onChange={triggerBy => edit({ triggerBy })}
            />
          ) : null}
        </>
      )}
    </Line>
  );
}

function Exits(form: FormProps) {
  return (
    <div className="ticket-pair">
      <Exit {...form} field="stopLoss" label={t`SL`} />
      <Exit {...form} field="takeProfit" label={t`TP`} />
    </div>
  );
}

interface ExitProps extends FormProps {
  readonly field: 'stopLoss' | 'takeProfit';
  readonly label: string;
}

function Exit({ draft, edit, facts, figures, isInvalid, field, label }: ExitProps) {
  const price = figures.prices[field];
  const disabledReason = fieldDisabledReason(draft, field);
  return (
    <Line
      label={label}
      note={price === null ? '' : priceText(price, facts.terms)}
      isInvalid={isInvalid(field)}
      disabledReason={disabledReason}
    >
      {control => (
        <TicketInput
          {...control}
          value={disabledReason === null ? draft[field] : ''}
          unit={facts.terms.quoteCurrency}
          placeholder={disabledReason === null ? '2%' : '–'}
          isExcluded={disabledReason !== null}
          onChange={text => edit({ [field]: text })}
          onStep={(text, steps) => stepDistanceText(text, { steps, tick: facts.terms.tick })}
        />
      )}
    </Line>
  );
}
