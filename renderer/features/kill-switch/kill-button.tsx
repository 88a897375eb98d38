import { type KillCount, useKillCount } from './kill-count.ts';
import type { Hold } from './use-hold.ts';
import { t } from '#shared/words/t.ts';

/** The keys that press a button. */
function isHeldKey(key: string): boolean {
  return key === ' ' || key === 'Enter';
}

interface ButtonProps {
  readonly hold: Hold;
  readonly isKeepingStops: boolean;
}

/** The button that fires when it is held, with the number of orders and stops that it would cancel. */
export function CountedKillButton({ profileId, ...props }: ButtonProps & { readonly profileId: string }) {
  return <KillButton count={useKillCount(profileId, props.isKeepingStops)} {...props} />;
}

/** What is cancelled and what is kept, in words. */
export function scopeText(isKeepingStops: boolean, kept: number): string {
  return isKeepingStops
    ? t`Cancels all orders and stops except ${kept} protective stops (spot stops that sell, reduce-only futures stops)`
    : t`Cancels all orders and stops, including protective stops (change this under Safety)`;
}

/** The button that fires when it is held for a second; a press alone does nothing. */
export function KillButton({
  count: { cancelled, kept },
  hold,
  isKeepingStops,
}: ButtonProps & { readonly count: KillCount }) {
  const counted = cancelled === null ? '' : ` (${cancelled})`;
  return (
    <button
      type="button"
      className="button button-small kill-button"
      aria-pressed={hold.isHeld}
      title={t`${scopeText(isKeepingStops, kept)}, on all venues, then freezes the profile until you release it. Hold for 1 s; release to abort. Ctrl+Shift+X works everywhere.`}
      onPointerDown={event => {
        if (event.button === 0) hold.begin();
      }}
      onPointerUp={hold.letGo}
      onPointerLeave={hold.letGo}
      onPointerCancel={hold.letGo}
      onBlur={hold.letGo}
      onKeyDown={event => {
        if (!isHeldKey(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.begin();
      }}
      onKeyUp={event => {
        if (isHeldKey(event.key)) hold.letGo();
      }}
    >
      {isKeepingStops ? t`Cancel, keep stops + freeze${counted}` : t`Cancel all + freeze${counted}`}
    </button>
  );
}
