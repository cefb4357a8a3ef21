import { createElement, memo, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { coverShapes } from './cover-art.ts'
import type { CoverSubject } from './cover-art.ts'
import type { CoverShape } from './cover-shapes.ts'

const drawn = (shapes: readonly CoverShape[]): ReactNode[] =>
  shapes.map(({ tag, attributes, children }, index) =>
    createElement(tag, { key: index, ...attributes }, children ? drawn(children) : undefined),
  )

/** The drawing alone: decoration, always beside the title. */
export const CoverArt = memo(function CoverArt({ id, title, category }: CoverSubject) {
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

export type CoverProps = CoverSubject & {
  /** An uploaded picture; absent, empty or broken, the drawing takes its place. */
  image?: string | null
  /** In view at once: the picture is not loaded lazily. */
  priority?: boolean
  /** `card` rounds all corners, `thumb` is 5rem wide for tables, `plain` takes the corners of what holds it. */
  shape?: 'card' | 'thumb' | 'plain'
  className?: string
  /** Badges that lie on the cover. */
  children?: ReactNode
}

/** A course's 16:9 cover. */
export function Cover({ image, priority, shape = 'card', className, children, ...subject }: CoverProps) {
  const [broken, setBroken] = useState<string>()
  const shown = image && image !== broken ? image : undefined
  return (
    <div className={classNames('ap-cover', className)} data-shape={shape}>
      {shown ? (
        <img
          key={shown}
          src={shown}
          alt=""
          width={640}
          height={360}
          loading={priority ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(shown)}
          // a server-rendered picture may have failed before anyone listened: asking again tells
          ref={(picture) => {
            if (picture?.complete && picture.naturalWidth === 0) picture.src = shown
          }}
        />
      ) : (
        <CoverArt {...subject} />
      )}
      {children && <div className="ap-cover-badges">{children}</div>}
    </div>
  )
}
