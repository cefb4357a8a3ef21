import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { lengthInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { bundleMessages } from '../../messages/offered.en.ts'
import './bundle-sales.css'

const StartGate = lazyWithRetry(async () => (await import('#web/shared/buying/start-chooser.tsx')).StartGate)

/** Lists the courses with their prices apart, and what the viewer must know or choose for each before buying. */
export function BundleCourses({ bundle, quote }: { bundle: OfferedBundle; quote: Quote | undefined }) {
  const text = useText(bundleMessages)
  const quoted = quote?.bundles?.find(({ bundleId }) => bundleId === bundle.id)
  return (
    <section aria-labelledby="bundle-courses">
      <h2 className="ap-h3" id="bundle-courses">
        {text.inside}
      </h2>
      <ul className="bundle-courses">
        {bundle.courses.map((course) => {
          const part = quoted?.courses.find(({ courseId }) => courseId === course.id)
          const line = quote?.courses.find(({ courseId }) => courseId === course.id)
          return (
            <li key={course.id} className="ap-panel">
              <Cover
                shape="thumb"
                id={course.id}
                title={course.title}
                category={null}
                image={course.image}
                isDrawnWhenNear
              />
              <div>
                <h3 className="ap-h4">
                  <Link className="ap-link" to={`/sp/${course.id}/`}>
                    {course.title}
                  </Link>
                </h3>
                <p className="bundle-course-price">
                  <Price
                    sen={course.salePrice ?? course.price}
                    freeLabel={text.free}
                    {...(course.salePrice !== undefined && { was: course.price, wasLabel: text.apart })}
                  />
                  {part?.state === 'owned' ? (
                    <Badge tone="positive">{text.owned}</Badge>
                  ) : part ? (
                    <span className="text-sm text-secondary">{text.share(formatRinggit(part.share))}</span>
                  ) : null}
                </p>
                {line?.bundleId === bundle.id ? <BeforeBuying line={line} /> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Shows the access length, the prerequisites, and what the purchase does about the start: the choice, unless `children` are given. */
export function BeforeBuying({
  line,
  children = <StartChoice line={line} />,
}: {
  line: QuotedCourse
  children?: ReactNode
}) {
  const { access, first, start } = line
  const text = useText(bundleMessages)
  const lengths = useText(platformMessages)
  return (
    <>
      {access ? <p className="text-sm">{text.accessFor(lengthInWords(access, lengths))}</p> : null}
      {first ? (
        <Notice tone="info" quiet>
          <PrerequisiteNotice first={first} then="buyNow" period={access && (start ? 'start' : 'now')} />
        </Notice>
      ) : null}
      {children}
    </>
  )
}

function StartChoice({ line: { courseId, start, startProblem } }: { line: QuotedCourse }) {
  if (!start && !startProblem) return null
  return (
    <Suspense fallback={<Skeleton shape="button" />}>
      <StartGate courseId={courseId}>{null}</StartGate>
    </Suspense>
  )
}
