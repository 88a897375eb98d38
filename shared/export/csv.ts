/** Facts of CSV files that all exports share. */

/** A cell that a spreadsheet would run as a formula. A number is none, whatever its sign. */
export const csvFormula = /^(?![+-]?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

/** Spreadsheets read a CSV without it as the character set of the system. */
export const byteOrderMark = '\uFEFF';
