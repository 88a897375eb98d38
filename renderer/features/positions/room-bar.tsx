import { type Decimal, toNumber } from '#shared/decimal.ts';
import { formatPercent } from '#lib/format.ts';
import { Unknown } from '#ui/value/number-cell.tsx';
import { dangerOf } from './position-risk.ts';
import './positions.css';

/** The room at which the bar is full. */
const fullRoom = 0.3;

/** Room to liquidation as words and a bar; its colour only repeats the number. */
export function RoomBar({ room }: { readonly room: Decimal | null }) {
  if (room === null) return <Unknown reason="No price liquidates this position." />;
  const danger = dangerOf(room);
  const width = Math.max(0, Math.min(1, toNumber(room) / fullRoom)) * 100;
  return (
    <span className={`room room-${danger}`}>
      <span className="number">{formatPercent(room)}</span>
      <span className="room-track" aria-hidden="true">
        <span className="room-fill" style={{ width: `${width}%` }} />
      </span>
    </span>
  );
}
