import type { HealthReport } from '#shared/domain/health.ts';
import { readTitleOf } from './read-titles.ts';
import { t } from '#shared/words/t.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What waits first when a pool runs low; main lets it wait by these very shares. */
export function DegradationOrder({ kept, patientReads }: Pick<HealthReport, 'kept' | 'patientReads'>) {
  return (
    <div className="overview-order">
      <h3>{t`When a pool runs low`}</h3>
      <ol>
        <li
          title={patientReads.map(readTitleOf).join('\n')}
        >{t`below ${percent(kept.fromPatient)}: histories, fees, sub-accounts and ledgers wait for the next 30 s`}</li>
        <li>{t`below ${percent(kept.fromPanels)}: order books, candles, positions and margin wait as well`}</li>
        <li>{t`orders, cancels and the kill switch never wait for panels`}</li>
      </ol>
    </div>
  );
}
