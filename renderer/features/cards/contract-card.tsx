import { lazy, Suspense, useMemo, useState } from 'react';
import type { ContractRecord, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { positionKey, positionName } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { usePositionMode } from '#bridge/account/use-position-mode.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { clockText, fundingInMs } from '#lib/funding.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { ErrorStrip } from '#ui/panel/panel-failure.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { CardPart, CardSheet } from './card-sheet.tsx';
import { feeFacts, priceFacts, sizeFacts } from './contract-facts.tsx';
import { positionFacts } from './position-facts.tsx';
import { ContractSettingsPart } from './settings/contract-settings.tsx';
import type { SettingKind } from './settings/setting-form.ts';
import { type RiskPlace, riskPlace } from './position-headroom.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { t } from '#shared/words/t.ts';

// it is not needed to see the card, so it loads on demand
const SettingSheet = lazy(async () => ({ default: (await import('./settings/setting-sheet.tsx')).SettingSheet }));

interface ContractCardProps {
  readonly profile: Profile;
  readonly symbol: string;
}

/** The positions of the account, those of one contract, and what holds for the whole futures account. */
function useCardPositions(profileId: string, symbol: string) {
  const positions = useAccountList(profileId, 'positions').data;
  const positionMode = usePositionMode(profileId);
  const open = (positions ?? noPositions).filter(({ isOpen }) => isOpen);
  // in hedge mode a long and a short one; margin mode, leverage and risk levels are settings of the contract
  const own = open.filter(each => each.symbol === symbol);
  return { positions, own, ofAccount: { positionMode, isAnyOpen: open.length > 0 } };
}

/**
 * One contract: its prices and terms, the funding clock, the table of risk limits, and the level of the own position.
 */
export function ContractCard({ profile, symbol }: ContractCardProps) {
  const { id: profileId } = profile;
  const [asked, setAsked] = useState<SettingKind | null>(null);
  const contract = useRead('contracts.read', { profileId, symbol });
  const levels = useRead('contracts.riskLevels', { profileId, symbol });
  const settings = useRead('contracts.settings', { profileId, symbol });
  const { positions, own, ofAccount } = useCardPositions(profileId, symbol);
  const [position] = own;
  const showCard = useUiStore(state => state.showCard);
  const fees = (
    <Button onPress={() => showCard({ kind: 'fees', market: { venue: 'futures', symbol } })}>{t`Fees paid`}</Button>
  );
  const known = { contract: contract.data, settings: settings.data, levels: levels.data };
  if (asked !== null && known.contract !== undefined && known.settings !== undefined && known.levels !== undefined) {
    const facts = { contract: known.contract, settings: known.settings, levels: known.levels, position, ...ofAccount };
    return (
      <Suspense fallback={null}>
        <SettingSheet profile={profile} kind={asked} facts={facts} onClose={() => setAsked(null)} />
      </Suspense>
    );
  }
  return (
    <CardSheet title={symbol} read={contract} actions={fees}>
      {shown => (
        <>
          <Funding contract={shown} updatedAtMs={contract.updatedAtMs} positions={own} />
          <ContractSettingsPart
            profile={profile}
            read={settings}
            position={position}
            {...ofAccount}
            levels={positions === undefined ? undefined : levels.data}
            onAsk={setAsked}
          />
          <RiskLadder contract={shown} levels={levels} positions={own} />
          <CardPart title={t`Prices`}>
            <Facts facts={priceFacts(shown)} />
          </CardPart>
          <CardPart title={t`Terms`}>
            <Facts facts={sizeFacts(shown)} />
          </CardPart>
          <CardPart title={t`Fees of the contract`}>
            <Facts facts={feeFacts(shown)} />
          </CardPart>
        </>
      )}
    </CardSheet>
  );
}

const noPositions: readonly Position[] = [];

interface FundingProps {
  readonly contract: ContractRecord;
  readonly updatedAtMs: number | null;
  /** the open ones in the contract */
  readonly positions: readonly Position[];
}

function rateText(rate: ContractRecord['fundingFeeRate']) {
  if (rate === null) return <Unknown />;
  return formatPercent(rate, { minimumDecimals: 4, maximumDecimals: 6, isSigned: true });
}

/** The clock, the rates, and what the next funding costs the own position. */
function Funding({ contract, updatedAtMs, positions }: FundingProps) {
  const nowMs = useNow(1000);
  const inMs = fundingInMs(contract.nextFundingInMs, updatedAtMs, nowMs);
  const facts = [
    {
      label: t`Next funding in`,
      hint: t`Time until the next funding payment`,
      value: inMs === null ? <Unknown /> : <span className="number">{clockText(inMs)}</span>,
    },
    {
      label: t`Rate`,
      hint: t`Rate of the next funding payment; positive: longs pay shorts`,
      value: rateText(contract.fundingFeeRate),
    },
    {
      label: t`Expected after that`,
      hint: t`Predicted rate of the payment after the next one`,
      value: rateText(contract.predictedFundingFeeRate),
    },
  ];
  return (
    <>
      <CardPart title={t`Funding`}>
        <Facts facts={facts} />
      </CardPart>
      {positions.map(position => (
        <CardPart key={positionKey(position)} title={t`Own position`}>
          <Facts facts={positionFacts(position, contract)} />
        </CardPart>
      ))}
    </>
  );
}

type LevelsRead = ReturnType<typeof useRead<'contracts.riskLevels'>>;

interface RiskLadderProps {
  readonly contract: ContractRecord;
  readonly levels: LevelsRead;
  /** the open ones in the contract: in hedge mode one of each side */
  readonly positions: readonly Position[];
}

interface PlacedPosition {
  readonly position: Position;
  /** null: it has none on the ladder, or it is unknown */
  readonly place: RiskPlace | null;
}

function RiskLadder({ contract, levels, positions }: RiskLadderProps) {
  const rows = levels.data;
  const placed = useMemo(
    () =>
      positions.map((position): PlacedPosition => {
        return { position, place: rows === undefined ? null : riskPlace(position, rows, contract) };
      }),
    [positions, rows, contract],
  );
  return (
    <CardPart title={t`Risk limits`}>
      {levels.error === null ? null : <ErrorStrip error={levels.error} read={levels} />}
      {placed.length === 0 ? <p className="card-note">{t`No position is open in this contract.`}</p> : null}
      {placed.map(each => (
        <RoomNote key={positionKey(each.position)} {...each} />
      ))}
      {rows === undefined ? null : <Levels rows={rows} placed={placed} currency={contract.settleCurrency ?? ''} />}
    </CardPart>
  );
}

/** How far an own position is from its limit, in words; in hedge mode with the name of its side. */
function RoomNote({ position, place }: PlacedPosition) {
  const name = position.positionSide === undefined ? null : <strong>{positionName(position)} </strong>;
  if (position.marginMode === 'cross')
    return (
      <p className="card-note">
        {name}
        {t`These limits hold for isolated positions; this one is cross.`}
      </p>
    );
  if (place === null) return null;
  const { level, used, headroom, lots } = place;
  const money = (value: typeof used) => `${formatOwn(value, { maximumDecimals: 8 })} ${position.settleCurrency}`;
  return (
    <p className="card-note">
      {name}
      {t`Level ${level.level}: ${money(used)} at entry, room for ${money(headroom)} more${lots === null ? '' : t`, about ${formatOwn(lots)} lots at mark`}. Open orders count against it, too.`}
    </p>
  );
}

interface LevelsProps {
  readonly rows: readonly RiskLimitLevel[];
  readonly placed: readonly PlacedPosition[];
  readonly currency: string;
}

const rate = { minimumDecimals: 1, maximumDecimals: 2 };

function Levels({ rows, placed, currency }: LevelsProps) {
  return (
    <table className="card-table" aria-label={t`Risk limit levels`}>
      <thead>
        <tr>
          <th title={positionHints.riskLevel}>{t`Level`}</th>
          <th title={contractHints.levelLimit}>{t`Up to, ${currency}`}</th>
          <th title={contractHints.maximumLeverage}>{t`Leverage`}</th>
          <th title={contractHints.initialMargin}>{t`Initial`}</th>
          <th title={contractHints.maintenanceMargin}>{t`Maintenance`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.level} aria-current={placed.some(({ place }) => place?.level.level === row.level)}>
            <td className="number">{row.level}</td>
            <td className="number">{formatDecimal(row.maxRiskLimit)}</td>
            <td className="number">{row.maxLeverage}×</td>
            <td className="number">{formatPercent(row.initialMargin, rate)}</td>
            <td className="number">{formatPercent(row.maintainMargin, rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
