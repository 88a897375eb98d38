import { createContext } from 'react';

/** The panel that a component stands in, by its name: what it reads is counted to that, and a market that is chosen in it is chosen for it. Null: in none, as the header. */
export const PanelScope = createContext<string | null>(null);
