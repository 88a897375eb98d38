import type { ReactNode } from 'react';
import { AgeChip } from './age-chip.tsx';
import { PanelShell, type PanelShellProps } from './shell/panel-shell.tsx';

export interface PanelProps<T> extends Omit<PanelShellProps<T>, 'status'> {
  /** in place of the age: for panels that know more about their data source */
  readonly status?: ReactNode;
}

/** A panel over one read, with separate states: loading, empty, data, stale, failed with and without data. */
export function Panel<T>(props: PanelProps<T>) {
  const { read, isOld = false } = props;
  const asOfMs = props.asOfMs === undefined ? read.updatedAtMs : props.asOfMs;
  return <PanelShell {...props} status={props.status ?? <AgeChip {...read} asOfMs={asOfMs} isOld={isOld} />} />;
}
