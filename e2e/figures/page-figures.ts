import type { Page } from 'playwright/test';

/** The texts of a table by the key of the row and the title of the column; only rows that are drawn are in it. */
export type ShownTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads every drawn row of a table in one moment. A cell gives its visible text; where the cell is shortened, its title
 * has all digits.
 */
export async function readShownTable(page: Page, label: string): Promise<ShownTable> {
  const rows = await page.getByRole('table', { name: label, exact: true }).evaluate(table => {
    const titles = [...table.querySelectorAll('thead th')].map(head => head.textContent.trim());
    return [...table.querySelectorAll<HTMLElement>('tbody tr[data-row-key]')].map(row => ({
      key: row.dataset['rowKey'] ?? '',
      cells: [...row.querySelectorAll('td')].map(
        (cell, index) => [titles[index] ?? '', cell.textContent.trim()] as const,
      ),
    }));
  });
  return new Map(rows.map(({ key, cells }) => [key, new Map(cells)]));
}
