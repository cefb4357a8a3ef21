/** The name of a WAL file consists of the timeline, the log number and the segment number, each 8 hexadecimal digits. */

const form = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?$/
const addressesOfLog = 2 ** 32

/** Segments have this size in clusters that initdb made without `--wal-segsize`. */
export const usualSegmentBytes = 16 * 1024 * 1024

export interface LogHole {
  /** This is the name of the first archived file after the hole. */
  before: string
  files: number
}

interface Place {
  name: string
  timeline: number
  /** This counts files from the beginning of the log, independently of the timeline. */
  index: number
}

/** Returns null if the name is not that of a WAL file. */
export function placeOf(name: string, segmentBytes: number): Place | null {
  const [, timeline = '', log = '', file = ''] = form.exec(name) ?? []
  if (timeline === '') return null
  const filesOfLog = addressesOfLog / segmentBytes
  return {
    name,
    timeline: Number.parseInt(timeline, 16),
    index: Number.parseInt(log, 16) * filesOfLog + Number.parseInt(file, 16),
  }
}

/** Returns the newest timeline of these files and histories, or 0 if there are none. */
export const newestTimeline = (names: readonly string[]): number =>
  names.reduce((newest, name) => {
    const timeline = /^([0-9A-F]{8})(?:[0-9A-F]{16}|\.history)/.exec(name)?.[1]
    return timeline === undefined ? newest : Math.max(newest, Number.parseInt(timeline, 16))
  }, 0)

/**
 * Returns the gaps between a base backup and the end of the archived log. Recovery ends at the first gap.
 * @param names are names of archived files in any order.
 */
export function holesIn(
  names: readonly string[],
  { firstWal, segmentBytes }: { firstWal: string; segmentBytes: number },
): LogHole[] {
  const first = placeOf(firstWal, segmentBytes)
  if (!first) return []
  const places = names
    .map((name) => placeOf(name, segmentBytes))
    .filter((place) => place !== null)
    .filter(({ timeline, index }) => timeline >= first.timeline && index >= first.index)
    .toSorted((one, other) => one.timeline - other.timeline || one.index - other.index)
  const holes: LogHole[] = []
  let { timeline } = first
  let reached = first.index - 1
  for (const place of places) {
    // A timeline begins at its branch point, which may be before the end of the earlier timeline.
    if (place.timeline !== timeline) reached = Math.min(reached, place.index - 1)
    const files = place.index - reached - 1
    if (files > 0) holes.push({ before: place.name, files })
    reached = place.index
    timeline = place.timeline
  }
  return holes
}
