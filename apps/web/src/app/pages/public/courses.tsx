import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import type { PageModule } from '#web/framework/page-module.ts'
import { CoursePages } from '#web/features/enrolments/components/course-pages.tsx'
import { GoToCart } from '#web/features/enrolments/components/go-to-cart.tsx'
import { LibraryCard } from '#web/features/enrolments/components/library-card.tsx'
import { libraryMessages } from '#web/features/enrolments/messages/library.en.ts'
import { libraryQuery, visibilities, type Visibility } from '#web/features/enrolments/api/library.ts'
import { unmetPrerequisitesOf } from '#web/shared/buying/unmet-prerequisites.ts'
import { useBuyCourse, useEnroll } from '#web/shared/buying/buy-course.ts'
import { offerOf } from '#web/shared/buying/offers.ts'
import { useCart } from '#web/shared/buying/cart.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'

export const prefetch: PageModule['prefetch'] = async ({ queries, viewer }) => {
  if (viewer !== 'anonymous') await queries.prefetchInfiniteQuery(libraryQuery('all', viewer))
}

export function Component() {
  const text = useText(libraryMessages)
  const notify = useNotify()
  const cart = useCart()
  const navigate = useNavigate()
  const [visibility, setVisibility] = useState<Visibility>('all')
  const list = useInfiniteQuery(libraryQuery(visibility, useViewer()))
  const checkout = useText(checkoutMessages)
  const onFailed = (sentence: string, details?: ReactNode) =>
    notify({ tone: 'danger', text: sentence, link: details, ...(details ? { timeout: null } : {}) })
  const { buy, buying } = useBuyCourse({
    noPaymentUrl: checkout.noPaymentUrl,
    failed: checkout.purchaseFailed,
    unexplained: checkout.paymentFailed,
    onFailed,
    onSignedOut: () => onFailed(checkout.loginToPurchase),
  })
  const { enroll, enrolling } = useEnroll({
    failed: text.enrollFailed,
    unexplained: text.enrollUnexplained,
    onFailed,
    onSignedOut: () => onFailed(text.loginToEnroll),
    onDone: (courseId) =>
      notify({
        text: text.enrolled,
        link: (
          <>
            <Link className="ap-link" to={`/course/${courseId}`}>
              {text.viewCourse}
            </Link>{' '}
            <GoToCart />
          </>
        ),
      }),
  })
  const addToCart = (course: CatalogueCourse) => {
    cart.add(course)
    notify({
      text: text.added(course.title),
      link: <GoToCart />,
    })
  }
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} />
      <header className="ap-page-head flex flex-wrap items-end justify-between gap-4">
        <h1 className="ap-h1">{text.title}</h1>
        <SegmentedControl
          label={text.filter}
          options={visibilities.map((value) => ({ value, label: text[value] }))}
          value={visibility}
          onChange={setVisibility}
        />
      </header>
      <CoursePages
        list={list}
        card={(course) => (
          <LibraryCard
            key={course.id}
            course={course}
            actions={{
              isInCart: cart.has(course.id),
              isBuying: buying === course.id,
              isEnrolling: enrolling === course.id,
              // A course with unmet prerequisites leads to its sales page, which shows them, so that nobody pays without reading
              // them.
              onBuy: () =>
                unmetPrerequisitesOf(course).length > 0 ? navigate(`/sp/${course.id}/`) : buy(course),
              onAddToCart: () => addToCart(course),
              onEnroll: () => enroll(course.id, offerOf(course, null)),
            }}
          />
        )}
      />
    </div>
  )
}
