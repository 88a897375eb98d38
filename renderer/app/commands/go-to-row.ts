import { rowAsked } from '#ui/table/use-row-focus.ts';

/** Its panel may have to be opened first, and its rows to arrive. */
const patienceMs = 4000;
const againMs = 50;

function isThere(key: string): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement.dataset['rowKey'] === key;
}

/** Scrolls a table to one of its rows and focuses it, as soon as it is there. Answers whether it came. */
export async function goToRow(label: string, key: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += againMs) {
    const tables = [...document.querySelectorAll('table')].filter(table => table.getAttribute('aria-label') === label);
    for (const table of tables)
      if (!table.parentElement?.dispatchEvent(new CustomEvent(rowAsked, { detail: key, cancelable: true }))) break;
    // oxlint-disable-next-line no-await-in-loop -- it is drawn in the next frame
    await new Promise(resolve => setTimeout(resolve, againMs));
    if (isThere(key)) return true;
  }
  return false;
}
