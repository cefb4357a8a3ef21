import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { CoverSubject } from './cover-art.ts'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { useImageFallback } from './use-image-fallback.ts'
import { usePictureSources } from './picture-copies.ts'

// The generator is half of what a page of courses would load first: the server draws, and the browser fetches the
// code only once the page already answers presses.
const CoverArt = lazyWithRetry(async () => (await import('./cover-drawing.tsx')).CoverDrawing)

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

const widths = [320, 640, 960, 1280]
/** How wide a cover stands on a page: the whole of a phone, half of a tablet, else a column of four. */
const columns = '(max-width: 760px) 92vw, (max-width: 1100px) 46vw, 22rem'

/** A course's 16:9 cover. */
export function Cover({ image, priority, shape = 'card', className, children, ...subject }: CoverProps) {
  const { shown, watch } = useImageFallback(image)
  const sources = usePictureSources(shown, widths)
  const fixed = shape === 'thumb' ? '5rem' : columns
  return (
    <div className={classNames('ap-cover', className)} data-shape={shape}>
      {shown ? (
        <img
          key={shown}
          {...sources}
          // what is loaded lazily is laid out by then: browsers that can take its true width
          sizes={sources.srcSet && (priority ? fixed : `auto, ${fixed}`)}
          alt=""
          width={640}
          height={360}
          loading={priority ? 'eager' : 'lazy'}
          {...(priority && { fetchPriority: 'high' })}
          decoding="async"
          {...watch}
        />
      ) : (
        <Suspense>
          <CoverArt {...subject} />
        </Suspense>
      )}
      {children && <div className="ap-cover-badges">{children}</div>}
    </div>
  )
}
