import type { Page } from 'playwright/test';

/** Texts of other users, of any length: these may be cut, and show the rest on hover. */
const freeTitles = new Set(['Remark', 'Remarks', 'Client id', 'Trade', 'Vermerk', 'Client-ID', 'Vorgang']);
const cellsSelector = '.table th, .table tbody tr[data-row-key] td';
/** px between two things that do not touch; measures are fractions */
const leastGapPx = 3.9;

/** What is cut, touches its neighbour or hangs over an edge in the window as it is drawn now. */
export async function findLayoutDefects(page: Page): Promise<readonly string[]> {
  const cells = await cutCells(page);
  const spots = [
    ...cells.filter(({ title }) => !freeTitles.has(title)).map(({ title, text }) => `${title}: “${text}” is cut`),
    ...(await cutChips(page)),
    ...(await touchingChips(page)).filter(({ gapPx }) => gapPx < leastGapPx).map(({ text }) => `“${text}” touches`),
    ...(await cutRows(page)),
    ...(await cutAxisTexts(page)),
    ...(await cutTitles(page)),
    ...(await coveredTitles(page)),
    ...(await wideTables(page)),
  ];
  return [...new Set(spots)];
}

/** Cells of tables that are wider than their column, with the title of that. */
function cutCells(page: Page): Promise<readonly { readonly title: string; readonly text: string }[]> {
  return page.evaluate(
    selector =>
      [...document.querySelectorAll<HTMLTableCellElement>(selector)]
        .filter(cell => cell.scrollWidth > cell.clientWidth)
        .map(cell => ({
          title: cell.closest('table')?.querySelectorAll('th')[cell.cellIndex]?.textContent?.replace(/[▴▾]/, '') ?? '',
          text: cell.textContent ?? '',
        })),
    cellsSelector,
  );
}

/**
 * Names with badges where either reaches over its edge; by fractions of px, because less than one makes an ellipsis of
 * all.
 */
function cutChips(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    selector =>
      [...document.querySelectorAll(selector)]
        .filter(cell =>
          [...cell.querySelectorAll('.with-chips, .with-chips > .chip')].some(inner => {
            const box = inner.matches('.chip') ? inner : cell;
            const range = document.createRange();
            range.selectNodeContents(inner);
            const paddingPx = Number.parseFloat(getComputedStyle(box).paddingRight);
            return range.getBoundingClientRect().right > box.getBoundingClientRect().right - paddingPx + 0.1;
          }),
        )
        .map(cell => `“${cell.textContent}” or its badge is cut`),
    cellsSelector,
  );
}

/** The distance of each badge from the text or badge before it in its cell. */
function touchingChips(page: Page): Promise<readonly { readonly text: string; readonly gapPx: number }[]> {
  return page.evaluate(
    selector =>
      [...document.querySelectorAll(selector)].flatMap(cell =>
        [...cell.querySelectorAll('.chip')].flatMap(chip => {
          const before = chip.previousSibling;
          if (before === null) return [];
          const range = document.createRange();
          range.selectNode(before);
          const gapPx = chip.getBoundingClientRect().left - range.getBoundingClientRect().right;
          return [{ text: cell.textContent ?? '', gapPx }];
        }),
      ),
    cellsSelector,
  );
}

/** Rows and items that the lower edge of a table, of the tape or of a list cuts through where it is not scrolled. */
function cutRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.table-box, .tape-rows, .market-list, .overview-list, .overseer-list')]
      .filter(box => box.scrollTop === 0)
      .flatMap(box =>
        [...box.querySelectorAll('tr[data-row-key], .tape-row, .market, li')].filter(row => {
          const [edge, { top, bottom }] = [box.getBoundingClientRect().bottom, row.getBoundingClientRect()];
          // one that fills more than half of the list is cut, because the list would be empty without it
          if (row.matches('li') && bottom - top > box.clientHeight / 2) return false;
          return top < edge - 0.5 && bottom > edge + 0.5;
        }),
      )
      .map(row => `“${row.textContent}” is cut through`),
  );
}

/** Words at the axes of the depth chart that do not fit into it. */
function cutAxisTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.depth-tick')]
      .filter(text => {
        const [frame, own] = [text.closest('.depth')?.getBoundingClientRect(), text.getBoundingClientRect()];
        return frame === undefined || own.left < frame.left - 0.5 || own.right > frame.right + 0.5;
      })
      .map(text => `depth: “${text.textContent}” is cut`),
  );
}

/** Titles of places with one panel that the tools beside them cut; where there are more, the strip scrolls. */
function cutTitles(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.dock [data-tab-list]')]
      .filter(list => list.childElementCount === 1 && list.scrollWidth > list.clientWidth)
      .map(list => `the title “${list.textContent}” is cut`),
  );
}

/** Heads of panels whose buttons reach over their left edge, where the title is. */
function coveredTitles(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.dock .panel-header')]
      .filter(head => {
        const edge = head.getBoundingClientRect().left;
        const tools = [...head.querySelectorAll('.panel-toolbar > *')].map(tool => tool.getBoundingClientRect());
        return tools.some(({ left, width }) => width > 0 && left < edge - 0.5);
      })
      .map(head => `the title “${head.querySelector('.panel-title')?.textContent ?? ''}” is covered`),
  );
}

/** Buttons and fields that a message lies over, so that they cannot be pressed. */
export function coveredControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map(toast => toast.getBoundingClientRect());
    return [...document.querySelectorAll('button, input, select, textarea, [role="tab"]')]
      .filter(control => {
        const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
        const under = document.elementsFromPoint(left + width / 2, top + height / 2);
        const isReached = under.some(element => control.contains(element));
        return (
          isReached &&
          control.closest('.toaster') === null &&
          toasts.some(box => left < box.right && box.left < right && top < box.bottom && box.top < bottom)
        );
      })
      .map(control => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName);
  });
}

/** Tables that reach over the right edge of their place, though columns could leave. */
function wideTables(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.table-box .table')]
      .filter(table => {
        const edge = table.closest('.table-box')?.getBoundingClientRect().right ?? 0;
        return table.getBoundingClientRect().right > edge + 0.5;
      })
      .map(table => `the table “${table.getAttribute('aria-label') ?? ''}” is too wide`),
  );
}

/**
 * Texts that their own box cuts, anywhere in the window. A text may end in an ellipsis where hovering it shows all of
 * it; what is read aloud only has no box to be cut by.
 */
export function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const leastPx = 4;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(element => {
        const { overflowX, textOverflow, visibility } = getComputedStyle(element);
        const { scrollWidth, clientWidth } = element;
        if (visibility === 'hidden' || clientWidth < leastPx || scrollWidth <= clientWidth + 1) return false;
        if (overflowX !== 'hidden' && overflowX !== 'clip') return false;
        const hasText = element.textContent?.trim() !== '';
        const isShownOnHover = textOverflow === 'ellipsis' && element.closest('[title]') !== null;
        return hasText && !isShownOnHover;
      })
      .map(({ textContent, className, tagName }) => `${tagName.toLowerCase()}.${className}: “${textContent}” is cut`);
  });
}
