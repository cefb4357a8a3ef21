/**
 * The text of a lesson is a tree of blocks that contain pieces of text with marks. Its names and shapes are those of ProseMirror's
 * JSON, which the editor reads and writes (docs/decisions/texts.md). The text never contains HTML.
 */
import { isSafeLink } from '@apogee/domain/text/small-text.ts'
import * as z from 'zod/mini'
import { textPictureLimits } from '../limits.ts'
import { atMost, emptyIfBlank, formedText, isOneLine, limit } from '../texts.ts'

export const lessonDocumentLimits = {
  /** The limit counts levels of nodes; a list in a list takes four. */
  depth: 24,
  /** The limit is in characters of the document as JSON. */
  json: 300_000,
  rows: 200,
  columns: 20,
  href: 2_000,
  /** The limit is in characters of the source. */
  formula: 2_000,
  /** The limit applies to the lines of a block formula. */
  formulaLines: 100,
} as const

/** `bytes` limits the file; `titleLength` is in characters. */
export const textFileLimits = { bytes: 50 * 1_048_576, titleLength: 200 } as const

/** The limit is in characters. */
export const textVideoTitleLength = 200

export const calloutKinds = ['note', 'tip', 'warning'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** A code block may name these languages. The value '' means none. */
export const codeLanguages = [
  '',
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'go',
  'html',
  'java',
  'javascript',
  'json',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'sql',
  'swift',
  'typescript',
  'yaml',
] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export const isLessonLink: (href: string) => boolean = isSafeLink

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'strike', 'code']) }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({
      href: z
        .string()
        .check(
          atMost(lessonDocumentLimits.href),
          z.refine(isLessonLink, 'must start with https://, http://, mailto: or /'),
        ),
    }),
  }),
])
export type LessonMark = z.infer<typeof mark>

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
const storedText = z.string().check(
  limit(lessonDocumentLimits.json),
  z.minLength(1),
  z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'has a character that cannot be stored'),
)

/**
 * Checks whether a text may be the TeX source of a formula. Only an escaped dollar sign is allowed. An inline formula has one line;
 * each line of a block has text. The function does not check the TeX itself: an invalid formula is shown as its source.
 */
export function isFormula(tex: string, place: 'line' | 'block'): boolean {
  const lines = tex.split('\n')
  if (lines.length > (place === 'block' ? lessonDocumentLimits.formulaLines : 1)) return false
  const isPlain = lines.every((line) => line.trim() !== '' && !/\p{Cc}/u.test(line))
  return isPlain && tex.isWellFormed() && tex.trim() === tex && /^(?:[^\\$]|\\[^])*$/.test(tex)
}

const formulaIn = (place: 'line' | 'block') =>
  z.strictObject({
    tex: z.string().check(
      atMost(lessonDocumentLimits.formula),
      z.refine((tex) => isFormula(tex, place), 'must be the source of a formula, without $ and empty lines'),
    ),
  })

const plainText = z.strictObject({ type: z.literal('text'), text: storedText })
const inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: storedText,
    marks: z.optional(z.array(mark).check(limit(5))),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
  z.strictObject({ type: z.literal('formula'), attrs: formulaIn('line') }),
])
export type LessonInline = z.infer<typeof inline>

const isStoredLine = (text: string): boolean => text.isWellFormed() && isOneLine(text) && text.trim() === text

const inlines = z.optional(z.array(inline))

/** The id is the last part of an upload's address, `/media/{file}`. */
export const uploadId = formedText(22, /^[A-Za-z0-9_-]{22}$/, 'must be the id of an uploaded file')
const storedLine = (most: number) =>
  z.string().check(atMost(most), emptyIfBlank, z.refine(isStoredLine, 'must be one line that can be stored'))

const leaf = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), content: inlines }),
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  z.strictObject({
    type: z.literal('codeBlock'),
    attrs: z.strictObject({ language: z.enum(codeLanguages) }),
    content: z.optional(z.array(plainText)),
  }),
  z.strictObject({ type: z.literal('formulaBlock'), attrs: formulaIn('block') }),
  z.strictObject({ type: z.literal('horizontalRule') }),
  z.strictObject({
    type: z.literal('picture'),
    attrs: z.strictObject({
      file: uploadId,
      /** Describes the picture for people who cannot see it. '' means that the picture is decorative. */
      alt: storedLine(textPictureLimits.altLength),
    }),
  }),
  z.strictObject({
    type: z.literal('attachment'),
    attrs: z.strictObject({
      file: uploadId,
      /** The empty title shows the name of the file. */
      title: storedLine(textFileLimits.titleLength),
    }),
  }),
  z.strictObject({
    type: z.literal('video'),
    attrs: z.strictObject({
      file: uploadId,
      /** The title is shown below the video, and instead of the video when it cannot play. */
      title: storedLine(textVideoTitleLength).check(z.minLength(1)),
    }),
  }),
])

export interface LessonListItem {
  type: 'listItem'
  content: LessonBlock[]
}
export interface LessonCell {
  type: 'tableCell' | 'tableHeader'
  content: LessonBlock[]
}
export interface LessonRow {
  type: 'tableRow'
  content: LessonCell[]
}

