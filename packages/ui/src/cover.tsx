import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { CoverSubject } from './cover-art.ts'
import { lazyPart } from './lazy-part.ts'
import { useOwnPicture } from './own-picture.ts'

// The generator is half of what a page of courses would load first: the server draws, and the browser fetches the
// code only once the page already answers presses.
const CoverArt = lazyPart(async () => (await import('./cover-drawing.tsx')).CoverDrawing)

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
  const { shown, watch } = useOwnPicture(image)
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
