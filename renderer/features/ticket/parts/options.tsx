import { useState } from 'react';
import { MarginMode } from '#shared/domain/account/futures-account.ts';
import { SelfTradePrevention, TimeInForce } from '#shared/domain/scalars.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { endWords, readEnd } from '#lib/moments/end-text.ts';
import { useAtTick } from '#ui/clock.ts';
import { exclusionOf, lifeExclusion, selfTradeExclusion } from '../model/exclusions.ts';
import { stepNumberText } from '../model/step-text.ts';
import { isLimitKind } from '../model/ticket-draft.ts';
import { isReducing } from '../outlook/outlook.ts';
import { Choice, Toggle } from './choice.tsx';
import type { FormProps } from './form-props.ts';
import { Line } from './line.tsx';
import { TicketInput } from './ticket-input.tsx';
import { t } from '#shared/words/t.ts';

/** How long it lives and how it shows; what is seldom said stands behind “more”. */
export function Options(form: FormProps) {
  const { draft } = form;
  const [isMore, setMore] = useState(false);
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

/** In hedge mode: which of the two positions of the contract the order opens or closes. */
function HedgeChoice({ draft, edit }: FormProps) {
  const isBuy = draft.side === 'buy';
  const isClosing = isReducing(draft);
  return (
    <div className="ticket-flags" role="group" aria-label={t`Position of the order`}>
      <span className="field-note">{t`Hedge mode:`}</span>
      <Toggle
        label={isBuy ? t`Open long` : t`Open short`}
        hint={t`The order opens or enlarges this position, whatever the other one is`}
        isOn={!isClosing}
        exclusion={null}
        onChange={() => edit({ isReduceOnly: false, isClose: false })}
      />
      <Toggle
        label={isBuy ? t`Close short` : t`Close long`}
        hint={t`Reduce-only: the order makes this position smaller and opens nothing`}
        isOn={isClosing}
        exclusion={isClosing ? null : exclusionOf(draft, 'isReduceOnly')}
        onChange={() => edit({ isReduceOnly: true })}
      />
    </div>
  );
}

/** What counts is shown, whatever was chosen before something else excluded it. */
function Life({ draft, edit, figures: { kind, draft: counted } }: FormProps) {
  const isChosen = isLimitKind(kind);
  const value = isChosen ? counted.timeInForce : kind === 'pair' ? 'GTC' : 'IOC';
  const exclusion = isChosen ? null : exclusionOf(draft, 'timeInForce');
  const options = TimeInForce.options.map(life => ({
    value: life,
    label: life,
    exclusion: life === value ? null : (exclusion ?? lifeExclusion(draft, life)),
  }));
  return (
    <Choice
      label={t`How long it waits`}
      value={value}
      options={options}
      onChange={timeInForce => edit({ timeInForce })}
    />
  );
}

function LifeSpan({ draft, edit, isWrong }: FormProps) {
  const end = readEnd(draft.life);
  const note = useAtTick(nowMs => (end === null ? t`17:30, 90m, 2h` : endWords(end, nowMs)));
  return (
    <Line label={t`Ends`} note={note} isWrong={isWrong('life')} exclusion={exclusionOf(draft, 'life')}>
      {control => <TicketInput {...control} value={draft.life} onChange={life => edit({ life })} />}
    </Line>
  );
}

function Flags({ draft, edit, figures }: FormProps) {
  const isFutures = draft.tradeType === 'futures';
  return (
    <>
      <Toggle
        label={t`post`}
        hint={t`Post-only: rests or is refused, never takes`}
        isOn={figures.prices.isPostOnly}
        exclusion={exclusionOf(draft, 'isPostOnly')}
        onChange={isPostOnly => edit({ isPostOnly })}
      />
      {isFutures ? (
        <>
          <Toggle
            label={t`reduce`}
            hint={t`Reduce-only: makes the position smaller and nothing else`}
            isOn={draft.isReduceOnly}
            exclusion={exclusionOf(draft, 'isReduceOnly')}
            onChange={isReduceOnly => edit({ isReduceOnly })}
          />
          <Toggle
            label={t`close`}
            hint={t`Closes the whole position`}
            isOn={draft.isClose}
            exclusion={exclusionOf(draft, 'isClose')}
            onChange={isClose => edit({ isClose })}
          />
        </>
      ) : null}
    </>
  );
}

function Leverage({ draft, edit, isWrong }: FormProps) {
  const exclusion = exclusionOf(draft, 'leverage');
  return (
    <Line label={t`Leverage`} isWrong={isWrong('leverage')} exclusion={exclusion}>
      {control => (
        <>
          <TicketInput
            {...control}
            value={draft.leverage}
            isExcluded={exclusion !== null}
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
        label={t`borrow what lacks`}
        hint={t`Auto borrow: the exchange lends what the order lacks when it is placed`}
        isOn={draft.isAutoBorrow}
        exclusion={exclusionOf(draft, 'isAutoBorrow')}
        onChange={isAutoBorrow => edit({ isAutoBorrow })}
      />
      <Toggle
        label={t`repay with proceeds`}
        hint={t`Auto repay: what the order brings pays back what is owed`}
        isOn={draft.isAutoRepay}
        exclusion={exclusionOf(draft, 'isAutoRepay')}
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
  const exclusion = exclusionOf(draft, 'selfTrade');
  return (
    <Choice
      label={t`When it meets an order of your own`}
      value={(exclusion === null ? draft.selfTrade : null) ?? 'none'}
      options={[
        { value: 'none', label: t`own orders: as the exchange`, exclusion: null },
        ...SelfTradePrevention.options.map(value => ({
          value,
          label: t`own orders: ${stpNames[value]}`,
          exclusion: exclusion ?? selfTradeExclusion(draft, value),
        })),
      ]}
      onChange={value => edit({ selfTrade: value === 'none' ? null : value })}
    />
  );
}

function More(form: FormProps) {
  const { draft, edit, facts, isWrong } = form;
  const visibleExclusion = exclusionOf(draft, 'visible');
  return (
    <>
      <div className="ticket-flags">
        <Toggle
          label={t`hidden`}
          hint={t`In no book; within a price it comes after what shows`}
          isOn={draft.isHidden}
          exclusion={exclusionOf(draft, 'isHidden')}
          onChange={isHidden => edit({ isHidden })}
        />
        <SelfTrade {...form} />
      </div>
      <Line
        label={t`Shows`}
        note={t`an iceberg shows this much`}
        isWrong={isWrong('visible')}
        exclusion={visibleExclusion}
      >
        {control => (
          <TicketInput
            {...control}
            value={draft.visible}
            isExcluded={visibleExclusion !== null}
            onChange={visible => edit({ visible })}
            onStep={(text, steps) => stepNumberText(text, { steps, step: facts.terms.lot })}
          />
        )}
      </Line>
      <Line label={t`Remark`} isWrong={isWrong('remark')}>
        {control => <TicketInput {...control} value={draft.remark} onChange={remark => edit({ remark })} />}
      </Line>
      <Line label={t`Tag`} isWrong={isWrong('tags')} exclusion={exclusionOf(draft, 'tags')}>
        {control => <TicketInput {...control} value={draft.tags} onChange={tags => edit({ tags })} />}
      </Line>
    </>
  );
}
