import type { Page } from 'playwright/test';
import { compareFigure, type Agreement, type ExchangeFigure } from './figures/figure.ts';
import { comparedTables, type ExchangeAccount, readExchangeFigures } from './figures/exchange-figures.ts';
import { readShownTable } from './figures/page-figures.ts';
import { expect, expectWholeBook, openTab, rowsOf, test } from './testing/fathom-fixture.ts';

interface ComparedFigure {
  readonly name: string;
  readonly shown: string | undefined;
  readonly answer: string;
  readonly agreement: Agreement;
}

const leastFigures = 60;
/** the page reads a balance at most this much later than the exchange changes it */
const settleMs = 60_000;

const placeOf = ({ row, column }: ExchangeFigure) => `${row} ${column}`;

/** Reads the exchange, the page and the exchange again. */
async function compareTable(page: Page, account: ExchangeAccount, table: string): Promise<readonly ComparedFigure[]> {
  const before = await readExchangeFigures(account, table);
  const shown = await readShownTable(page, table);
  const after = await readExchangeFigures(account, table);
  const later = new Map(after.map(figure => [placeOf(figure), figure]));
  return before.flatMap(figure => {
    const cells = shown.get(figure.row);
    // a row that is not drawn, and a column without space, cannot be compared
    if (cells === undefined || !cells.has(figure.column)) return [];
    const text = cells.get(figure.column);
    const agreement = compareFigure({ shown: text, before: figure, after: later.get(placeOf(figure)) });
    return [{ name: `${table} ${placeOf(figure)}`, shown: text, answer: figure.value, agreement }];
  });
}

test('figures on the screen equal the answers of the exchange (at least 60)', async ({ startFathom }) => {
  test.setTimeout(480_000);
  const fathom = await startFathom({ size: { width: 2560, height: 1440 } });
  const { page } = fathom;
  const practice = await fathom.practice;
  const key = practice.keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const spot = { ...practice, key };
  const account = { spot, futures: { ...spot, spot: practice.futures } };
  await expectWholeBook(page);

  const compared: ComparedFigure[] = [];
  for (const table of comparedTables) {
    if (table !== 'Futures positions') await openTab(page, tabOf(table));
    await expect(rowsOf(page, table).first()).toBeVisible();
    let figures: readonly ComparedFigure[] = [];
    await expect
      .poll(
        async () => {
          figures = await compareTable(page, account, table);
          return figures.filter(({ agreement }) => agreement === 'wrong' || agreement === 'not shown');
        },
        { timeout: settleMs },
      )
      .toEqual([]);
    compared.push(...figures);
  }
  const count = (agreement: Agreement) => compared.filter(each => each.agreement === agreement).length;
  const body = compared.map(each => `${each.agreement}\t${each.name}\t${each.shown}\t${each.answer}`).join('\n');
  await test.info().attach('figures', { body, contentType: 'text/plain' });
  test.info().annotations.push({
    type: 'figures',
    description: `${compared.length}: ${count('exact')} exact, ${count('moved')} between two answers`,
  });
  expect(compared.length).toBeGreaterThanOrEqual(leastFigures);
});

/** The tab of the table where both have different names. */
function tabOf(table: string): string {
  return table === 'Recent fills' ? 'Fills' : table;
}
