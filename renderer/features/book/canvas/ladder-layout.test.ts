import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fittingRows,
  type LadderColumns,
  type LadderLayout,
  type LadderShape,
  layLadder,
  rowAt,
  rowTop,
  type BookSide,
  type RowPlace,
} from './ladder-layout.ts';

/** Any box that a book panel may have, and a few that it will not. */
const shapes: fc.Arbitrary<LadderShape> = fc.record({
  widthPx: fc.integer({ min: 360, max: 2000 }),
  heightPx: fc.integer({ min: 0, max: 2000 }),
  rows: fc.integer({ min: 1, max: 60 }),
  rowPx: fc.constantFrom(17, 20, 24),
  widths: fc.record({
    price: fc.integer({ min: 20, max: 90 }),
    size: fc.integer({ min: 20, max: 110 }),
    total: fc.option(fc.integer({ min: 20, max: 110 })),
    own: fc.option(fc.integer({ min: 20, max: 90 })),
  }),
});
const wide = { price: 60, size: 70, total: 60, own: null };
const sides: readonly BookSide[] = ['bid', 'ask'];
const columnsOf = (layout: LadderLayout, side: BookSide) => (side === 'bid' ? layout.bids : layout.asks);

interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function rowBoxes(layout: LadderLayout): Box[] {
  return sides.flatMap(side =>
    Array.from({ length: layout.rows }, (_, index) => {
      const { leftPx, rightPx } = columnsOf(layout, side);
      const top = rowTop(layout, side, index);
      return { name: `${side} ${index}`, left: leftPx, right: rightPx, top, bottom: top + layout.rowPx };
    }),
  );
}

