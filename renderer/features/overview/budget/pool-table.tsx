import type { HealthReport, PoolWeights } from '#shared/domain/health.ts';
import type { PoolStatus } from '#shared/domain/link.ts';
import { type PoolStage, stageOf } from '../model/panel-costs.ts';
import { shareText, weightText } from '../model/weight-text.ts';
import { t } from '#shared/words/t.ts';

interface PoolTableProps {
  readonly pools: readonly PoolStatus[];
  readonly declared: PoolWeights;
  readonly report: Pick<HealthReport, 'endpoints' | 'kept'>;
}

const stageWords: Readonly<Record<PoolStage, string>> = {
  'all-go': t`nothing waits`,
  'histories-wait': t`histories wait`,
  'panels-wait': t`panels wait`,
  shut: t`paused by the exchange`,
};

/** The windows of the exchange are half a minute long (docs/exchange/limits.md §2). */
const windowsAMinute = 2;

/** Each pool: what is asked for, what was spent, what it gives, and whether anything waits. */
export function PoolTable({ pools, declared, report: { endpoints, kept } }: PoolTableProps) {
  return (
    <table className="overview-pools" aria-label={t`Rate-limit pools, weight per minute`}>
      <thead>
        <tr>
          <th scope="col" title={t`Group of requests with one quota`}>{t`Pool, a minute`}</th>
          <th scope="col" title={t`Weight per minute that the open panels need`}>{t`Asked for`}</th>
          <th scope="col" title={t`Weight used in the last minute`}>{t`Spent`}</th>
          <th scope="col" title={t`Weight per minute that the exchange allows`}>{t`Limit`}</th>
          <th scope="col" title={t`Whether requests of the pool wait now`}>{t`Now`}</th>
        </tr>
      </thead>
      <tbody>
        {pools.map(status => {
          const { pool, limit, waiting } = status;
          const most = limit * windowsAMinute;
          const spent = endpoints.reduce((sum, each) => (each.pool === pool ? sum + each.weightAMinute : sum), 0);
          const stage = stageOf(status, kept);
          return (
            <tr key={pool}>
              <th scope="row">{pool}</th>
              <td className="number">
                {weightText(declared[pool])} <span className="overview-quiet">{shareText(declared[pool], most)}</span>
              </td>
              <td className="number">
                {weightText(spent)} <span className="overview-quiet">{shareText(spent, most)}</span>
              </td>
              <td className="number">{weightText(most)}</td>
              <td className={stage === 'all-go' ? undefined : 'overview-bad'}>
                {stageWords[stage]}
                {waiting > 0 ? t`, ${waiting} waiting` : ''}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
