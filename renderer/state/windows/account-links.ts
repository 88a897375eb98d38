import { useCallback } from 'react';
import { useUiStore } from '../ui-store.ts';
import { linkOf, type PanelLink } from './links.ts';

/**
 * Panels of one colour show one sub-account, as they show one market (links.ts), in whatever window they stand. It is kept
 * beside the markets: `account:B@profile` → the account of that colour, `account:panel@profile` → that of a panel which
 * follows none. Each profile sees other accounts, so each has its own.
 */
export const accountPanels = ['accounts', 'oversight'] as const;
export type AccountPanel = (typeof accountPanels)[number];

type Links = Readonly<Record<string, string>>;

/** Longer texts are not kept, see ViewSettings; the ids of the exchange have 24 characters. */
const longest = 60;

export function isAccountPanel(panel: string): panel is AccountPanel {
  return accountPanels.some(each => each === panel);
}

function prefixOf(holder: string): string {
  return `account:${holder}@`;
}

function holderOf(links: Links, panel: string): string {
  const link = linkOf(links, panel);
  return link === 'none' ? panel : link;
}

/** The account that was chosen for a panel, or null. */
export function accountOf(links: Links, panel: AccountPanel, profileId: string): string | null {
  return links[`${prefixOf(holderOf(links, panel))}${profileId}`] ?? null;
}

export interface AccountChoice {
  readonly profileId: string;
  readonly userId: string;
}

/** Another account for a panel, and with it for all of its colour. */
export function withAccount(links: Links, panel: AccountPanel, { profileId, userId }: AccountChoice): Links {
  const key = `${prefixOf(holderOf(links, panel))}${profileId}`;
  return key.length > longest || userId.length > longest ? links : { ...links, [key]: userId };
}

/** What a panel shows becomes its own, of every profile: it is about to follow no other. */
export function withOwnAccounts(links: Links, panel: AccountPanel): Links {
  const from = prefixOf(holderOf(links, panel));
  const own = Object.entries(links).flatMap(([key, userId]) =>
    key.startsWith(from) ? [[`${prefixOf(panel)}${key.slice(from.length)}`, userId] as const] : [],
  );
  return { ...links, ...Object.fromEntries(own) };
}

/** Chooses an account for a panel and for all that follow the same colour. */
export function chooseAccount(panel: AccountPanel, choice: AccountChoice): void {
  useUiStore.setState(({ links }) => ({ links: withAccount(links, panel, choice) }));
}

interface PanelAccount {
  /** null: none was chosen yet, or it is not kept any more */
  readonly chosenId: string | null;
  readonly choose: (userId: string) => void;
}

/** The account that a panel shows, whichever panel and window it was chosen in. */
export function usePanelAccount(panel: AccountPanel, profileId: string): PanelAccount {
  const chosenId = useUiStore(state => accountOf(state.links, panel, profileId));
  const choose = useCallback((userId: string) => chooseAccount(panel, { profileId, userId }), [panel, profileId]);
  return { chosenId, choose };
}

/** Before a panel follows something else: one that is to follow none keeps what it shows. */
export function keepOwnAccounts(panel: string, link: PanelLink): void {
  if (link === 'none' && isAccountPanel(panel))
    useUiStore.setState(({ links }) => ({ links: withOwnAccounts(links, panel) }));
}
