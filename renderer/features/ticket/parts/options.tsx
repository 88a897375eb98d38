import { useState } from 'react';
import { MarginMode } from '#shared/domain/account/futures-account.ts';
import { SelfTradePrevention, TimeInForce } from '#shared/domain/scalars.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { expiryText, readEnd } from '#lib/moments/end-text.ts';
import { useAtTick } from '#ui/clock.ts';
import { fieldDisabledReason, timeInForceDisabledReason, selfTradeDisabledReason } from '../model/disabled-reasons.ts';
import { stepNumberText } from '../model/step-text.ts';
import { isLimitKind } from '../model/ticket-draft.ts';
import { isReducing } from '../outlook/outlook.ts';
import { Choice, Toggle } from './choice.tsx';
import type { FormProps } from './form-props.ts';
import { Line } from './line.tsx';
import { TicketInput } from './ticket-input.tsx';
import { t } from '#shared/words/t.ts';

/** Duration and visibility; rare options are behind “more”. */
export function Options(form: FormProps) {
  const { draft } = form;
  // what applies to the order is shown, also after a review and in a ticket that is opened again
  const [isMore, setMore] = useState(() => hasMore(draft));
  return (
    <>
      {draft.tradeType === 'futures' ? <Leverage {...form} /> : null}
      {form.facts.positionMode === 'hedge' ? <HedgeChoice {...form} /> : null}
      {draft.tradeType === 'cross' || draft.tradeType === 'isolated' ? <Borrowing {...form} /> : null}
      <div className="ticket-flags">
        <Life {...form} />
        <Flags {...form} />
        <Button size="small" variant="quiet" isPressed={isMore} onPress={() => setMore(!isMore)}>
          {t`more${isMore ? ' ▴' : ' ▾'}`}
        </Button>
      </div>
      {draft.timeInForce === 'GTT' ? <LifeSpan {...form} /> : null}
      {isMore ? <More {...form} /> : null}
    </>
  );
}

/** Whether an option behind “more” is set. */
function hasMore({ isHidden, selfTrade, ...texts }: FormProps['draft']): boolean {
  return isHidden || selfTrade !== null || [texts.visible, texts.remark, texts.tags].some(text => text.trim() !== '');
}

/** In hedge mode: which of the two positions of the contract the order opens or closes. */
function HedgeChoice({ draft, edit }: FormProps) {
  const isBuy = draft.side === 'buy';
  const isClosing = isReducing(draft);
  return (
    <div className="ticket-flags" role="group" aria-label={t`Position of the order`}>
      <span className="field-note">{t`Hedge mode:`}</span>
      <Toggle
        label={isBuy ? t`Open long` : t`Open short`}
        hint={t`Opens or increases this position; the other position does not change`}
        isOn={!isClosing}
        disabledReason={null}
        onChange={() => edit({ isReduceOnly: false, isClose: false })}
      />
      <Toggle
        label={isBuy ? t`Close short` : t`Close long`}
        hint={t`Reduce-only: the order reduces this position and opens none`}
        isOn={isClosing}
        disabledReason={isClosing ? null : fieldDisabledReason(draft, 'isReduceOnly')}
        onChange={() => edit({ isReduceOnly: true })}
      />
    </div>
  );
}

/** What counts is shown, whatever was chosen before something else excluded it. */
function Life({ draft, edit, figures: { kind, draft: counted } }: FormProps) {
  const isChosen = isLimitKind(kind);
  const value = isChosen ? counted.timeInForce : kind === 'pair' ? 'GTC' : 'IOC';
  const disabledReason = isChosen ? null : fieldDisabledReason(draft, 'timeInForce');
  const options = TimeInForce.options.map(life => ({
    value: life,
    label: life,
    disabledReason: life === value ? null : (disabledReason ?? timeInForceDisabledReason(draft, life)),
  }));
  return (
    <Choice label={t`Time in force`} value={value} options={options} onChange={timeInForce => edit({ timeInForce })} />
  );
}

function LifeSpan({ draft, edit, isInvalid }: FormProps) {
  const end = readEnd(draft.life);
  const note = useAtTick(nowMs => (end === null ? t`17:30, 90m, 2h` : expiryText(end, nowMs)));
  return (
    <Line
      label={t`Expiry`}
      note={note}
      isInvalid={isInvalid('life')}
      disabledReason={fieldDisabledReason(draft, 'life')}
    >
      {control => <TicketInput {...control} value={draft.life} onChange={life => edit({ life })} />}
    </Line>
  );
}

