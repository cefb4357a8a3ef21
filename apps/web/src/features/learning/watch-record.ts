/** Watched seconds of a video that are not saved yet. */
export type WatchedRange = [from: number, to: number]

/** A playing video reports several times a second; a wider gap is a seek, at any playback speed. */
const longestStepSeconds = 2.5

const tenth = (seconds: number) => Math.round(seconds * 10) / 10

export interface WatchRecord {
  /** The video's current position. */
  at: (seconds: number) => void
  /** Takes the parts watched since the last call. */
  take: () => WatchedRange[]
  /** Returns parts that could not be saved. */
  giveBack: (ranges: readonly WatchedRange[]) => void
}

export function createWatchRecord(): WatchRecord {
  let ranges: WatchedRange[] = []
  let last: number | null = null
  return {
    at(seconds) {
      // The first report of a video from its start comes a moment later.
      const from = last ?? (seconds <= 1 ? 0 : null)
      last = seconds
      if (from === null || seconds <= from || seconds - from > longestStepSeconds) return
      const open = ranges.at(-1)
      if (open && open[1] === from) open[1] = seconds
      else ranges.push([from, seconds])
    },
    take() {
      const taken = ranges.map(([from, to]): WatchedRange => [tenth(from), tenth(to)])
      ranges = []
      return taken
    },
    giveBack(returned) {
      ranges = [...returned.map(([from, to]): WatchedRange => [from, to]), ...ranges].slice(-200)
    },
  }
}
