import { Fragment, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import type { Block, Inline } from '../markdown.ts'
import './reading.css'

/** Renders one of the product's own texts; nothing in it is treated as markup. */
export function Article({ blocks }: { blocks: readonly Block[] }) {
  return <div className="reading-text">{blocks.map(blockElement)}</div>
}

/** Texts do not change while they are shown, so the index is a stable key. */
function blockElement(block: Block, place: number): ReactNode {
  if (block.kind === 'heading') {
    return block.level === 2 ? (
      <h2 key={place} id={block.id} className="ap-h3">
        <Inlines content={block.content} />
      </h2>
    ) : (
      <h3 key={place} id={block.id} className="ap-h4">
        <Inlines content={block.content} />
      </h3>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p key={place}>
        <Inlines content={block.content} />
      </p>
    )
  }
  if (block.kind === 'table') return <TextTable key={place} head={block.head} rows={block.rows} />
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Inlines content={item} />
    </li>
  ))
  return block.ordered ? <ol key={place}>{items}</ol> : <ul key={place}>{items}</ul>
}

/** On a phone each row becomes a stack; roles are explicit because stacking removes them. */
function TextTable({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell, place) => (
            <th key={place} role="columnheader" scope="col">
              <Inlines content={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, row) => (
          <tr key={row} role="row">
            {cells.map((cell, place) => (
              <td key={place} role="cell">
                {place > 0 ? (
                  <span className="reading-cell-name" aria-hidden="true">
                    <Inlines content={head[place] ?? []} />
                  </span>
                ) : null}
                <Inlines content={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Inlines({ content }: { content: readonly Inline[] }) {
  return content.map((part, place) => <Fragment key={place}>{inlineElement(part)}</Fragment>)
}

function inlineElement(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  if (part.kind === 'code') return <code translate="no">{part.text}</code>
  const inside = <Inlines content={part.content} />
  if (part.kind !== 'link') return part.kind === 'strong' ? <strong>{inside}</strong> : <em>{inside}</em>
  return part.href.startsWith('/') ? (
    <Link className="ap-link" to={part.href}>
      {inside}
    </Link>
  ) : (
    <a className="ap-link" href={part.href}>
      {inside}
    </a>
  )
}
