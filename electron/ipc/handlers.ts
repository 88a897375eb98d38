import type { Handlers } from './gate.ts';
import { refuseUnknownProfiles } from './known-profiles.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { archiveHandlers } from './handlers/money/archive.ts';
import { backupHandlers } from './handlers/money/backups.ts';
import { historyDeletionHandlers } from './handlers/money/history/history-deletion.ts';
import { appHandlers } from './handlers/app.ts';
import { healthHandlers } from './handlers/budget/health.ts';
import { createReadSpending } from './handlers/budget/read-spending.ts';
import { futuresHandlers } from './handlers/futures.ts';
import { intentHandlers } from './handlers/intents.ts';
import { lockHandlers } from './handlers/safety/lock.ts';
import { liveHandlers } from './handlers/live.ts';
import { marketHandlers } from './handlers/market.ts';
import { historyHandlers } from './handlers/money/histories.ts';
import { marginHandlers } from './handlers/money/margin.ts';
import { linkedHandlers } from './handlers/money/linked.ts';
import { exploreHandlers } from './handlers/money/explore.ts';
import { portfolioHandlers } from './handlers/money/portfolio.ts';
import { oversightHandlers } from './handlers/money/oversight.ts';
import type { HandlerOptions } from './handlers/handler-options.ts';
import { orderHandlers } from './handlers/orders.ts';
import { policyHandlers } from './handlers/safety/policy.ts';
import { profileHandlers } from './handlers/profiles.ts';
import { safetyHandlers } from './handlers/safety/safety.ts';
import { stopHandlers } from './handlers/stops.ts';
import { tableHandlers } from './handlers/tables.ts';
import { windowHandlers } from './handlers/view/windows.ts';
import { walletHandlers } from './handlers/money/wallet.ts';

/** Every call of the contract, answered; what the reads among them cost is counted. */
export function createHandlers(needs: HandlerOptions): Handlers {
  const spending = createReadSpending(() => performance.now());
  const handlers = spending.count({
    ...appHandlers(needs),
    ...profileHandlers(needs),
    ...policyHandlers(needs),
    ...lockHandlers(needs),
    ...marketHandlers(needs),
    ...liveHandlers(needs),
    ...orderHandlers(needs),
    ...stopHandlers(needs),
    ...futuresHandlers(needs),
    ...accountHandlers(needs),
    ...archiveHandlers(needs),
    ...backupHandlers(needs),
    ...historyDeletionHandlers(needs),
    ...exploreHandlers(needs),
    ...exploreHandlers(needs),
    ...portfolioHandlers(needs),
    ...intentHandlers(needs),
    ...safetyHandlers(needs),
    ...tableHandlers(needs),
    ...marginHandlers(needs),
    ...historyHandlers(needs),
    ...walletHandlers(needs),
    ...oversightHandlers(needs),
    ...windowHandlers(needs),
    ...linkedHandlers(needs),
    ...healthHandlers({ ...needs, spending }),
  });
  return refuseUnknownProfiles(handlers, needs.profiles.find);
}
