import { costOf, type Stream } from '../stream.ts';
import { isOpenOrder } from './order-row.ts';
import { readOrders } from './read-orders.ts';
import { orderRetention } from './spot-orders.ts';

/** Futures orders, active and done, by the time of creation. */
export const futuresOrders: Stream = {
  name: 'futures-orders',
  record: 'futures-orders',
  ...orderRetention,
  cost: costOf('futures.orders'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: false,
  isOpen: isOpenOrder,
  readPage: (calls, query, options) =>
    readOrders(
      {
        active: asked => calls.futuresOrders({ ...asked, status: 'active' }, options),
        done: asked => calls.futuresOrders({ ...asked, status: 'done' }, options),
      },
      query,
    ),
};
