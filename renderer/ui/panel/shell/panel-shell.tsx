import { lazy, type ReactNode, Suspense } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import { AsOfContext } from '../../as-of-context.ts';
import { PanelFrame, type PanelFrameProps } from '../panel-frame.tsx';
import { EmptyState, type EmptyStateProps, Skeleton } from '../panel-states.tsx';
import type { PanelRead } from '../panel-read.ts';
import { panelState } from '../panel-state.ts';
import { useFreshness } from '../use-freshness.ts';

// nothing has failed in the first view
const ErrorState = lazy(async () => ({ default: (await import('../panel-failure.tsx')).ErrorState }));
// the first view has no partial data
const PartialMark = lazy(async () => ({ default: (await import('../partial-mark.tsx')).PartialMark }));
const ErrorStrip = lazy(async () => ({ default: (await import('../panel-failure.tsx')).ErrorStrip }));

export interface PanelShellProps<T> {
  readonly title: string;
  readonly read: PanelRead<T>;
  readonly children: (data: T) => ReactNode;
  /** says why there is nothing to show, or null when there is something */
  readonly empty?: ((data: T) => EmptyStateProps | null) | undefined;
  readonly toolbar?: ReactNode;
  readonly footer?: ReactNode;
  /** when the data was true, where that is not when it arrived (our clock, epoch ms) */
  readonly asOfMs?: number | null | undefined;
  readonly skeletonRows?: number | undefined;
  /** how old the data are and how they come */
  readonly status: ReactNode;
  /** the data is known to be stale, whatever its time says */
  readonly isOld?: boolean | undefined;
  readonly holds?: PanelFrameProps['holds'];
}

/** A panel without the chip that every panel but the book has: the book's file is loaded before anything else. */
export function PanelShell<T>({
  title,
  read,
  children,
  empty,
  toolbar,
  footer,
  asOfMs,
  skeletonRows = 6,
  status,
  isOld = false,
  holds,
}: PanelShellProps<T>) {
  const missing = read.data === undefined ? [] : missingOf(read.completeness);
  const knownAtMs = asOfMs === undefined ? read.updatedAtMs : asOfMs;
  const freshness = useFreshness(knownAtMs, read.intervalMs);
  const isDimmed = read.data !== undefined && panelState({ ...read, freshness, isOld }) === 'stale';
  return (
    <PanelFrame
      title={title}
      toolbar={toolbar}
      footer={footer}
      isOld={isDimmed}
      holds={holds}
      status={
        <>
          {missing.length === 0 ? null : (
            <Suspense fallback={null}>
              <PartialMark missing={missing} />
            </Suspense>
          )}
          {status}
        </>
      }
    >
      {read.isRefreshing ? <div className="panel-progress" /> : null}
      <PanelBody read={read} empty={empty} skeletonRows={skeletonRows} isDimmed={isDimmed}>
        {data => <AsOfContext value={knownAtMs}>{children(data)}</AsOfContext>}
      </PanelBody>
    </PanelFrame>
  );
}

interface PanelBodyProps<T> {
  readonly read: PanelRead<T>;
  readonly empty: ((data: T) => EmptyStateProps | null) | undefined;
  readonly skeletonRows: number;
  readonly isDimmed: boolean;
  readonly children: (data: T) => ReactNode;
}

function PanelBody<T>({ read, empty, skeletonRows, isDimmed, children }: PanelBodyProps<T>) {
  const { data, error } = read;
  if (data === undefined) {
    if (error === null) return <Skeleton rows={skeletonRows} />;
    return (
      <Suspense fallback={<Skeleton rows={skeletonRows} />}>
        <ErrorState error={error} read={read} />
      </Suspense>
    );
  }
  const emptiness = empty?.(data) ?? null;
  return (
    <>
      {error === null ? null : (
        <Suspense fallback={null}>
          <ErrorStrip error={error} read={read} />
        </Suspense>
      )}
      <div className={isDimmed ? 'panel-content panel-content-old' : 'panel-content'}>
        {emptiness === null ? children(data) : <EmptyState {...emptiness} />}
      </div>
    </>
  );
}
