import { fail, type Result, succeed } from '#shared/errors.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

interface TimeWindow {
  readonly startAtMs?: number | undefined;
  readonly endAtMs?: number | undefined;
}

const tradeTypes = { spot: 'TRADE', cross: 'MARGIN_TRADE', isolated: 'MARGIN_ISOLATED_TRADE' } as const;

/** The wire's word for a trade type; `undefined` lets the exchange take its default, spot. */
export function wireTradeType(tradeType: keyof typeof tradeTypes | undefined): string | undefined {
  return tradeType === undefined ? undefined : tradeTypes[tradeType];
}

/** Both ends in order, and whole milliseconds. */
export function checkWindow({ startAtMs, endAtMs }: TimeWindow): Result<null> {
  for (const [field, value] of Object.entries({ startAtMs, endAtMs })) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      return fail('invalid-request', 'A time must be whole milliseconds.', { field });
    }
  }
  if (startAtMs !== undefined && endAtMs !== undefined && startAtMs > endAtMs) {
    return fail('invalid-request', 'The start of the time range lies after its end.', { field: 'startAtMs' });
  }
  return succeed(null);
}

/**
 * Lists of the past are answered for at most 7 × 24 hours at a time. docs/exchange/endpoints.md §1.4, rules 2 and 3.
 */
export function checkWeekWindow(window: TimeWindow, what: 'Order history' | 'Fills'): Result<null> {
  const checked = checkWindow(window);
  if (!checked.ok || window.startAtMs === undefined || window.endAtMs === undefined) return checked;
  if (window.endAtMs - window.startAtMs <= weekMs) return checked;
  const message = `${what} can be listed for at most 7 days at a time. Choose a shorter time range.`;
  return fail('invalid-request', message, { field: 'startAtMs' });
}
