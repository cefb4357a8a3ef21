import { runMeasurement } from './support/frame.ts'

await runMeasurement('first-load', async (bench) => {
  const { firstLoads } = await import('../../scripts/build/bundle-size.ts')
  const kinds = [...new Set(firstLoads.map(({ kind }) => kind))]
  bench.table(
    kinds.map((kind) => {
      const pages = firstLoads
        .filter((page) => page.kind === kind)
        .toSorted((one, other) => other.kilobytes - one.kilobytes)
      const most = (of: (page: (typeof pages)[number]) => number) => Math.max(...pages.map(of))
      return {
        pages: kind,
        'heaviest, kB of 1,000 bytes': pages
          .slice(0, 4)
          .map(({ page, kilobytes }) => `${page} ${kilobytes.toFixed(1)}`)
          .join(', '),
        budget: most(({ budget }) => budget),
        'files, at most': most(({ files }) => files),
        'styles in the document, kB': most(({ styles }) => styles).toFixed(1),
        met: bench.met(
          `${kind} pages`,
          pages.every(({ isOver }) => !isOver),
        ),
      }
    }),
  )
})
