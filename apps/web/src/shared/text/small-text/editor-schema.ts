/** Defines the editor's documents by kind; they match packages/domain/src/text/small-text.ts. */
import {
  isSmallTextLink,
  readSmallText,
  smallTextForms,
  type SmallBlock,
  type SmallTextKind,
} from '@apogee/domain/text/small-text.ts'
import { smallBlocksOf, writeSmallText } from '@apogee/contracts/courses/markdown/small-text.ts'
import { Node, Schema, type NodeSpec } from 'prosemirror-model'
import { bold, code, italic, linkMark } from '#web/shared/text/text-editor/marks.ts'

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  parseDOM: [{ tag: 'p' }],
  toDOM: () => ['p', 0],
}

/** The title above an announcement is a heading of the third level, so headings in its text are below that. */
const heading: NodeSpec = {
  attrs: { level: { default: 2, validate: 'number' } },
  content: 'text*',
  group: 'block',
  defining: true,
  parseDOM: [
    ...['h1', 'h2'].map((tag) => ({ tag, attrs: { level: 2 } })),
    ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
  ],
  toDOM: ({ attrs }) => [attrs['level'] === 2 ? 'h4' : 'h5', 0],
}

const codeBlock: NodeSpec = {
  attrs: { language: { default: '', validate: 'string' } },
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
  toDOM: () => ['pre', { translate: 'no' }, ['code', 0]],
}

/** Lists have only one level. A nested list becomes a separate list after its parent. */
const list = (tag: 'ul' | 'ol'): NodeSpec => ({
  content: 'listItem+',
  group: 'block',
  parseDOM: [{ tag }],
  toDOM: () => [tag, 0],
})

/** These nodes exist in every kind. */
type NodeName = 'doc' | 'paragraph' | 'bulletList' | 'orderedList' | 'listItem' | 'text' | 'hardBreak'

const schemaOf = ({ headings, codeBlocks }: { headings: boolean; codeBlocks: boolean }) =>
  new Schema<NodeName, 'link' | 'bold' | 'italic' | 'code'>({
    nodes: {
      doc: { content: 'block+' },
      paragraph,
      ...(headings && { heading }),
      ...(codeBlocks && { codeBlock }),
      bulletList: list('ul'),
      orderedList: list('ol'),
      listItem: { content: 'paragraph', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
      text: { group: 'inline' },
      hardBreak: {
        inline: true,
        group: 'inline',
        selectable: false,
        parseDOM: [{ tag: 'br' }],
        toDOM: () => ['br'],
        leafText: () => '\n',
      },
    },
    marks: { link: linkMark(isSmallTextLink), bold, italic, code },
  })

export const schemas = {
  announcement: schemaOf(smallTextForms.announcement),
  description: schemaOf(smallTextForms.description),
  discussion: schemaOf(smallTextForms.discussion),
} satisfies Record<SmallTextKind, Schema>

const emptyDocument = (kind: SmallTextKind): Node =>
  schemas[kind].node('doc', null, [schemas[kind].node('paragraph')])

/** Converts a stored text to an editor document; a plain text keeps its lines. */
export function editorDocument(text: string, kind: SmallTextKind): Node {
  const blocks = smallBlocksOf(text, kind)
  if (blocks.length === 0) return emptyDocument(kind)
  return Node.fromJSON(schemas[kind], { type: 'doc', content: blocks })
}

/** Returns false if the editor would change more than the person edits, as in an old plain text with fenced code. */
export const canEdit = (text: string, kind: SmallTextKind): boolean =>
  readSmallText(text, kind) !== null ||
  writtenText(editorDocument(text, kind), kind).trim() === text.replaceAll('\r\n', '\n').trim()

export const writtenText = (document: Node, kind: SmallTextKind): string =>
  writeSmallText((document.toJSON() as { content: SmallBlock[] }).content, kind)
