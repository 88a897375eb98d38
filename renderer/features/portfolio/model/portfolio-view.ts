/** How the curve is looked at. */
export interface CurveView {
  readonly curve: 'value' | 'drawdown';
  readonly isCurveTable: boolean;
}

/** How the panel is looked at; it stays when another span is chosen. */
export interface PortfolioView extends CurveView {
  readonly tab: string;
  readonly isDayTable: boolean;
}

export const firstView: PortfolioView = { curve: 'value', isCurveTable: false, tab: 'days', isDayTable: false };
