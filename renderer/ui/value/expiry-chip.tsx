import { expiryText } from '#lib/moments/expiry-text.ts';
import { useNow } from '../clock.ts';
import { Chip } from './chip.tsx';

/** That a contract expires within a week, the moment on hover; nothing otherwise. `expireAtMs`: null or undefined: never, or not known. */
export function ExpiryChip({ expireAtMs }: { readonly expireAtMs: number | null | undefined }) {
  const text = expiryText(expireAtMs, useNow(60_000));
  return text === null ? null : (
    <Chip tone="warning" title={text.sentence}>
      {text.short}
    </Chip>
  );
}
