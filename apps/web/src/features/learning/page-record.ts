/** Records seen pages of a document that are not saved yet. */
export interface PageRecord {
  see: (page: number) => void
  /** Ranges are sorted and include both ends. */
  unsaved: () => [from: number, to: number][]
  /** Marks the pages as being sent. Returns a function that removes them once they are saved. */
  send: () => () => void
}

export function createPageRecord(): PageRecord {
  const pages = new Set<number>()
  return {
    see: (page) => void pages.add(page),
    unsaved() {
      const ranges: [number, number][] = []
      for (const page of [...pages].toSorted((a, b) => a - b)) {
        const last = ranges.at(-1)
        if (last && last[1] === page - 1) last[1] = page
        else ranges.push([page, page])
      }
      return ranges
    },
    send() {
      const sent = [...pages]
      return () => {
        for (const page of sent) pages.delete(page)
      }
    },
  }
}

/** A page counts as read after this time in ms, so that the next visit opens where one has read, not where one has glanced. */
const readAfterMs = 2_000

export interface Reading {
  /** Reports the page that is shown. */
  show: (page: number) => void
  /** The function receives each page that was read. Returns a function that stops this. */
  start: (onRead: (page: number) => void) => () => void
}

export function createReading(): Reading {
  let shown = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let report: ((page: number) => void) | undefined
  return {
    show(page) {
      if (page === shown) return
      shown = page
      clearTimeout(timer)
      timer = setTimeout(() => report?.(page), readAfterMs)
    },
    start(onRead) {
      report = onRead
      return () => {
        clearTimeout(timer)
        report = undefined
        shown = 0
      }
    },
  }
}
