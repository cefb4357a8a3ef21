/** Finds the sections in docs/performance.md that measurements write. */
export interface PlacedTable {
  /** The heading stands above the table; '' means that it has none. */
  heading: string
  rows: readonly Record<string, string | number>[]
}

const endMark = '<!-- end -->'
const beginMark = (name: string) => `<!-- bench: ${name} -->`

/** Returns the names of the measurements for which the page has marks, one entry for each mark. */
export const placesOn = (page: string): string[] =>
  [...page.matchAll(/^<!-- bench: (\S+) -->$(?=[^]*?^<!-- end -->$)/gm)].map(([, name = '']) => name)

/** Returns the page with `text` between the marks of the measurement. @throws when it has no marks. */
export function replacePlace(page: string, name: string, text: string): string {
  const [before, inside, ...others] = page.split(`${beginMark(name)}\n`)
  const end = inside?.indexOf(endMark) ?? -1
  if (before === undefined || inside === undefined || others.length > 0 || end < 0)
    throw new Error(`docs/performance.md needs one place for ${name}: ${beginMark(name)} and ${endMark}`)
  return `${before}${beginMark(name)}\n${text}\n${inside.slice(end)}`
}

/** A pipe character would end the cell, so it is escaped. */
const cell = (content: string | number) => String(content).replaceAll('|', '\\|')

/** Formats tables as Markdown for the page, without the padding that terminals need. */
export function markdownOf({ heading, rows }: PlacedTable): string {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`
  const table = [
    line(columns),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ]
  return [...(heading ? [`${heading}:`, ''] : []), ...table].join('\n')
}
