import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentType } from 'react'
import './lesson.css'

/**
 * A room keeps the place of a part until its code and its first data are there, so that nothing on the page moves when they arrive.
 * `body` is as high as the window, and hides what is below it, because nobody knows the height of a text. `pad` and `panel` have
 * the usual height of the part, and `row` that of a question that is not open yet. `line` is for parts that most visits do not show
 * and that end the page's column. `orbit` is the small picture of a course's modules.
 */
type Room = 'body' | 'pad' | 'panel' | 'row' | 'line' | 'orbit'

/**
 * Creates a part of the lesson page that arrives after the page. The page takes all of its late parts from here, and lesson.css
 * keeps their places (`late-part`). A part shows that it still waits for data by a `Loading` or `Skeleton` as its outermost element.
 */
export function latePart<Props extends object>(
  room: Room,
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyWithRetry(fetchPart)
  return function LatePart(props: Props) {
    return (
      <div className="late-part" data-room={room}>
        <Suspense fallback={room === 'line' || room === 'orbit' ? null : <Skeleton shape="block" />}>
          <Part {...props} />
        </Suspense>
      </div>
    )
  }
}
