/** What a rejection means and what to do about it, by its codes. docs/exchange/errors.md §3 to §5. */
const rows: readonly (readonly [codes: string, sentence: string])[] = [
  ['200004 300003 102421 126013', 'The balance is not sufficient. Lower the amount or move money to this wallet.'],
  ['330005', 'The margin mode of the position does not allow this. Use the margin mode of the position.'],
  ['330011 330012', 'The position mode does not allow this. One-way and hedge orders cannot be mixed.'],
  ['330008 126042 300005', 'The position would be larger than the exchange allows. Lower the size or the risk level.'],
  ['102426 126033 126044 300018', 'The client id was already used. Check whether the order exists.'],
  ['102427 200003 126011 300001 300004', 'There are too many open orders. Cancel some first.'],
  ['102428', 'The exchange is processing the order, so it cannot be cancelled now. Try again in a moment.'],
  ['102425', 'The order reached the exchange too late. Check the clock of this computer.'],
  ['102429 126022 400330 400350 400370 126029 126030', 'The price is too far from the market.'],
  ['300011', 'The price is too high for this contract now.'],
  ['300012', 'The price is too low for this contract now.'],
  ['102434 102435 600100', 'The size or the price is not one that this pair takes: check its limits and steps.'],
  ['400760 600101 126003', 'The amount is below the least that is taken.'],
  ['102436', 'The quoted price has expired. Ask for a new one.'],
  ['126027', 'This market takes limit orders only now.'],
  ['900001 400600 126004 100003', 'This market is not traded here.'],
  ['200001 126009 300002', 'This market takes no new orders now.'],
  ['200002', 'This market accepts no cancels now.'],
  ['300008', 'The other side of the order book is empty.'],
  ['300009', 'There is no open position to close.'],
  ['300014', 'The position is being liquidated. Nothing can be changed until that is over.'],
  ['300015', 'The contract is being settled. Try again when that is over.'],
  ['300016 400800', 'This leverage is not allowed here.'],
  ['230005', 'It is busy. Nothing was done; try again in a moment.'],
  ['200009 400301 400302 400303 400304', 'The holder of the account must prove who it is first.'],
  ['400500', 'This is not offered where the account is held.'],
  ['400200 411100', 'The account is frozen or may not do this. Ask the exchange.'],
  ['400700', "The exchange's risk control stopped this. Ask the exchange."],
  ['260210', 'Withdrawals of this currency are switched off.'],
  [
    '130201 130202 130203 130204 135005 135018',
    'Nothing of this is lent now. Check what can be borrowed, and the debt ratio.',
  ],
  [
    '130301 130302 130303 130304 130305 130306 130307 130308 130309 130310 130311 130312 130313 130314 130315 130316 130323',
    'The loan or repayment is not possible. Check the debt and the margin account.',
  ],
  ['210014 210021 230003', 'The amount cannot be moved: the wallet does not have it free.'],
];

const sentences: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([codes, sentence]) => codes.split(' ').map(code => [code, sentence] as const)),
);

/** Our sentence on a code that we know; the exchange's own words stand beside it in any case. */
export function rejectionSentence(code: string): string {
  const known = sentences.get(code);
  return known === undefined
    ? 'The exchange rejected the request.'
    : `The exchange rejected the request: ${lowerFirst(known)}`;
}

/** The known sentences continue after a colon. */
function lowerFirst(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
