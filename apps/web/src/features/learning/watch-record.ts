import { united, type WatchedRange } from './watched-parts.ts'

/** A playing video reports several times a second; a wider gap is a seek, at any playback speed. */
const longestStepSeconds = 2.5

const tenth = (seconds: number) => Math.round(seconds * 10) / 10

export interface WatchRecord {
  at: (seconds: number) => void
  seen: () => WatchedRange[]
  unsaved: () => WatchedRange[]
  /**
   * Marks the unsaved ranges as being sent; ranges watched later are separate. Returns a function that removes the sent ranges
   * after they are saved.
   */
  send: () => () => void
}

/** `watched` holds the ranges of earlier visits. */
export function createWatchRecord(watched: readonly WatchedRange[] = []): WatchRecord {
  let ranges: WatchedRange[] = []
  let saved: WatchedRange[] = [...watched]
  /** A range that is being saved is closed: later seconds start a new range instead of extending it. */
  const closed = new WeakSet<WatchedRange>()
  let last: number | null = null
  return {
    at(seconds) {
      // The player reports the first position shortly after the start, so a first position below one second counts from 0.
      const from = last ?? (seconds <= 1 ? 0 : null)
      last = seconds
      if (from === null || seconds <= from || seconds - from > longestStepSeconds) return
      const open = ranges.at(-1)
      if (open && open[1] === from && !closed.has(open)) open[1] = seconds
      else ranges.push([from, seconds])
    },
    seen: () => united([...saved, ...ranges]),
    unsaved: () => ranges.map(([from, to]): WatchedRange => [tenth(from), tenth(to)]),
    send() {
      const sent = new Set(ranges)
      for (const range of ranges) closed.add(range)
      return () => {
        saved = united([...saved, ...sent])
        ranges = ranges.filter((range) => !sent.has(range))
      }
    },
  }
}
