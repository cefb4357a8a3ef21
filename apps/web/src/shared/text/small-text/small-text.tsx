import {
  readSmallText,
  type SmallBlock,
  type SmallInline,
  type SmallItem,
  type SmallMark,
  type SmallTextKind,
} from '@apogee/domain/text/small-text.ts'
import type { ReactNode } from 'react'
import { PlainText, TextPieces } from '#web/shared/text/plain-text.tsx'
import './small-text.css'

interface SmallTextProps {
  text: string
  kind: SmallTextKind
  /** `names` are names of people that are emphasised after `@`. */
  names?: readonly string[] | undefined
}

/** Shows a formatted text, or a plain text as it was typed. Its headings stand below a heading of the third level. */
export function SmallText({ text, kind, names }: SmallTextProps) {
  const blocks = readSmallText(text, kind)
  return blocks ? <SmallTextBlocks blocks={blocks} names={names} /> : <PlainText text={text} names={names} />
}

export const SmallTextBlocks = ({ blocks, names }: { blocks: readonly SmallBlock[] } & Names) => (
  <div className="small-text">
    {blocks.map((block, place) => (
      <Block key={place} block={block} names={names} />
    ))}
  </div>
)

type Names = Pick<SmallTextProps, 'names'>

function Block({ block, names }: { block: SmallBlock } & Names): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.content} names={names} />
        </p>
      )
    case 'heading': {
      const Heading = block.attrs.level === 2 ? 'h4' : 'h5'
      return (
        <Heading>
          <Inlines inlines={block.content} names={names} />
        </Heading>
      )
    }
    case 'codeBlock':
      return (
        <pre translate="no">
          <code>{block.content?.map(({ text }) => text)}</code>
        </pre>
      )
    case 'bulletList':
      return (
        <ul>
          <Items items={block.content} names={names} />
        </ul>
      )
    case 'orderedList':
      return (
        <ol>
          <Items items={block.content} names={names} />
        </ol>
      )
  }
}

const Items = ({ items, names }: { items: readonly SmallItem[] } & Names) =>
  items.map(({ content: [{ content }] }, place) => (
    <li key={place}>
      <Inlines inlines={content} names={names} />
    </li>
  ))

const Inlines = ({ inlines = [], names }: { inlines: readonly SmallInline[] | undefined } & Names) =>
  inlines.map((inline, place) =>
    inline.type === 'hardBreak' ? <br key={place} /> : <Piece key={place} {...inline} names={names} />,
  )

function Piece({ text, marks = [], names }: { text: string; marks?: readonly SmallMark[] } & Names) {
  const isVerbatim = marks.some(({ type }) => type === 'link' || type === 'code')
  return marks.reduceRight<ReactNode>(
    (inner, mark) => marked(mark, inner),
    isVerbatim ? text : <TextPieces text={text} names={names} />,
  )
}

function marked(mark: SmallMark, inner: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'code':
      return <code translate="no">{inner}</code>
    case 'link': {
      const { href } = mark.attrs
      const isOurs = href.startsWith('/')
      return (
        <a className="ap-link" href={href} {...(!isOurs && outside)}>
          {inner}
        </a>
      )
    }
  }
}

const outside = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const
