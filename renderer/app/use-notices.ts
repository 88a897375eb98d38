import { useEffect } from 'react';
import { useRead } from '#bridge/use-read.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';

/** Says once what happened before there was a window: files that were damaged and set aside. */
export function useNotices(): void {
  const notices = useRead('app.info', {}).data?.notices;
  useEffect(() => {
    for (const notice of notices ?? []) showToast('warning', notice);
  }, [notices]);
}
