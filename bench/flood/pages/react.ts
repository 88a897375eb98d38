import { createElement, type Dispatch, memo, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Level2Data } from '#bench/book/book-deltas.ts';
import { parseOwn } from '#bench/own-json.ts';
import type { ChangeBatch, Change } from '../ladder-page.ts';
import { type BookTop, createSortedBook, type PeerRow, packTop } from './sorted-book.ts';

/** React state for each message; rows are drawn when they changed. */
const rows = 20;
const columns: readonly (keyof PeerRow)[] = ['price', 'size', 'total'];

interface RowProps extends PeerRow {
  /** of the largest total */
  readonly share: string;
}

const Row = memo(function Row({ price, size, total, share }: RowProps) {
  const cells = { price, size, total };
  return createElement(
    'div',
    { className: 'row' },
    createElement('div', { className: 'bar', style: { transform: `scaleX(${share})` } }),
    ...columns.map(name => createElement('span', { key: name }, cells[name])),
  );
});

interface SideProps {
  readonly levels: readonly PeerRow[];
  readonly largest: number;
}

function Side({ levels, largest }: SideProps) {
  return createElement(
    'div',
    { className: 'side' },
    levels.map(level =>
      createElement(Row, { key: level.price, ...level, share: (Number(level.total) / largest).toFixed(3) }),
    ),
  );
}

interface Shown extends BookTop {
  readonly sequence: number;
}

const nothing: Shown = { bids: [], asks: [], largest: 1, sequence: 0 };
let setState: Dispatch<Shown> | null = null;

function Ladder(): ReactNode {
  const [{ bids, asks, largest, sequence }, setBook] = useState(nothing);
  useEffect(() => {
    setState = setBook;
  }, []);
  useLayoutEffect(() => window.paintLog?.heard(sequence), [sequence]);
  return [
    createElement(Side, { key: 'bids', levels: bids, largest }),
    createElement(Side, { key: 'asks', levels: asks, largest }),
  ];
}

const book = createSortedBook();
const style = document.createElement('style');
style.textContent = `
  body { background: #0b0e14; color: #dde3ee; font: 13px monospace; display: flex; }
  .side { width: 200px; height: 400px; contain: strict; }
  .row { position: relative; height: 20px; contain: strict; display: flex; text-align: right; }
  .row span { width: 65px; position: relative; }
  .bar { position: absolute; inset: 0; transform-origin: left; background: #12352f; }
`;
document.head.append(style);
createRoot(document.body).render(createElement(Ladder));

const show = (sequence: number): void => setState?.({ ...book.top(rows), sequence });
const apply = (changes: Iterable<Change>, sequence: number): void => {
  for (const change of changes) book.apply(change);
  show(sequence);
};

/** Applies every increment of the page's own socket; resolves when the exchange has confirmed the subscription. */
interface FeedMessage {
  readonly type: string;
  readonly data: Level2Data;
}

function follow(endpoint: string, topic: string): Promise<void> {
  const socket = new WebSocket(endpoint);
  return new Promise(resolve => {
    socket.addEventListener('message', ({ data: text }) => {
      const { type, data } = parseOwn<FeedMessage>(String(text));
      if (type === 'welcome') socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic, response: true }));
      if (type === 'ack') resolve();
      if (type !== 'message') return;
      const { bids, asks } = data.changes;
      const changes = [
        ...bids.map(([price, size]): Change => [true, price, size]),
        ...asks.map(([price, size]): Change => [false, price, size]),
      ];
      apply(changes, data.sequenceEnd);
    });
  });
}

window.ladder = {
  follow,
  load(snapshot) {
    book.load(snapshot);
    show(Number(snapshot.sequence));
  },
  take(text) {
    const { changes, sequence } = parseOwn<ChangeBatch>(text);
    apply(changes, sequence);
  },
  picture: () => packTop(book.top(rows)),
};
