/** The panels that a workspace can hold, by their names. */
export type PanelTitles = Readonly<Record<string, string>>;
