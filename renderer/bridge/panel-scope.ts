import { createContext } from 'react';

/** The panel that a component stands in, by its name: what it reads is counted to that. Null: in none, as the header. */
export const PanelScope = createContext<string | null>(null);
