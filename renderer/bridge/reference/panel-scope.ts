import { createContext } from 'react';

/**
 * The panel around a component, by its name: its reads are counted for that panel, and a market chosen in it is chosen
 * for it. Null: in none, as the header.
 */
export const PanelScope = createContext<string | null>(null);
