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
import { changeText, levelOf, type SettingFacts, differsFromChange } from './setting-form.ts';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface SettingReceiptProps {
  readonly profileId: string;
  readonly sent: ContractChange;
  /** as it was when it was sent */
  readonly before: SettingFacts;
  /** as it is stated now */
  readonly now: SettingFacts;
}

/** The state at the exchange after the change, read again: not the requested one. */
export function SettingReceipt({ profileId, sent, before, now }: SettingReceiptProps) {
  const { symbol } = before.contract;
  const isOfMode = sent.kind === 'position-mode';
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
    if (isOfMode) retryMode();
  }, [retry, retryMode, isOfMode]);
  const failed = read.error === null && isOfMode ? mode : read;
  if (failed.error !== null) return <ErrorStrip error={failed.error} read={failed} />;
  const isOld = ({ updatedAtMs }: Pick<typeof read, 'updatedAtMs'>) => updatedAtMs === null || updatedAtMs < sinceMs;
  if (isOld(read) || read.isRefreshing || (isOfMode && isOld(mode)))
    return <p className="field-note">{t`Loading again from the exchange.`}</p>;
  const reported = { ...now, settings: read.data ?? now.settings, positionMode: mode.data?.mode ?? now.positionMode };
  return (
    <>
      {differsFromChange(sent, reported) ? (
        <p className="notice notice-warning" role="alert">
          {t`The exchange still reports another value than you set (${changeText(symbol, sent)}). Check again before you trade.`}
        </p>
      ) : null}
      <Facts facts={reportedFacts(before, reported)} />
    </>
  );
}

function reportedFacts(before: SettingFacts, reported: SettingFacts): readonly Fact[] {
  const { position } = reported;
  const mode =
    before.positionMode === null || reported.positionMode === null
      ? []
      : [
          {
            label: t`Position mode at the exchange now`,
            hint: positionHints.positionMode,
            value: <ModeChange before={before.positionMode} after={reported.positionMode} />,
          },
        ];
  return [
    ...mode,
    {
      label: t`Margin mode now`,
      hint: positionHints.marginMode,
      value: <ModeChange before={before.settings.marginMode} after={reported.settings.marginMode} />,
    },
    {
      label: t`Cross leverage now`,
      hint: contractHints.crossLeverage,
      value: <BeforeAfter before={before.settings.crossLeverage} after={reported.settings.crossLeverage} unit="×" />,
    },
    ...(position === undefined
      ? [{ label: t`Liquidation`, hint: positionHints.liquidation, value: t`no position is open in it` }]
      : positionFacts(before, position, reported)),
  ];
}

function positionFacts(before: SettingFacts, position: Position, reported: SettingFacts): readonly Fact[] {
  const [oldLevel, level] = [levelOf(before), levelOf(reported)];
  const old = before.position;
  const risk: Fact = {
    label: t`Risk level now`,
    hint: positionHints.riskLevel,
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
      hint: positionHints.liquidation,
      value: <BeforeAfter before={old?.liquidationPrice ?? null} after={position.liquidationPrice} />,
    },
    {
      label: t`Liq. distance now`,
      hint: t`Adverse move of the mark price until liquidation; the mark price changed too`,
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
