import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { Tabs } from '@apogee/ui/tabs.tsx'
import { memo, Suspense, useState, type ComponentType } from 'react'
import { useText } from '#web/platform/messages.ts'
import type { DetailsProps } from './sales-details.tsx'
import { salesMessages } from './sales-messages.en.ts'

type PartName = 'About' | 'Curriculum' | 'Instructor' | 'Faq' | 'Outcomes' | 'Related'

const part = (name: PartName) => lazyPart(async () => (await import('./sales-details.tsx'))[name])

const parts: Record<PartName, ComponentType<DetailsProps>> = {
  About: part('About'),
  Curriculum: part('Curriculum'),
  Instructor: part('Instructor'),
  Faq: part('Faq'),
  Outcomes: part('Outcomes'),
  Related: part('Related'),
}

/**
 * One part of the page below its head. The server has drawn it; it must not be touched before its code is here, or it
 * would be drawn anew: so it is given the same `sales` until a change of it can wait.
 */
export const SalesPart = memo(function SalesPart({ name, ...details }: DetailsProps & { name: PartName }) {
  const text = useText(salesMessages)
  const Part = parts[name]
  return (
    <Suspense
      fallback={
        <Loading label={text.loadingMore}>
          <Skeleton shape="block" />
        </Loading>
      }
    >
      <Part {...details} />
    </Suspense>
  )
})

type TabId = 'about' | 'curriculum' | 'instructor' | 'faq'

/** About, Curriculum, Instructor, FAQ; pressing the open one closes it. All are in the page's HTML. */
export function SalesTabs(details: DetailsProps) {
  const text = useText(salesMessages)
  const [open, setOpen] = useState<TabId | null>('about')
  const panel = (title: string, name: PartName) => (
    <>
      <h2 className="ap-h3 sales-tab-title">{title}</h2>
      <SalesPart name={name} {...details} />
    </>
  )
  return (
    <Tabs<TabId>
      className="sales-tabs"
      label={text.courseDetails}
      value={open}
      onChange={setOpen}
      collapsible
      keepPanels
      tabs={[
        { id: 'about', label: text.about, panel: panel(text.about, 'About') },
        { id: 'curriculum', label: text.curriculum, panel: panel(text.curriculum, 'Curriculum') },
        { id: 'instructor', label: text.instructor, panel: panel(text.instructor, 'Instructor') },
        { id: 'faq', label: text.faq, panel: panel(text.faq, 'Faq') },
      ]}
    />
  )
}
