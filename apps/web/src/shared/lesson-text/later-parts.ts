import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'

interface Node {
  type: string
  attrs?: object
  content?: readonly Node[] | undefined
}
const nodesIn = (node: Node): Node[] => [node, ...(node.content ?? []).flatMap(nodesIn)]

/** Loads the code that draws the formulas and colours the code of these texts, so that they work offline. */
export async function loadPartsOfTexts(documents: readonly LessonDocument[]): Promise<void> {
  const nodes = documents.flatMap(nodesIn)
  const languages = new Set(
    nodes.flatMap(({ type, attrs }) =>
      type === 'codeBlock' && attrs && 'language' in attrs ? [String(attrs.language)] : [],
    ),
  )
  await Promise.allSettled([
    ...(nodes.some(({ type }) => type.startsWith('formula')) ? [import('./formula.ts')] : []),
    ...(languages.size > 0 ? [loadGrammars(languages)] : []),
  ])
}

async function loadGrammars(languages: ReadonlySet<string>): Promise<void> {
  const { loadGrammar } = await import('./code-tokens.ts')
  await Promise.all([...languages].map(loadGrammar))
}
