/** Pages of a document that were seen and are not saved yet. */
export interface PageRecord {
  see: (page: number) => void
  /** In order, as ranges with both ends. */
  unsaved: () => [from: number, to: number][]
  /** They are being sent. Returns what removes them once they are saved. */
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