function nameOf(place: RowPlace | null): string | undefined {
  return place === null ? undefined : `${place.side} ${place.index}`;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

it('every row is found at its middle and at its edges', () => {
  fc.assert(
    fc.property(shapes, shape => {
      const layout = layLadder(shape);
      for (const { name, left, right, top, bottom } of rowBoxes(layout)) {
        // stacked sides share their columns: there only the height shows which side it is
        const points = [left, (left + right) / 2, right - 0.5].flatMap(x =>
          [top, (top + bottom) / 2, bottom - 0.5].map(y => rowAt(layout, x, y)),
        );
        expect(new Set(points.map(nameOf))).toEqual(new Set([name]));
      }
    }),
    { numRuns: 40 },
  );
});

it('rows, titles and the middle do not overlap, and all of them are inside', () => {
  fc.assert(
    fc.property(shapes, shape => {
      const layout = layLadder(shape);
      const { middle, headTopPx, widthPx } = layout;
      const whole = { left: 0, right: widthPx };
      const boxes = [
        ...rowBoxes(layout),
        { ...whole, name: 'middle', top: middle.topPx, bottom: middle.topPx + middle.heightPx },
        { ...whole, name: 'head', top: headTopPx, bottom: headTopPx + 18 },
      ];
      for (const [index, box] of boxes.entries()) {
        expect([box.left >= 0, box.right <= widthPx, box.top >= 0, box.bottom <= layout.heightPx], box.name).toEqual([
          true,
          true,
          true,
          true,
        ]);
        const hit = boxes.slice(index + 1).find(other => overlaps(box, other));
        expect(hit?.name, `${box.name} lies over it`).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
});

/** The columns as they stand from the price outwards, those that are shown. */
function shownColumns({ price, size, total, own }: LadderColumns): number[] {
  return [price, size, total, own].filter(edge => edge !== null);
}

it('a total is at least ten pixels from the size, and neither it nor an own size touches the edge', () => {
  fc.assert(
    fc.property(shapes, shape => {
      const layout = layLadder(shape);
      const { size, total, own } = shape.widths;
      for (const side of sides) {
        const columns = columnsOf(layout, side);
        if (columns.total === null || total === null) continue;
        const isInwards = columns.barFrom === 'right' && layout.kind === 'beside';
        const gap = isInwards ? columns.size - size - columns.total : columns.total - total - columns.size;
        expect(gap).toBeGreaterThanOrEqual(10);
        const outer = columns.own ?? columns.total;
        const left = columns.own === null ? outer - total : outer - (own ?? 0);
        expect(isInwards ? left - columns.leftPx : columns.rightPx - outer).toBeGreaterThanOrEqual(6);
      }
    }),
  );
});

it('columns are in sequence, inside their side, and only the chosen ones', () => {
  fc.assert(
    fc.property(shapes, shape => {
      const layout = layLadder(shape);
      for (const side of sides) {
        const columns = columnsOf(layout, side);
        const edges = shownColumns(columns);
        const isInwards = layout.kind === 'beside' && side === 'bid';
        expect(edges).toEqual(edges.toSorted((a, b) => (isInwards ? b - a : a - b)));
        expect(new Set(edges).size).toBe(edges.length);
        expect(Math.min(...edges)).toBeGreaterThan(columns.leftPx);
        expect(Math.max(...edges)).toBeLessThan(columns.rightPx);
        expect([columns.dot - 2.5 >= columns.leftPx, columns.dot + 2.5 <= columns.rightPx]).toEqual([true, true]);
        // only what is wanted is shown, and own sizes go before totals
        expect([
          columns.total !== null && shape.widths.total === null,
          columns.own !== null && shape.widths.own === null,
        ]).toEqual([false, false]);
        if (columns.total === null && columns.own !== null) expect(shape.widths.total).toBeNull();
      }
    }),
  );
});

it('the dot of an own order is between the price and its neighbour, on neither', () => {
  fc.assert(
    fc.property(shapes, shape => {
      for (const side of sides) {
        const layout = layLadder(shape);
        const { dot, price, size } = columnsOf(layout, side);
        const priceLeft = price - shape.widths.price;
        expect(dot + 2.5).toBeLessThanOrEqual(priceLeft);
        if (layout.kind === 'beside' && side === 'bid') expect(dot - 2.5).toBeGreaterThanOrEqual(size);
      }
    }),
  );
});

it('a row has the height that the box allows, between a minimum and a maximum', () => {
  fc.assert(
    fc.property(shapes, shape => {
      const layout = layLadder(shape);
      expect(layout.rowPx).toBeGreaterThanOrEqual(15);
      expect(layout.rowPx).toBeLessThanOrEqual(shape.rowPx + 4);
      // only rows that are as low as they may be make the box scroll
      if (layout.rowPx > 15) expect(layout.heightPx).toBeLessThanOrEqual(shape.heightPx);
    }),
  );
});

it('no row is found outside the rows', () => {
  const anywhere = fc.double({ min: -50, max: 2050, noNaN: true });
  const outside = fc.record({ x: anywhere, y: anywhere });
  fc.assert(
    fc.property(shapes, outside, (shape, { x, y }) => {
      const layout = layLadder(shape);
      const hit = rowBoxes(layout).find(box => box.left <= x && x < box.right && box.top <= y && y < box.bottom);
      expect(nameOf(rowAt(layout, x, y))).toBe(hit?.name);
    }),
    { numRuns: 400 },
  );
});

const shape: LadderShape = { widthPx: 400, heightPx: 600, rows: 20, rowPx: 20, widths: wide };

it('a low box has both sides beside each other, with both best prices in the middle', () => {
  const layout = layLadder(shape);
  expect(layout.kind).toBe('beside');
  expect([layout.bids.barFrom, layout.asks.barFrom]).toEqual(['right', 'left']);
  expect(layout.bids.rightPx).toBe(layout.asks.leftPx);
  expect(rowTop(layout, 'bid', 0)).toBe(rowTop(layout, 'ask', 0));
  expect([199, 200].map(x => rowAt(layout, x, 48)?.side)).toEqual(['bid', 'ask']);
});

it('a tall box has asks above bids, with the best of both at the middle', () => {
  const layout = layLadder({ ...shape, heightPx: 900 });
  expect(layout.kind).toBe('stacked');
  const { topPx, heightPx } = layout.middle;
  expect(rowAt(layout, 10, topPx - 1)).toEqual({ side: 'ask', index: 0 });
  expect(rowAt(layout, 10, topPx + heightPx)).toEqual({ side: 'bid', index: 0 });
  expect([topPx, topPx + heightPx - 1].map(y => rowAt(layout, 10, y))).toEqual([null, null]);
});

it('a size of ten digits does not touch its total in the narrowest book of a small screen', () => {
  const { bids, asks } = layLadder({ ...shape, widthPx: 428, widths: { ...wide, price: 48 } });
  // ten tabular digits of the row font
  const sizePx = 69;
  expect(bids.size - sizePx - (bids.total ?? 0)).toBeGreaterThanOrEqual(6);
  expect(asks.size - sizePx - asks.price).toBeGreaterThanOrEqual(6);
});

it('no row is found beside and beyond the box', () => {
  for (const heightPx of [600, 900]) {
    const layout = layLadder({ ...shape, heightPx });
    const y = rowTop(layout, 'bid', 0) + 1;
    expect([-0.5, 0, 399.5, 400].map(x => rowAt(layout, x, y) !== null)).toEqual([false, true, true, false]);
    expect(rowAt(layout, 10, layout.heightPx)).toBeNull();
  }
});

it('the sides are stacked from 730 px on', () => {
  expect(layLadder({ ...shape, heightPx: 729 }).kind).toBe('beside');
  expect(layLadder({ ...shape, heightPx: 730 }).kind).toBe('stacked');
});

it('columns are removed one at a time without space: own sizes, then totals, and then the sides are stacked', () => {
  const widths = { price: 60, size: 70, total: 60, own: 50 };
  const shown = (widthPx: number) => {
    const { kind, bids, asks } = layLadder({ ...shape, widthPx, widths });
    return [
      kind,
      ...[bids, asks].map(({ total, own }) => `${total === null ? '' : 'total '}${own === null ? '' : 'own'}`),
    ];
  };
  expect(shown(600)).toEqual(['beside', 'total own', 'total own']);
  expect(shown(500)).toEqual(['beside', 'total ', 'total ']);
  expect(shown(400)).toEqual(['beside', '', '']);
  expect(shown(300)).toEqual(['stacked', 'total own', 'total own']);
});

it('a box is filled with rows of the density, and never has more than it can show', () => {
  expect(fittingRows('beside', 48 + 600, 20)).toBe(30);
  expect(fittingRows('beside', 48 + 600, 24)).toBe(25);
  expect(fittingRows('stacked', 52 + 1200, 24)).toBe(25);
  // twenty lower rows rather than fewer high ones, as long as they can be read
  expect(fittingRows('beside', 48 + 320, 20)).toBe(20);
  expect(fittingRows('beside', 48 + 150, 20)).toBe(10);
  expect(fittingRows('stacked', 52 + 300, 24)).toBe(10);
  expect(fittingRows('stacked', 0, 24)).toBe(1);
  fc.assert(
    fc.property(shapes, each => {
      const { kind } = layLadder(each);
      const rows = fittingRows(kind, each.heightPx, each.rowPx);
      if (rows > 1) expect(layLadder({ ...each, rows }).heightPx).toBeLessThanOrEqual(each.heightPx);
    }),
  );
});
