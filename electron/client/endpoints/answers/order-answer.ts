import { type QueriedOrder, longestAnswer, type OrderAnswer } from '#shared/domain/answers/order-answer.ts';
import { succeed } from '#shared/errors.ts';
import type { ReadAnswer } from '#client/rest/transport.ts';
import type { ClientCall } from '#client/types.ts';
import type { EndpointCall } from '#client/wire/request.ts';

/** What the exchange says of one order, as it says it. */
export type OrderAnswerCall = ClientCall<QueriedOrder, OrderAnswer>;

/** docs/exchange/endpoints.md §3, §4, §5.1 and §8.1: a stop of a contract is an order like any other. */
function callOf({ venue, symbol, tradeType, orderId, isStop }: QueriedOrder): EndpointCall {
  if (venue === 'futures') return { endpoint: 'futures.order', path: { orderId } };
  if (isStop) return { endpoint: 'stops.order', path: { orderId } };
  const endpoint = tradeType === 'spot' ? 'spot.order' : 'margin.order';
  return { endpoint, path: { orderId }, query: { symbol } };
}

/** Asks for one order and hands on the text of the answer, also of one that says that there is no such order. */
export function createOrderAnswer(readAnswer: ReadAnswer): OrderAnswerCall {
  return async (order, options) => {
    const answer = await readAnswer(callOf(order), options);
    if (!answer.ok) return answer;
    const { text } = answer.value;
    const isCut = text.length > longestAnswer;
    return succeed({ ...answer.value, isCut, text: isCut ? text.slice(0, longestAnswer).toWellFormed() : text });
  };
}
