import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AppInfo } from '#shared/first-contract.ts';
import { readKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { withMoments } from '#lib/time.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';

/** Shows each notice once: those from before the window, and later ones of main. */
export function useNotices(): void {
  const client = useQueryClient();
  const notices = useRead('app.info', {}).data?.notices;
  const shownNotices = useRef(new Set<string>());
  useEffect(
    () =>
      listen('notices.changed', payload => {
        const merge = (old: AppInfo | undefined) => (old === undefined ? undefined : { ...old, ...payload });
        client.setQueryData<AppInfo>(readKey('app.info', {}), merge);
      }),
    [client],
  );
  useEffect(() => {
    for (const notice of notices ?? []) {
      if (shownNotices.current.has(notice)) continue;
      shownNotices.current.add(notice);
      showToast('warning', withMoments(notice, Date.now()));
    }
  }, [notices]);
}
