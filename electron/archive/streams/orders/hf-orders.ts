import { costOf, type Stream } from '../stream.ts';
import { isOpenOrder } from './order-row.ts';
import { readOrders } from './read-orders.ts';
import { orderRetention } from './spot-orders.ts';

/** Orders of the high-frequency account by the symbols of its ledger, active and done. */
export const hfOrders: Stream = {
  name: 'hf-orders',
  record: 'spot-orders',
  ...orderRetention,
  cost: costOf('hf.doneOrders'),
  symbolsFrom: 'hf-ledger',
  isOfPositions: false,
  proof: 'end',
  isWithoutId: false,
  isOpen: isOpenOrder,
  readPage: (calls, query, options) =>
    readOrders(
      {
        active: asked => calls.hfActiveOrders({ ...asked, symbol: query.symbol }, options),
        done: asked => calls.hfDoneOrders({ ...asked, symbol: query.symbol }, options),
      },
      query,
    ),
};
