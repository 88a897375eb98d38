import { createContext } from 'react';

/** When the data of the panel around was true, epoch ms: files of its tables state it. Null: not known. */
export const AsOfContext = createContext<number | null>(null);
