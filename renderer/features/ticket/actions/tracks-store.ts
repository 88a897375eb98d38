import { create } from 'zustand';
import type { Track, TrackAnswer, TrackStage } from './track.ts';

/** So many are kept to be looked at. */
const most = 20;

interface TracksState {
  /** the newest first */
  readonly tracks: readonly Track[];
  /** how those ended that did, by their marks */
  readonly ends: ReadonlyMap<string, TrackStage>;
  /** when no leg of a pair was found waiting any more, by its mark */
  readonly missing: ReadonlyMap<string, number>;
  readonly add: (track: Track) => void;
  readonly answer: (clientOid: string, answer: TrackAnswer, atMs: number) => void;
  readonly end: (clientOid: string, stage: TrackStage) => void;
  readonly noteMissing: (clientOid: string, atMs: number) => void;
}

/** The orders that were sent from the ticket since the window opened: they outlive the ticket being closed. */
export const useTracksStore = create<TracksState>()(set => ({
  tracks: [],
  ends: new Map(),
  missing: new Map(),
  add: track => set(({ tracks }) => ({ tracks: [track, ...tracks].slice(0, most) })),
  answer: (clientOid, answer, atMs) =>
    set(({ tracks }) => ({
      tracks: tracks.map(each => (each.clientOid === clientOid ? { ...each, answer, answeredAtMs: atMs } : each)),
    })),
  end: (clientOid, stage) => set(({ ends }) => ({ ends: new Map(ends).set(clientOid, stage) })),
  noteMissing: (clientOid, atMs) => set(({ missing }) => ({ missing: new Map(missing).set(clientOid, atMs) })),
}));
