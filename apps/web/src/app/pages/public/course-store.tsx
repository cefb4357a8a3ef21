import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CoursePages } from '#web/features/enrolments/components/course-pages.tsx'
import { GoToCart } from '#web/features/enrolments/components/go-to-cart.tsx'
import { CartButton } from '#web/features/enrolments/components/library-card.tsx'
import { libraryMessages } from '#web/features/enrolments/messages/library.en.ts'
import { storeQuery } from '#web/features/enrolments/api/library.ts'
import { StoreCard } from '#web/features/enrolments/components/store-card.tsx'
import { useMarks } from '#web/shared/course/use-marks.ts'
import { useCart } from '#web/shared/buying/cart.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import type { PageRequest } from '#web/framework/page-module.ts'

const BundleSection = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/bundles/components/bundle-section.tsx')).BundleSection,
)

export async function load({ queries }: PageRequest): Promise<void> {
  await queries.prefetchInfiniteQuery(storeQuery('', 'anonymous'))
}

/** Lists public courses without management (docs/product-choices.md#routes-and-guards). */
export function Component() {
  const text = useText(libraryMessages)
  const notify = useNotify()
  const cart = useCart()
  const { search, ...searching } = useListSearch()
  const list = useInfiniteQuery(storeQuery(search, useViewer()))
  const searchedFor = list.data?.pages[0]?.meta.searchedFor
  const mark = useMarks(searchedFor ?? search)
  const addToCart = (course: CatalogueCourse) => {
    cart.add(course)
    notify({
      text: text.added(course.title),
      link: <GoToCart />,
    })
  }
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.storeTitle} description={text.storeLead} path="/sales" />
      <header className="ap-page-head flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="ap-h1">{text.storeTitle}</h1>
          <p className="mt-2 text-secondary">{text.storeLead}</p>
        </div>
        <ListSearch
          className="w-full md:w-96"
          label={text.searchLabel}
          placeholder={text.searchPlaceholder}
          {...searching}
        />
      </header>
      <p role="status" className="text-secondary">
        {searchedFor ? text.showingResultsFor(searchedFor) : null}
      </p>
      <CoursePages
        list={list}
        isSearch={search !== ''}
        card={(course, index) => (
          <StoreCard
            key={course.id}
            course={course}
            priority={index < 4}
            isInFirstView={index < 8}
            mark={mark}
            cartButton={
              isFree(course) || course.isEnrolled ? null : (
                <CartButton course={course} isInCart={cart.has(course.id)} onAdd={() => addToCart(course)} />
              )
            }
          />
        )}
      />
      <Suspense>
        <BundleSection search={search} />
      </Suspense>
    </div>
  )
}
