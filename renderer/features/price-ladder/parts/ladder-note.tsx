import { hasFills } from '#shared/domain/fills/filled-size.ts';
import { useSentOrder } from '#bridge/actions/use-sent-order.ts';
import { fillResultOf } from '#lib/fills/fill-result.ts';
import { keyLabel } from '#lib/keys/keyboard.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { t } from '#shared/words/t.ts';
import { type PlacedByLadder, useRowActionsStore } from '../actions/row-actions.ts';
import type { PriceLadder } from '../use-price-ladder.ts';

type Noted = Pick<PriceLadder, 'rowActions' | 'actions' | 'keys' | 'facts'>;

/** What has to be read before the result of the last press: a move by keys, an unknown outcome, a rejection. */
function urgentWords({ rowActions, keys }: Noted): string | null {
  if (keys.moving !== null) return t`Enter moves it there, Escape leaves it`;
  const lost = rowActions.findLast(({ stage }) => stage === 'unknown');
  if (lost !== undefined) return t`Outcome unknown: ${lost.words}. ${lost.detail ?? ''}`;
  const ended = rowActions.findLast(({ stage, detail }) => stage !== 'sending' && detail !== null);
  return ended === undefined ? null : `${ended.words}: ${ended.detail}`;
}

/** The outcome of the last action, else the text about the last press, else how the ladder is used. */
export function LadderNote({ ladder }: { readonly ladder: Noted }) {
  const { actions, facts } = ladder;
  const placed = useRowActionsStore(state => state.placed);
  const urgent = urgentWords(ladder);
  const note = actions.note?.text ?? keyLabel(t`Click a side: limit · Ctrl: stop · right: cancel · drag: move`);
  if (urgent === null && facts !== null && placed !== null && placed.key === actions.note?.sentKey)
    return <PlacedNote placed={placed} terms={facts.terms} note={note} />;
  return <NoteLine text={urgent ?? note} tone={actions.note?.isError === true ? 'danger' : 'open'} />;
}

interface PlacedNoteProps {
  readonly placed: PlacedByLadder;
  readonly terms: MarketTerms;
  /** while nothing is filled */
  readonly note: string;
}

/** What the order has filled, at which average; while it only rests, what was sent. */
function PlacedNote({ placed, terms, note }: PlacedNoteProps) {
  const { profileId, market, tradeType, key: clientOid, orderId } = placed;
  const sent = useSentOrder({ profileId, market, tradeType, clientOid, orderId });
  if (sent === null || sent.size === null || (sent.isActive && !hasFills(sent)))
    return <NoteLine text={note} tone="open" />;
  return <NoteLine {...fillResultOf(sent, sent.size, terms)} />;
}

function NoteLine({ text, tone }: { readonly text: string; readonly tone: string }) {
  return (
    <p className="price-ladder-note" role="status" data-tone={tone} title={text}>
      {text}
    </p>
  );
}
