import { createElement, memo, useId } from 'react'
import type { ReactNode } from 'react'
import { coverShapes } from './cover-art.ts'
import type { CoverSubject } from './cover-art.ts'
import { coverMarkup } from './cover-markup.ts'
import type { CoverShape } from './cover-shapes.ts'
import './cover.css'

const drawn = (shapes: readonly CoverShape[]): ReactNode[] =>
  shapes.map(({ tag, attributes, children }, index) =>
    createElement(tag, { key: index, ...attributes }, children ? drawn(children) : undefined),
  )

/** Returns the elements that the browser draws and hydrates. */
function drawnIn(subject: CoverSubject, idPrefix: string) {
  const { shapes, motif, ink } = coverShapes(subject, idPrefix)
  return { motif, ink, content: { children: drawn(shapes) } }
}

/** Returns the same markup as one string, without an element for each shape. */
function writtenIn(subject: CoverSubject, idPrefix: string) {
  const { motif, ink, markup } = coverMarkup(subject, idPrefix)
  return { motif, ink, content: { dangerouslySetInnerHTML: { __html: markup } } }
}

const contentOf = import.meta.env.SSR ? writtenIn : drawnIn

/** The drawing is decoration; the title is always beside it. */
export const CoverDrawing = memo(function CoverDrawing({ id, title, category }: CoverSubject) {
  const { motif, ink, content } = contentOf({ id, title, category }, `${useId()}c`)
  return (
    <svg
      className="ap-cover-art"
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      data-motif={motif}
      data-ink={ink}
      {...content}
    />
  )
})
