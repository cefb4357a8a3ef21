import type {
  LessonBlock,
  LessonCell,
  LessonDocument,
  LessonInline,
  LessonListItem,
  LessonMark,
  LessonRow,
} from '@apogee/contracts/courses/lesson-document.ts'
import type { ShownFile, ShownPicture, ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { createContext, use, type ReactNode, type Ref } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { Attachment } from './attachment.tsx'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula-view.tsx'
import { LessonVideo } from './lesson-video.tsx'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import './lesson-text.css'

/** Provides the pictures of the text, by file. */
const Pictures = createContext<ReadonlyMap<string, ShownPicture>>(new Map())
const Files = createContext<ReadonlyMap<string, ShownFile>>(new Map())
const Videos = createContext<ReadonlyMap<string, ShownVideo>>(new Map())

/** Renders a lesson's text as elements; the document never contains HTML. */
export function DocumentView({
  document,
  pictures = [],
  files = [],
  videos = [],
  ref,
}: {
  document: LessonDocument
  /** Texts that an earlier release stored on this device have no `pictures`. */
  pictures?: readonly ShownPicture[] | undefined
  files?: readonly ShownFile[] | undefined
  videos?: readonly ShownVideo[] | undefined
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <Pictures value={new Map(pictures.map((picture) => [picture.file, picture]))}>
      <Files value={new Map(files.map((one) => [one.file, one]))}>
        <Videos value={new Map(videos.map((one) => [one.file, one]))}>
          <div className="lesson-text" ref={ref}>
            <Blocks blocks={document.content} />
          </div>
        </Videos>
      </Files>
    </Pictures>
  )
}

/** The parts of a document have no ids, so their indexes are the keys. */
const Blocks = ({ blocks }: { blocks: readonly LessonBlock[] }) =>
  blocks.map((block, place) => <Block key={place} block={block} />)

function Block({ block }: { block: LessonBlock }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.content} />
        </p>
      )
    case 'heading': {
      const Heading = block.attrs.level === 2 ? 'h3' : 'h4'
      return (
        <Heading>
          <Inlines inlines={block.content} />
        </Heading>
      )
    }
    case 'codeBlock':
      return (
        <CodeBlock
          language={block.attrs.language}
          code={(block.content ?? []).map(({ text }) => text).join('')}
        />
      )
    case 'formulaBlock':
      return <Formula tex={block.attrs.tex} isBlock />
    case 'horizontalRule':
      return <hr />
    case 'picture':
      return <Picture {...block.attrs} />
    case 'attachment':
      return <ShownAttachment {...block.attrs} />
    case 'video':
      return <Video {...block.attrs} />
    case 'bulletList':
      return (
        <ul>
          <Items items={block.content} />
        </ul>
      )
    case 'orderedList':
      return (
        <ol start={block.attrs.start}>
          <Items items={block.content} />
        </ol>
      )
    case 'blockquote':
      return (
        <blockquote>
          <Blocks blocks={block.content} />
        </blockquote>
      )
    case 'callout':
      return <Callout kind={block.attrs.kind}>{<Blocks blocks={block.content} />}</Callout>
    case 'table':
      return <Table rows={block.content} />
  }
}

function Picture({ file, alt }: { file: string; alt: string }) {
  const picture = use(Pictures).get(file)
  if (!picture) return alt ? <p className="lesson-picture-words">{alt}</p> : null
  const { url, width, height } = picture
  return <img src={url} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
}

const ShownAttachment = ({ file, title }: { file: string; title: string }) => (
  <Attachment title={title} file={use(Files).get(file)} />
)

const Video = ({ file, title }: { file: string; title: string }) => (
  <LessonVideo title={title} video={use(Videos).get(file)} />
)

function Callout({ kind, children }: { kind: 'note' | 'tip' | 'warning'; children: ReactNode }) {
  const text = useText(lessonTextMessages)
  return (
    <aside data-kind={kind} aria-label={text[kind]}>
      <p className="lesson-callout-kind" aria-hidden="true">
        {text[kind]}
      </p>
      {children}
    </aside>
  )
}

const Items = ({ items }: { items: readonly LessonListItem[] }) =>
  items.map(({ content }, place) => (
    <li key={place}>
      <Blocks blocks={content} />
    </li>
  ))

const Table = ({ rows }: { rows: readonly LessonRow[] }) => (
  <div className="lesson-table">
    <table>
      <tbody>
        {rows.map(({ content }, place) => (
          <tr key={place}>
            {content.map((cell, column) => (
              <Cell key={column} cell={cell} isInFirstRow={place === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function Cell({ cell: { type, content }, isInFirstRow }: { cell: LessonCell; isInFirstRow: boolean }) {
  if (type === 'tableCell')
    return (
      <td>
        <Blocks blocks={content} />
      </td>
    )
  return (
    <th scope={isInFirstRow ? 'col' : 'row'}>
      <Blocks blocks={content} />
    </th>
  )
}

const Inlines = ({ inlines = [] }: { inlines: readonly LessonInline[] | undefined }) =>
  inlines.map((inline, place) => <Inline key={place} inline={inline} />)

function Inline({ inline }: { inline: LessonInline }): ReactNode {
  switch (inline.type) {
    case 'hardBreak':
      return <br />
    case 'formula':
      return <Formula tex={inline.attrs.tex} isBlock={false} />
    case 'text':
      return (inline.marks ?? []).reduceRight<ReactNode>((inner, mark) => marked(mark, inner), inline.text)
  }
}

function marked(mark: LessonMark, inner: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'strike':
      return <s>{inner}</s>
    case 'code':
      return <code translate="no">{inner}</code>
    case 'link':
      return <LessonLink href={mark.attrs.href}>{inner}</LessonLink>
  }
}

/** Other sites open in a new tab, so that the learner keeps the position. */
function LessonLink({ href, children }: { href: string; children: ReactNode }) {
  const isOurs = href.startsWith('/')
  // A page of another lesson also opens without a connection if its course is stored on this device, so the router opens it.
  if (/^\/lesson\/\d/.test(href)) return <Link to={href}>{children}</Link>
  return (
    <a href={href} {...(!isOurs && { target: '_blank', rel: 'noopener' })}>
      {children}
    </a>
  )
}
