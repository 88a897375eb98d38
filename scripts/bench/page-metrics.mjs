import { measureOrderbooksApply, measureTreeApply } from './book-apply.mjs';
import { measureDepthRedraw } from './page/depth-redraw.mjs';
import { measureFirstBook } from './page/first-book.mjs';
import { measureIdle } from './page/idle.mjs';

/** What the page and the book cost beside the means that others would have taken. */
export const pageMetrics = [
  measureOrderbooksApply,
  measureTreeApply,
  measureDepthRedraw,
  measureFirstBook,
  measureIdle,
];
