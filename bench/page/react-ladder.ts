/** The least React page that shows a pushed book. Runs in the browser; `benchWish` says what to watch. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { desk, benchWish } = globalThis;

/** `price|size;price|size`, as the door packs them */
const levelsOf = packed => packed.split(';').map(level => level.split('|'));

function Side({ title, levels }) {
  const rows = levels.map(([price, size]) =>
    createElement(
      'div',
      { role: 'row', key: price },
      createElement('span', { role: 'cell' }, price),
      createElement('span', { role: 'cell' }, size),
    ),
  );
  const head = createElement(
    'div',
    { role: 'row', key: 'head' },
    createElement('span', { role: 'columnheader' }, title),
  );
  return createElement('div', { role: 'table', 'aria-label': title }, head, rows);
}

function Ladder() {
  const [book, setBook] = useState(null);
  useEffect(() => {
    const undo = desk.on('book.changed', setBook);
    void desk.call('watch.set', benchWish);
    return undo;
  }, []);
  if (book === null || book.state !== 'live') return createElement('p', null, 'Loading');
  return createElement(
    'main',
    null,
    createElement(Side, { title: 'Asks', levels: levelsOf(book.asks) }),
    createElement(Side, { title: 'Bids', levels: levelsOf(book.bids) }),
  );
}

createRoot(document.getElementById('root')).render(createElement(Ladder));
