import type { HealthReport } from '#shared/domain/health.ts';
import { nameOfAsked } from './asked-names.ts';
import { t } from '#shared/words/t.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What waits first when a pool runs low; main lets it wait by these very shares. */
export function DegradationOrder({ kept, patientReads }: Pick<HealthReport, 'kept' | 'patientReads'>) {
  return (
    <div className="overview-order">
      <h3>{t`When a pool runs low`}</h3>
      <ol>
        <li
          title={patientReads.map(nameOfAsked).join('\n')}
        >{t`below ${percent(kept.fromPatient)} histories, fees, sub-accounts and money lists wait for the next half minute`}</li>
        <li>{t`below ${percent(kept.fromPanels)} all other panels wait too: books, candles, positions, margin`}</li>
        <li>{t`orders, cancels and the kill switch use the rest, and never wait for a panel`}</li>
      </ol>
    </div>
  );
}