/** Returns the ids of uploads that the text shows as pictures, each once. */
export const picturesIn = (document: Pick<LessonDocument, 'content'>): string[] =>
  filesIn(document, 'picture')

/** Returns the ids of uploads that the text offers as files, each once. */
export const attachmentsIn = (document: Pick<LessonDocument, 'content'>): string[] =>
  filesIn(document, 'attachment')

/** Returns the ids of uploads that the text plays as videos, each once. */
export const videosIn = (document: Pick<LessonDocument, 'content'>): string[] => filesIn(document, 'video')

const filesIn = (
  { content }: Pick<LessonDocument, 'content'>,
  type: 'picture' | 'attachment' | 'video',
): string[] => [
  ...new Set(
    content.flatMap(blocksWithin).flatMap((block) => (block.type === type ? [block.attrs.file] : [])),
  ),
]

/** Returns the block and all blocks nested in the block. */
function blocksWithin(block: LessonBlock): LessonBlock[] {
  switch (block.type) {
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap(({ content }) => content.flatMap(blocksWithin))
    case 'blockquote':
    case 'callout':
      return block.content.flatMap(blocksWithin)
    case 'table':
      return block.content.flatMap((row) => row.content.flatMap((cell) => cell.content.flatMap(blocksWithin)))
    default:
      return [block]
  }
}

export type LessonBlock =
  | z.infer<typeof leaf>
  | { type: 'bulletList'; content: LessonListItem[] }
  | { type: 'orderedList'; attrs: { start: number }; content: LessonListItem[] }
  | { type: 'blockquote'; content: LessonBlock[] }
  | { type: 'callout'; attrs: { kind: CalloutKind }; content: LessonBlock[] }
  | { type: 'table'; content: LessonRow[] }

const blocks = z.array(z.lazy((): z.ZodMiniType<LessonBlock> => block)).check(z.minLength(1))
const itemBlocks = blocks.check(
  z.refine((given) => given[0]?.type === 'paragraph', 'An item of a list must begin with a paragraph'),
)
const listItems = z
  .array(z.strictObject({ type: z.literal('listItem'), content: itemBlocks }))
  .check(z.minLength(1))
const inCells: ReadonlySet<LessonBlock['type']> = new Set([
  'paragraph',
  'bulletList',
  'orderedList',
  'codeBlock',
])
const cellBlocks = blocks.check(
  z.refine(
    (given) => given.every(({ type }) => inCells.has(type)),
    'A cell holds paragraphs, lists and code only',
  ),
)
const cell = z.strictObject({ type: z.enum(['tableCell', 'tableHeader']), content: cellBlocks })
const rows = z
  .array(
    z.strictObject({
      type: z.literal('tableRow'),
      content: z.array(cell).check(z.minLength(1), limit(lessonDocumentLimits.columns)),
    }),
  )
  .check(
    z.minLength(1),
    limit(lessonDocumentLimits.rows),
    z.refine(
      (given) => given.every(({ content }) => content.length === given[0]?.content.length),
      'must have as many cells in each row',
    ),
  )

// Selects by `type`, because a plain union would try every kind at every level, which takes hours for 20 nested quotations.
const block: z.ZodMiniType<LessonBlock> = z.discriminatedUnion('type', [
  leaf,
  z.strictObject({ type: z.literal('bulletList'), content: listItems }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z.strictObject({ start: z.int().check(z.minimum(0), z.maximum(100_000)) }),
    content: listItems,
  }),
  z.strictObject({ type: z.literal('blockquote'), content: blocks }),
  z.strictObject({
    type: z.literal('callout'),
    attrs: z.strictObject({ kind: z.enum(calloutKinds) }),
    content: blocks,
  }),
  z.strictObject({ type: z.literal('table'), content: rows }),
])

// The schema is recursive and needs a name in the OpenAPI document.
z.globalRegistry.add(block, { id: 'LessonBlock' })

const tree = z.strictObject({ type: z.literal('doc'), content: blocks })
export type LessonDocument = z.infer<typeof tree>

/** Checks that `content` has at most `left` levels below `node`. Runs before any code walks a tree that a client has sent. */
function isShallow(node: unknown, left: number): boolean {
  if (typeof node !== 'object' || node === null || !('content' in node)) return true
  if (!Array.isArray(node.content)) return true
  return left > 0 && node.content.every((child: unknown) => isShallow(child, left - 1))
}

const shallow = z.unknown().check(
  z.refine((given) => isShallow(given, lessonDocumentLimits.depth), {
    error: 'is nested too deeply',
    abort: true,
  }),
)

/** Imports divide a longer text into several lessons. */
export const textOfAnyLength = z.pipe(shallow, tree)

export const lessonDocument = z.pipe(
  shallow,
  tree.check(
    z.refine(
      (given) => JSON.stringify(given).length <= lessonDocumentLimits.json,
      'The text is too long: divide it into two lessons',
    ),
  ),
)

export const emptyDocument: LessonDocument = { type: 'doc', content: [{ type: 'paragraph' }] }