function Flags({ draft, edit, figures }: FormProps) {
  const isFutures = draft.tradeType === 'futures';
  return (
    <>
      <Toggle
        label={t`post-only`}
        hint={t`Post-only: posted or rejected, never executed as taker`}
        isOn={figures.prices.isPostOnly}
        disabledReason={fieldDisabledReason(draft, 'isPostOnly')}
        onChange={isPostOnly => edit({ isPostOnly })}
      />
      {isFutures ? (
        <>
          <Toggle
            label={t`reduce-only`}
            hint={t`Reduce-only: reduces the position and opens none`}
            isOn={draft.isReduceOnly}
            disabledReason={fieldDisabledReason(draft, 'isReduceOnly')}
            onChange={isReduceOnly => edit({ isReduceOnly })}
          />
          <Toggle
            label={t`close`}
            hint={t`Closes the whole position`}
            isOn={draft.isClose}
            disabledReason={fieldDisabledReason(draft, 'isClose')}
            onChange={isClose => edit({ isClose })}
          />
        </>
      ) : null}
    </>
  );
}

function Leverage({ draft, edit, isInvalid }: FormProps) {
  const disabledReason = fieldDisabledReason(draft, 'leverage');
  return (
    <Line label={t`Leverage`} isInvalid={isInvalid('leverage')} disabledReason={disabledReason}>
      {control => (
        <>
          <TicketInput
            {...control}
            value={draft.leverage}
            isExcluded={disabledReason !== null}
            onChange={leverage => edit({ leverage })}
            onStep={(text, steps) => stepNumberText(text, { steps, step: '1' })}
          />
          <Select
            label={t`Margin mode`}
            value={draft.marginMode}
            options={MarginMode.options.map(value => ({ value, label: value }))}
            onChange={marginMode => edit({ marginMode })}
          />
        </>
      )}
    </Line>
  );
}

function Borrowing({ draft, edit }: FormProps) {
  return (
    <div className="ticket-flags">
      <Toggle
        label={t`Auto-borrow`}
        hint={t`Auto-borrow: the exchange lends the missing amount at placement`}
        isOn={draft.isAutoBorrow}
        disabledReason={fieldDisabledReason(draft, 'isAutoBorrow')}
        onChange={isAutoBorrow => edit({ isAutoBorrow })}
      />
      <Toggle
        label={t`Auto-repay`}
        hint={t`Auto-repay: proceeds repay the liability`}
        isOn={draft.isAutoRepay}
        disabledReason={fieldDisabledReason(draft, 'isAutoRepay')}
        onChange={isAutoRepay => edit({ isAutoRepay })}
      />
    </div>
  );
}

const stpNames: Readonly<Record<SelfTradePrevention, string>> = {
  CN: t`cancel new`,
  CO: t`cancel old`,
  CB: t`cancel both`,
  DC: t`decrease`,
};

function SelfTrade({ draft, edit }: FormProps) {
  const disabledReason = fieldDisabledReason(draft, 'selfTrade');
  return (
    <Choice
      label={t`Self-trade prevention`}
      value={(disabledReason === null ? draft.selfTrade : null) ?? 'none'}
      options={[
        { value: 'none', label: t`STP: exchange default`, disabledReason: null },
        ...SelfTradePrevention.options.map(value => ({
          value,
          label: t`STP: ${stpNames[value]}`,
          disabledReason: disabledReason ?? selfTradeDisabledReason(draft, value),
        })),
      ]}
      onChange={value => edit({ selfTrade: value === 'none' ? null : value })}
    />
  );
}

function More(form: FormProps) {
  const { draft, edit, facts, isInvalid } = form;
  const visibleDisabledReason = fieldDisabledReason(draft, 'visible');
  return (
    <>
      <div className="ticket-flags">
        <Toggle
          label={t`hidden`}
          hint={t`Not in the order book; fills after visible orders at the same price`}
          isOn={draft.isHidden}
          disabledReason={fieldDisabledReason(draft, 'isHidden')}
          onChange={isHidden => edit({ isHidden })}
        />
        <SelfTrade {...form} />
      </div>
      <Line
        label={t`Display quantity`}
        note={t`display quantity of the iceberg`}
        isInvalid={isInvalid('visible')}
        disabledReason={visibleDisabledReason}
      >
        {control => (
          <TicketInput
            {...control}
            value={draft.visible}
            isExcluded={visibleDisabledReason !== null}
            onChange={visible => edit({ visible })}
            onStep={(text, steps) => stepNumberText(text, { steps, step: facts.terms.lot })}
          />
        )}
      </Line>
      <Line label={t`Remark`} isInvalid={isInvalid('remark')}>
        {control => <TicketInput {...control} isText value={draft.remark} onChange={remark => edit({ remark })} />}
      </Line>
      <Line label={t`Tag`} isInvalid={isInvalid('tags')} disabledReason={fieldDisabledReason(draft, 'tags')}>
        {control => <TicketInput {...control} isText value={draft.tags} onChange={tags => edit({ tags })} />}
      </Line>
    </>
  );
}
