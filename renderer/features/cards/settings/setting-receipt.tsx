import { useEffect, useRef, useState } from 'react';
import { fromNumber, multiply, type Decimal } from '#shared/decimal.ts';
import type { ContractChange } from '#shared/domain/account/futures-account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { useRead } from '#bridge/use-read.ts';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { ModeChange } from './mode-change.tsx';
import { changeText, levelOf, type SettingFacts, toldOtherwise } from './setting-form.ts';
import { t } from '#shared/words/t.ts';

interface SettingReceiptProps {
  readonly profileId: string;
  readonly sent: ContractChange;
  /** as it was when it was sent */
  readonly before: SettingFacts;
  /** as it is told now */
  readonly now: SettingFacts;
}

/** What the exchange tells after the change, read again: not what was asked for. */
export function SettingReceipt({ profileId, sent, before, now }: SettingReceiptProps) {
  const { symbol } = before.contract;
  const [sinceMs] = useState(() => Date.now());
  const read = useRead('contracts.settings', { profileId, symbol });
  const mode = useRead('positions.mode', { profileId });
  const { retry } = read;
  const { retry: retryMode } = mode;
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    retry();
    if (sent.kind === 'position-mode') retryMode();
  }, [retry, retryMode, sent.kind]);
  if (read.error !== null) return <ErrorStrip error={read.error} read={read} />;
  const isModeOld = sent.kind === 'position-mode' && (mode.updatedAtMs ?? 0) < sinceMs;
  if (read.updatedAtMs === null || read.updatedAtMs < sinceMs || read.isRefreshing || isModeOld)
    return <p className="field-note">{t`Being read again from the exchange.`}</p>;
  const told = { ...now, settings: read.data ?? now.settings, positionMode: mode.data?.mode ?? now.positionMode };
  return (
    <>
      {toldOtherwise(sent, told) ? (
        <p className="notice notice-warning" role="alert">
          {t`The exchange still tells another value than was set (${changeText(symbol, sent)}). Look again before you trade on it.`}
        </p>
      ) : null}
      <Facts facts={toldFacts(before, told)} />
    </>
  );
}

function toldFacts(before: SettingFacts, told: SettingFacts): readonly Fact[] {
  const { position } = told;
  const mode =
    before.positionMode === null || told.positionMode === null
      ? []
      : [
          {
            label: t`Position mode at the exchange now`,
            value: <ModeChange before={before.positionMode} after={told.positionMode} />,
          },
        ];
  return [
    ...mode,
    {
      label: t`Margin mode, as told now`,
      value: <ModeChange before={before.settings.marginMode} after={told.settings.marginMode} />,
    },
    {
      label: t`Cross leverage, as told now`,
      value: <BeforeAfter before={before.settings.crossLeverage} after={told.settings.crossLeverage} unit="×" />,
    },
    ...(position === undefined
      ? [{ label: t`Liquidation`, value: t`no position is open in it` }]
      : positionFacts(before, position, told)),
  ];
}

function positionFacts(before: SettingFacts, position: Position, told: SettingFacts): readonly Fact[] {
  const [oldLevel, level] = [levelOf(before), levelOf(told)];
  const old = before.position;
  const risk: Fact = {
    label: t`Risk level, as told now`,
    value: (
      <BeforeAfter
        before={oldLevel === undefined ? null : fromNumber(oldLevel.level)}
        after={level === undefined ? null : fromNumber(level.level)}
      />
    ),
  };
  return [
    ...(level === undefined ? [] : [risk]),
    {
      label: t`Liquidation price now`,
      value: <BeforeAfter before={old?.liquidationPrice ?? null} after={position.liquidationPrice} />,
    },
    {
      label: t`Room to liquidation now`,
      hint: t`Mark has gone on meanwhile, too`,
      value: (
        <BeforeAfter
          before={old === undefined ? null : percent(liquidationDistance(old))}
          after={percent(liquidationDistance(position))}
          unit="%"
          minimumDecimals={2}
          maximumDecimals={2}
        />
      ),
    },
  ];
}

function percent(fraction: Decimal | null): Decimal | null {
  return fraction === null ? null : multiply(fraction, '100');
}
