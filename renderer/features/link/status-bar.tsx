import type { HostStatus, PoolStatus } from '#shared/domain/link.ts';
import { useLiveReads, useOldestAge } from './use-live-reads.ts';
import { useRead } from '#bridge/use-read.ts';
import { useLink } from '#bridge/reference/use-reference.ts';
import { useAtTick, useCalm, useNow } from '#ui/clock.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { formatOwnSummary } from '#lib/own/own-figures.ts';
import { FeedsItem } from './feeds-item.tsx';
import {
  clockView,
  describeHost,
  describePool,
  describeReads,
  hostLight,
  type Light,
  poolUse,
  poolView,
} from './link-view.ts';
import './status-bar.css';
import { ReconciliationItem } from './reconciliation-item.tsx';
import { StorageItem } from './storage-item.tsx';
import { t } from '#shared/words/t.ts';

/** The line at the bottom: can the exchange be reached, what is left of each pool, how old is the oldest thing shown. */
export function StatusBar({ profileId }: { readonly profileId: string }) {
  return (
    <footer className="status" aria-label={t`Status`}>
      <StorageItem />
      <ReconciliationItem profileId={profileId} />
      <Line profileId={profileId} />
      <FeedsItem profileId={profileId} />
      <span className="status-space" />
      <UnknownActions profileId={profileId} />
      <OldestData />
      <Program />
    </footer>
  );
}

/** The text of a hover is built when it opens: it changes every second, while the item rarely does. */
function Line({ profileId }: { readonly profileId: string }) {
  const link = useLink(profileId).data;
  if (link === undefined) return <span className="status-item">{t`connecting…`}</span>;
  const clock = clockView(link.clock);
  return (
    <>
      {link.hosts.map(host => (
        <Host key={host.venue} host={host} />
      ))}
      <Tooltip content={clock.description}>
        <span className={`status-item status-${clock.tone}`}>
          <span className="status-label">{t`clock`}</span>
          <span className="status-value">{clock.text}</span>
        </span>
      </Tooltip>
      {link.pools.map(pool => (
        <Gauge key={pool.pool} pool={pool} />
      ))}
    </>
  );
}

function Host({ host }: { readonly host: HostStatus }) {
  const light = useAtTick(nowMs => hostLight(host, nowMs));
  const text = useCalm(hostText(host, light), light === 'good' && host.roundTripMs !== null);
  return (
    <Tooltip content={<HostStory host={host} />}>
      <span className="status-item">
        <span className={`status-light status-light-${light}`} aria-hidden="true" />
        <span className="status-label">{host.venue}</span>
        <span className="status-host">{host.host}</span>
        <span className="status-value">{text}</span>
      </span>
    </Tooltip>
  );
}

function HostStory({ host }: { readonly host: HostStatus }) {
  return describeHost(host, useNow(1000));
}

function hostText(host: HostStatus, light: Light): string {
  if (light === 'bad') return t`no answer`;
  return host.roundTripMs === null ? '–' : t`${Math.round(host.roundTripMs)} ms`;
}

function Gauge({ pool }: { readonly pool: PoolStatus }) {
  // in whole hundredths: less is not seen, and each change costs the page a frame
  const now = useAtTick(nowMs => Math.round(poolUse(pool, nowMs) * 100));
  const { name, letter, tone, trouble } = poolView(pool, now / 100);
  const percent = useCalm(now, tone === 'calm');
  return (
    <Tooltip content={<PoolStory pool={pool} />}>
      <span className={`status-item status-${tone}`}>
        <span className="status-label">{letter}</span>
        <span
          className="gauge"
          role="meter"
          aria-label={t`${name} pool spent`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className="gauge-fill" style={{ transform: `scaleX(${percent / 100})` }} />
        </span>
        <span className="status-value status-percent">{percent} %</span>
        {trouble === null ? null : <span className="status-trouble">{trouble}</span>}
      </span>
    </Tooltip>
  );
}

function PoolStory({ pool }: { readonly pool: PoolStatus }) {
  return describePool(pool, useNow(1000));
}

/** Actions of unknown outcome: never hidden. */
function UnknownActions({ profileId }: { readonly profileId: string }) {
  usePrivacy();
  const { data } = useRead('intents.list', { profileId });
  const unknown = data?.filter(intent => intent.state === 'unknown') ?? [];
  if (unknown.length === 0) return null;
  return (
    <Tooltip content={unknown.map(({ summary }) => formatOwnSummary(summary)).join('\n')}>
      <span className="status-item status-full" role="alert">
        {t`${unknown.length} ${unknown.length === 1 ? t`action` : t`actions`} with unknown outcome`}
      </span>
    </Tooltip>
  );
}

function OldestData() {
  const age = useOldestAge();
  return (
    <Tooltip content={<ReadsStory />}>
      <span className={`status-item status-age-${age.freshness}`}>
        <span className="status-label">
          {age.freshness === 'fresh'
            ? t`oldest data`
            : age.freshness === 'late'
              ? t`oldest data late`
              : t`oldest data stale`}
        </span>
        <span className="status-value status-age">{age.text}</span>
      </span>
    </Tooltip>
  );
}

function ReadsStory() {
  return describeReads(useLiveReads(), useNow(1000));
}

function Program() {
  const { data } = useRead('app.info', {});
  // every panel says what its reads cost; it is asked here, once for all of them
  useRead('reads.costs', {});
  if (data === undefined) return null;
  return (
    <Tooltip content={t`Data folder ${data.dataDir}`}>
      <span className="status-item status-program">
        <span className="status-label">
          {data.shell}
          {data.isHeadless ? t` headless` : ''}
        </span>
        <span className="status-value">{data.version}</span>
      </span>
    </Tooltip>
  );
}
