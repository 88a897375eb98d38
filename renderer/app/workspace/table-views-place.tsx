import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { TableSetup } from '#shared/domain/view/table-view.ts';
import { call } from '#bridge/call.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { listen } from '#bridge/stream.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { saveFile } from '#app/settings/save-file.ts';
import { useRowRequest } from '#state/blotter/row-request.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { TableViewsContext } from '#ui/table/view/table-views.ts';
import { t } from '#shared/words/t.ts';

/** A column that is dragged is one change, not fifty. */
const keepMs = 500;
/** A list is read in less. */
const longestWaitMs = 15_000;

type Setups = Readonly<Record<string, TableSetup>>;

async function keep(id: string, setup: TableSetup): Promise<void> {
  try {
    await call('tables.save', { id, setup });
  } catch (thrown) {
    showToast('warning', t`The view of the table was not saved: ${toFailure(thrown).message}`);
  }
}

/** Holds how every table is looked at, and keeps it over a restart. */
export function TableViewsPlace({ children }: { readonly children: ReactNode }) {
  const [setups, setSetups] = useState<Setups>({});
  const [throttles] = useState(() => new Map<string, ReturnType<typeof createThrottle<TableSetup>>>());
  useEffect(() => {
    const reading = { isWanted: true };
    const undo = listen('tables.changed', ({ id, setup }) => setSetups(now => ({ ...now, [id]: setup })));
    call('tables.read', {}).then(
      kept => {
        // what was changed meanwhile is newer
        if (reading.isWanted) setSetups(now => ({ ...kept, ...now }));
      },
      () => undefined, // main has logged the reason; tables have their defaults
    );
    return () => {
      undo();
      reading.isWanted = false;
    };
  }, []);
  const change = useCallback(
    (id: string, setup: TableSetup) => {
      setSetups(now => ({ ...now, [id]: setup }));
      const throttle = throttles.get(id) ?? createThrottle<TableSetup>(keepMs, next => void keep(id, next));
      throttles.set(id, throttle);
      throttle.offer(setup);
    },
    [throttles],
  );
  const wanted = useRowRequest(({ request }) => request);
  const onShown = useRowRequest(({ clear }) => clear);
  useEffect(() => {
    if (wanted === null) return undefined;
    // a row that has gone meanwhile must not take the focus whenever it comes back
    const timer = setTimeout(onShown, longestWaitMs);
    return () => clearTimeout(timer);
  }, [wanted, onShown]);
  const views = useMemo(() => ({ setups, change, save: saveFile, wanted, onShown }), [setups, change, wanted, onShown]);
  return <TableViewsContext value={views}>{children}</TableViewsContext>;
}
