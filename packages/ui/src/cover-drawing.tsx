import { createElement, memo, useId } from 'react'
import type { ReactNode } from 'react'
import { coverShapes } from './cover-art.ts'
import type { CoverSubject } from './cover-art.ts'
import type { CoverShape } from './cover-shapes.ts'
import './cover.css'

const drawn = (shapes: readonly CoverShape[]): ReactNode[] =>
  shapes.map(({ tag, attributes, children }, index) =>
    createElement(tag, { key: index, ...attributes }, children ? drawn(children) : undefined),
  )

/** The drawing alone: decoration, always beside the title. */
export const CoverDrawing = memo(function CoverDrawing({ id, title, category }: CoverSubject) {
  const { shapes, motif, ink } = coverShapes({ id, title, category }, `${useId()}c`)
  return (
    <svg
      className="ap-cover-art"
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      data-motif={motif}
      data-ink={ink}
    >
      {drawn(shapes)}
    </svg>
  )
})
