/** Which account a row belongs to, when the exchange says that it happened, and what identifies it in its stream. */
export interface RowStamp {
  readonly account: string;
  readonly atMs: number;
  readonly stream: string;
  /** the exchange's id within the stream */
  readonly id: string;
}
