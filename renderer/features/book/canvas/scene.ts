import type { Decimal } from '#shared/decimal.ts';
import type { LadderFrame } from '../ladder/ladder-frame.ts';
import type { Middle } from '../model/middle.ts';
import type { LadderLayout, RowPlace, BookSide } from './ladder-layout.ts';
import type { Palette } from './palette.ts';

export interface LadderNames {
  readonly base: string;
  readonly quote: string;
  /** the unit of sizes: base or quote */
  readonly unit: string;
}

/** Everything that one painting shows. */
export interface LadderScene {
  readonly frame: LadderFrame;
  readonly middle: Middle;
  /** shown between the sides while the rows are fixed */
  readonly notice: string | null;
  readonly names: LadderNames;
  readonly layout: LadderLayout;
  readonly palette: Palette;
  readonly hovered: RowPlace | null;
  readonly picked: { readonly side: BookSide; readonly price: Decimal } | null;
}
