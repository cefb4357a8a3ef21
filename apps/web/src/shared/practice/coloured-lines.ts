/** A part of a line. A part without a kind (null) has no colour. */
export interface LinePart<Kind> {
  text: string
  kind: Kind | null
}

/** Divides coloured code into its lines. Code that ends with a line break has an empty last line. */
export function linesOf<Kind>(parts: readonly LinePart<Kind>[]): LinePart<Kind>[][] {
  const lines: LinePart<Kind>[][] = [[]]
  for (const { text, kind } of parts) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (piece !== '') lines.at(-1)?.push({ text: piece, kind })
    }
  }
  return lines
}
