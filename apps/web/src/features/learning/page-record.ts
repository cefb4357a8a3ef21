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
