import { lazy } from 'react';
import type { CancelManyAsk } from '#features/stops/stop-orders.tsx';

// who cancels one by one never needs it
const CancelManySheet = lazy(async () => ({
  default: (await import('#features/orders/cancel-many/cancel-many-sheet.tsx')).CancelManySheet,
}));

/** Stops are cancelled at once by the sheet that cancels orders. */
export function CancelStops(asked: CancelManyAsk) {
  return <CancelManySheet kind="stops" {...asked} />;
}
