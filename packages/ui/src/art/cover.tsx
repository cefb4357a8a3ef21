import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { CoverSubject } from './cover-art.ts'
import { groundIndex, grounds } from './cover-grounds.ts'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { useImageFallback } from './use-image-fallback.ts'
import { usePictureSources } from './picture-copies.ts'
import { useIsNear } from '../use-is-near.ts'
import './cover.css'

// The generator is half of the JavaScript that a page of courses loads first. The server therefore draws the cover, and the browser
// loads the generator only after hydration.
const CoverArt = lazyWithRetry(
  async () => (await import(/* first wave */ './cover-drawing.tsx')).CoverDrawing,
)

export type CoverProps = CoverSubject & {
  /** The generated cover replaces an uploaded picture that is absent, empty or broken. */
  image?: string | null
  /** True means that the cover is visible at once, so it is not lazy-loaded. */
  priority?: boolean
  /** True means that the cover is outside the first view. The browser draws a generated cover when it is near the window. */
  isDrawnWhenNear?: boolean
  /** True means that the cover is at most half as wide as a phone's window. The default is the full width. */
  isHalfOnPhone?: boolean
  /** `card` rounds all corners, `thumb` is 5rem wide for tables, `plain` inherits the corners of its container. */
  shape?: 'card' | 'thumb' | 'plain'
  className?: string
  children?: ReactNode
}

const widths = [320, 640, 960, 1280]
/** By default, a cover fills the width of a phone and half of a tablet. Otherwise it is one of four columns. */
const columns = '(max-width: 760px) 92vw, (max-width: 1100px) 46vw, 22rem'

export function Cover({
  image,
  priority,
  isDrawnWhenNear,
  isHalfOnPhone,
  shape = 'card',
  className,
  children,
  ...subject
}: CoverProps) {
  const { shown, watch } = useImageFallback(image)
  const sources = usePictureSources(shown, widths)
  const fixed = shape === 'thumb' ? '5rem' : `${isHalfOnPhone ? '(max-width: 480px) 46vw, ' : ''}${columns}`
  return (
    <div className={classNames('ap-cover', className)} data-shape={shape}>
      {shown ? (
        <img
          key={shown}
          {...sources}
          // The layout of a lazy picture is known before it loads, so browsers that support `auto` choose a copy by its real width.
          sizes={sources.srcSet && (priority ? fixed : `auto, ${fixed}`)}
          alt=""
          width={640}
          height={360}
          loading={priority ? 'eager' : 'lazy'}
          {...(priority && { fetchPriority: 'high' })}
          decoding="async"
          {...watch}
        />
      ) : isDrawnWhenNear ? (
        <LaterCoverArt {...subject} />
      ) : (
        <Suspense>
          <CoverArt {...subject} />
        </Suspense>
      )}
      {children && <div className="ap-cover-badges">{children}</div>}
    </div>
  )
}

/** Shows only the cover's ground colour until the drawing is loaded. */
function LaterCoverArt(subject: CoverSubject) {
  const { isNear, watch } = useIsNear()
  const ground = (
    <svg ref={watch} className="ap-cover-art" aria-hidden="true">
      <rect width="100%" height="100%" fill={grounds[groundIndex(subject.id)]} />
    </svg>
  )
  return isNear ? (
    <Suspense fallback={ground}>
      <CoverArt {...subject} />
    </Suspense>
  ) : (
    ground
  )
}
