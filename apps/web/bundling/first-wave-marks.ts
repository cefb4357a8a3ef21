/** Remembers which lazy parts each module needs as soon as it runs. */

/** The import of such a part has a mark: `import(/* first wave *\/ './part.tsx')`. */
const marked = /\bimport\(\s*\/\* first wave \*\/\s*(["'])(?<path>[^"']+)\1/g

const parts = new Map<string, readonly string[]>()

export const markedPaths = (code: string): string[] =>
  [...code.matchAll(marked)].map(({ groups }) => groups?.['path'] ?? '')

export const setMarks = (id: string, marks: readonly string[]): void => {
  if (marks.length > 0) parts.set(id, marks)
}

export const marksOf = (id: string): readonly string[] => parts.get(id) ?? []
