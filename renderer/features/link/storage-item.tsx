import { useRead } from '#bridge/use-read.ts';
import { useStream } from '#bridge/stream.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';

/** Whether Fathom can keep what it must keep; nothing is shown while it can. First in the line, so that it is never cut. */
export function StorageItem() {
  const read = useRead('storage.read', {}).data;
  const status = useStream('storage.changed') ?? read;
  if (status === undefined || status.state === 'ok') return null;
  const [sentence] = status.detail.split('. ');
  return (
    <Tooltip content={status.detail}>
      <span className="status-item status-storage" role="alert">
        {sentence}.
      </span>
    </Tooltip>
  );
}
