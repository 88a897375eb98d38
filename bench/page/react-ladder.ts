/** The least React page that shows a pushed book. Runs in the browser; `benchWish` says what to watch. */
import type { BookMessage } from '#shared/domain/live.ts';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { rootElement } from './root-element.ts';

const { desk, benchWatch } = window;

type Whole = Extract<BookMessage, { kind: 'whole' }>;

/** `price|size;price|size`, as the bridge packs them */
const levelsOf = (packed: string): readonly string[][] => packed.split(';').map(level => level.split('|'));

interface SideProps {
  readonly title: string;
  readonly levels: readonly string[][];
}

function Side({ title, levels }: SideProps) {
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
  const [book, setBook] = useState<Whole | null>(null);
  useEffect(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first message is whole, and no other is waited for
    const undo = desk?.on('book.changed', message => setBook(message as Whole));
    void desk?.call('watch.set', benchWatch);
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

createRoot(rootElement()).render(createElement(Ladder));
