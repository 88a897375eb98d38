import type { LayoutNode, WindowShape } from '#shared/domain/view/workspace.ts';
import { column, row, tabs } from './layout-tree.ts';
import { t } from '#shared/words/t.ts';

export interface ReadyMade {
  /** as saved files have it: it stays when the title changes */
  readonly id: string;
  readonly title: string;
  /** whom it is for, in a sentence */
  readonly about: string;
  readonly layouts: Readonly<Record<WindowShape, LayoutNode>>;
}

const wideDesk = column(100, [
  row(68, [
    tabs(12, ['markets']),
    tabs(16, ['book']),
    column(61, [
      row(66, [tabs(60, ['chart']), tabs(40, ['depth'])]),
      row(34, [tabs(58, ['positions']), tabs(42, ['accounts'])]),
    ]),
    tabs(11, ['trades']),
  ]),
  row(32, [tabs(52, ['active', 'stops', 'ladders']), tabs(48, ['fills', 'done', 'margin', 'withdrawals', 'balances'])]),
]);

/** A vast window has room under the positions for what is on margin. */
const vastDesk = column(100, [
  row(68, [
    tabs(12, ['markets']),
    tabs(16, ['book']),
    column(61, [
      row(66, [tabs(60, ['chart']), tabs(40, ['depth'])]),
      row(34, [column(58, [tabs(50, ['positions']), tabs(50, ['margin'])]), tabs(42, ['accounts'])]),
    ]),
    tabs(11, ['trades']),
  ]),
  row(32, [tabs(52, ['active', 'stops', 'ladders']), tabs(48, ['fills', 'done', 'withdrawals', 'balances'])]),
]);

const desk: ReadyMade = {
  id: 'desk',
  title: t`Trading`,
  about: t`One market: order book, chart, open orders and positions.`,
  layouts: {
    // these sizes are also in workspace.css: there the book is drawn before the rest is known
    narrow: column(100, [
      row(64, [
        tabs(16, ['markets']),
        tabs(28, ['book']),
        column(56, [tabs(61, ['chart', 'depth', 'trades']), tabs(39, ['positions'])]),
      ]),
      tabs(36, ['active', 'stops', 'ladders', 'fills', 'done', 'margin', 'withdrawals', 'balances', 'accounts']),
    ]),
    medium: column(100, [
      row(63, [
        tabs(16, ['markets']),
        tabs(29, ['book']),
        column(55, [row(59, [tabs(69, ['chart', 'depth']), tabs(31, ['trades'])]), tabs(41, ['positions'])]),
      ]),
      row(37, [
        tabs(74, ['active', 'stops', 'ladders', 'fills', 'done', 'margin', 'withdrawals', 'balances']),
        tabs(26, ['accounts']),
      ]),
    ]),
    wide: wideDesk,
    vast: vastDesk,
  },
};

/** The page has the whole window; other panels for risk are tabs beside it. */
const riskTabs = tabs(100, ['risk', 'positions', 'stops', 'active', 'fills', 'margin', 'balances', 'chart', 'markets']);

/** A wide window has room for what the page leads to: under it, */
const riskAbove = column(100, [
  tabs(68, ['risk']),
  row(32, [
    tabs(36, ['chart', 'depth', 'markets']),
    tabs(34, ['active', 'stops', 'positions']),
    tabs(30, ['fills', 'margin', 'balances']),
  ]),
]);

/** and a vast one beside it. */
const riskBeside = row(100, [
  tabs(60, ['risk']),
  column(40, [
    tabs(42, ['chart', 'depth']),
    tabs(22, ['positions', 'active', 'stops']),
    tabs(36, ['fills', 'margin', 'balances', 'markets']),
  ]),
]);

const risk: ReadyMade = {
  id: 'risk',
  title: t`Risk`,
  about: t`Liquidation distances, stress test and exposure.`,
  layouts: { narrow: riskTabs, medium: riskTabs, wide: riskAbove, vast: riskBeside },
};

const overseer: ReadyMade = {
  id: 'overseer',
  title: t`Sub-accounts`,
  about: t`All sub-accounts, own wallets and transfers in transit.`,
  // the page shares the room out by itself; what is asked for seldom takes turns with it
  layouts: {
    narrow: tabs(100, ['oversight', 'moments', 'balances', 'withdrawals', 'margin', 'positions', 'active']),
    medium: tabs(100, ['oversight', 'moments', 'balances', 'withdrawals', 'margin', 'positions', 'active', 'fills']),
    wide: tabs(100, ['oversight', 'moments', 'balances', 'withdrawals', 'margin', 'positions', 'active', 'fills']),
    vast: column(100, [
      tabs(74, ['oversight', 'moments']),
      row(26, [
        tabs(30, ['balances', 'margin']),
        tabs(30, ['withdrawals']),
        tabs(40, ['positions', 'active', 'fills']),
      ]),
    ]),
  },
};

/** The page to begin a day with; what its presses lead to are tabs beside it. */
const overviewTabs = tabs(100, [
  'overview',
  'portfolio',
  'risk',
  'oversight',
  'positions',
  'active',
  'stops',
  'fills',
  'withdrawals',
  'margin',
  'balances',
  'archive',
  'explore',
]);

/** A wide window has room under the page for what most of its presses lead to. */
const overviewAbove = column(100, [
  tabs(58, ['overview', 'portfolio', 'risk', 'oversight']),
  row(42, [
    column(34, [tabs(42, ['positions']), tabs(58, ['balances', 'margin'])]),
    tabs(36, ['active', 'stops']),
    tabs(30, ['fills', 'withdrawals', 'archive', 'explore']),
  ]),
]);

const overviewBeside = row(100, [
  tabs(52, ['overview', 'portfolio']),
  column(48, [
    tabs(50, ['risk', 'positions', 'active', 'stops', 'fills']),
    tabs(50, ['oversight', 'withdrawals', 'margin', 'balances', 'archive', 'explore']),
  ]),
]);

const overview: ReadyMade = {
  id: 'overview',
  title: t`Overview`,
  about: t`Total NAV, alerts, activity and API status.`,
  layouts: { narrow: overviewTabs, medium: overviewTabs, wide: overviewAbove, vast: overviewBeside },
};

/** The workspaces that Fathom brings, in the order of their keys. The page of an audience gets its place here. */
export const readyMade: readonly ReadyMade[] = [desk, risk, overseer, overview];

export function isReadyMade(id: string): boolean {
  return readyMade.some(each => each.id === id);
}

/** The price ladder is in the place of the book until it gets one of its own. */
const besideBook = tabs(100, ['book', 'priceLadder']);

/** The default layout that groups panels when one is opened. */
export function homeOf(panel: string, shape: WindowShape): LayoutNode {
  return panel === 'priceLadder' ? besideBook : desk.layouts[shape];
}

/** The layout as it was made; that of Trading for a workspace of the user's own. */
export function readyLayout(id: string, shape: WindowShape): LayoutNode {
  return (readyMade.find(each => each.id === id) ?? desk).layouts[shape];
}
