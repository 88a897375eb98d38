import { createElement, memo, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createSortedBook, packTop } from './sorted-book.ts';

/** React state for each message; rows are drawn when they changed. */
const rows = 20;
const columns = ['price', 'size', 'total'];

const Row = memo(function Row({ price, size, total, share }) {
  const cells = { price, size, total };
  return createElement(
    'div',
    { className: 'row' },
    createElement('div', { className: 'bar', style: { transform: `scaleX(${share})` } }),
    ...columns.map(name => createElement('span', { key: name }, cells[name])),
  );
});

function Side({ levels, largest }) {
  return createElement(
    'div',
    { className: 'side' },
    levels.map(level =>
      createElement(Row, { key: level.price, ...level, share: (Number(level.total) / largest).toFixed(3) }),
    ),
  );
}

let setState = null;

function Ladder() {
  const [{ bids, asks, largest, sequence }, setBook] = useState({ bids: [], asks: [], largest: 1, sequence: 0 });
  useEffect(() => {
    setState = setBook;
  }, []);
  useLayoutEffect(() => globalThis.paintLog?.heard(sequence), [sequence]);
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

const show = sequence => setState({ ...book.top(rows), sequence });
const apply = (changes, sequence) => {
  for (const change of changes) book.apply(change);
  show(sequence);
};

/** Applies every increment of the page's own socket; resolves when the exchange has confirmed the subscription. */
function follow(endpoint, topic) {
  const socket = new WebSocket(endpoint);
  return new Promise(resolve => {
    socket.addEventListener('message', ({ data: text }) => {
      const { type, data } = JSON.parse(text);
      if (type === 'welcome') socket.send(JSON.stringify({ id: '1', type: 'subscribe', topic, response: true }));
      if (type === 'ack') resolve();
      if (type !== 'message') return;
      const { bids, asks } = data.changes;
      const changes = [...bids.map(row => [true, ...row]), ...asks.map(row => [false, ...row])];
      apply(changes, data.sequenceEnd);
    });
  });
}

globalThis.ladder = {
  follow,
  load(snapshot) {
    book.load(snapshot);
    show(Number(snapshot.sequence));
  },
  take(text) {
    const { changes, sequence } = JSON.parse(text);
    apply(changes, sequence);
  },
  picture: () => packTop(book.top(rows)),
};
