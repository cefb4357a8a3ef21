import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, Skeleton, SkeletonCard } from '@apogee/ui/feedback/skeleton.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { memo, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { About } from './sales-about.tsx'
import { salesMessages } from '../../messages/sales.en.ts'
import './sales.css'

export interface DetailsProps {
  sales: SalesInfo
  /** Opens a free preview by its resource's id. */
  onPreview: (resourceId: number) => void
}

type PartName = 'Description' | 'Curriculum' | 'Instructor' | 'Faq' | 'Related'

const lazyDetail = (name: PartName) =>
  lazyWithRetry(async () => (await import(/* first wave */ './sales-details.tsx'))[name])

const parts: Record<PartName, ComponentType<DetailsProps>> = {
  Description: lazyDetail('Description'),
  Curriculum: lazyDetail('Curriculum'),
  Instructor: lazyDetail('Instructor'),
  Faq: lazyDetail('Faq'),
  Related: lazyDetail('Related'),
}

/**
 * Defers a part of the page below or behind a tab. The viewer may become known before its code has loaded, and React then
 * re-renders the server's markup. Therefore only parts that are not visible immediately may be deferred, and the placeholder has
 * their shape.
 */
export const SalesPart = memo(function SalesPart({ name, ...details }: DetailsProps & { name: PartName }) {
  const text = useText(salesMessages)
  const Part = parts[name]
  return (
    <Suspense
      fallback={
        <Loading label={text.loadingMore} className={name === 'Related' ? 'sales-related' : undefined}>
          {name === 'Related' ? (
            <div className="ap-grid" data-scroller="">
              {details.sales.related.map(({ id }) => (
                <SkeletonCard key={id} />
              ))}
            </div>
          ) : (
            <Skeleton shape="block" />
          )}
        </Loading>
      }
    >
      <Part {...details} />
    </Suspense>
  )
})

type TabId = 'about' | 'curriculum' | 'instructor' | 'faq'

/** Shows About, Curriculum, Instructor and FAQ; pressing the open one closes it. All are in the page's HTML. */
export function SalesTabs(details: DetailsProps) {
  const text = useText(salesMessages)
  const [open, setOpen] = useState<TabId | null>('about')
  const panel = (title: string, content: ReactNode) => (
    <>
      <h2 className="ap-h3 sales-tab-title">{title}</h2>
      {content}
    </>
  )
  const part = (title: string, name: PartName) => panel(title, <SalesPart name={name} {...details} />)
  return (
    <Tabs<TabId>
      className="sales-tabs"
      label={text.courseDetails}
      value={open}
      onChange={setOpen}
      collapsible
      keepPanels
      tabs={[
        {
          id: 'about',
          label: text.about,
          panel: panel(
            text.about,
            <About sales={details.sales} formed={<SalesPart name="Description" {...details} />} />,
          ),
        },
        { id: 'curriculum', label: text.curriculum, panel: part(text.curriculum, 'Curriculum') },
        { id: 'instructor', label: text.instructor, panel: part(text.instructor, 'Instructor') },
        { id: 'faq', label: text.faq, panel: part(text.faq, 'Faq') },
      ]}
    />
  )
}
