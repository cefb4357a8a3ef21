/** Converts stored documents to editor documents, and back. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { Mark, Node } from 'prosemirror-model'
import { schema } from './schema.ts'

/** @throws RangeError for a document that the editor cannot hold. */
export function editorDocument(stored: LessonDocument): Node {
  const node = withSortedMarks(Node.fromJSON(schema, stored))
  node.check()
  return node
}

/** Stored marks may have any order; the editor needs them sorted. */
function withSortedMarks(node: Node): Node {
  if (node.isText) return node.mark(Mark.setFrom(node.marks))
  const children = node.content.content.map(withSortedMarks)
  return node.type.create(node.attrs, children, node.marks)
}

/** Converts an editor document for storage; `node` must be a whole document of `schema`. */
export function storedDocument(node: Node): LessonDocument {
  return storedNode(node.toJSON() as Json) as unknown as LessonDocument
}

interface Json {
  type: string
  attrs?: unknown
  marks?: unknown
  content?: Json[]
}

/**
 * Removes data that only the editor uses: attributes of cells, and the marks that line breaks and formulas inherit from bold text
 * around them.
 */
function storedNode({ attrs, marks, content, ...node }: Json): Json {
  const isCell = node.type === 'tableCell' || node.type === 'tableHeader'
  return {
    ...node,
    ...(attrs !== undefined && !isCell && { attrs }),
    ...(marks !== undefined && node.type === 'text' && { marks }),
    ...(content && { content: content.map(storedNode) }),
  }
}
