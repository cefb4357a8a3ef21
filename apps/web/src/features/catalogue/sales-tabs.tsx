import type { SalesInfo } from '@apogee/contracts/catalogue.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Disclosure } from '@apogee/ui/disclosure.tsx'
import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { Tabs } from '@apogee/ui/tabs.tsx'
import { useState } from 'react'
import { clockLength, hoursAndMinutes } from '#web/platform/dates.ts'
import { useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { salesMessages } from './sales-messages.en.ts'

type TabId = 'about' | 'curriculum' | 'instructor' | 'faq'

/** About, Curriculum, Instructor, FAQ; pressing the open one closes it. All are in the page's HTML. */
export function SalesTabs({ sales }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  const [open, setOpen] = useState<TabId | null>('about')
  return (
    <Tabs<TabId>
      label={text.courseDetails}
      value={open}
      onChange={setOpen}
      collapsible
      keepPanels
      tabs={[
        { id: 'about', label: text.about, panel: <About sales={sales} /> },
        { id: 'curriculum', label: text.curriculum, panel: <Curriculum outline={sales.outline} /> },
        { id: 'instructor', label: text.instructor, panel: <Instructor sales={sales} /> },
        { id: 'faq', label: text.faq, panel: <Faq sales={sales} /> },
      ]}
    />
  )
}

function About({ sales }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  return (
    <>
      <p className="ap-prose">{sales.course.description}</p>
      {sales.outcomes.length > 0 ? (
        <section className="sales-outcomes">
          <h2 className="ap-h3">{text.outcomes}</h2>
          <ul>
            {sales.outcomes.map((outcome) => (
              <li key={outcome}>
                <Icon name="check" /> <span>{outcome}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

const fileIcons: Record<FileType, IconName> = {
  video: 'video',
  pdf: 'pdf',
  document: 'document',
  quiz: 'quiz',
  reading: 'reading',
  assignment: 'assignment',
  other: 'file',
}

function Curriculum({ outline }: { outline: readonly CourseContent[] }) {
  const text = useText(salesMessages)
  if (outline.length === 0) return <EmptyState title={text.noContentTitle} text={text.noContent} />
  return outline.map((content, index) => (
    <Disclosure
      key={content.id}
      open={index === 0}
      lead={index + 1}
      title={content.title}
      meta={<ContentSize resources={content.resources} />}
    >
      {content.description ? <p className="sales-module-text">{content.description}</p> : null}
      <ul className="sales-resources">
        {content.resources.map((resource) => (
          <li key={resource.id}>
            <Icon name={fileIcons[resource.fileType]} />
            <span>{resource.title}</span>
            {resource.isPreview ? <Badge tone="info">{text.preview}</Badge> : null}
            <span className="sales-resource-length">
              {resource.seconds !== null ? clockLength(resource.seconds) : null}
              {resource.seconds === null && resource.pages !== null ? text.pages(resource.pages) : null}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  ))
}

/** `4 lessons, 52m`: videos are lessons; without one, its items are counted. */
function ContentSize({ resources }: { resources: readonly CourseResource[] }) {
  const language = useLanguage()
  const text = useText(salesMessages)
  const videos = resources.filter((resource) => resource.fileType === 'video')
  const seconds = videos.reduce((sum, video) => sum + (video.seconds ?? 0), 0)
  const count = videos.length > 0 ? text.lessonCount(videos.length) : text.itemCount(resources.length)
  return seconds > 0 ? `${count}, ${hoursAndMinutes(Math.ceil(seconds / 60), language)}` : count
}

function Instructor({ sales: { instructor, sellerName } }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  if (!instructor) return <p className="ap-prose">{`${text.noInstructor} ${text.soldBy(sellerName)}.`}</p>
  return (
    <div className="sales-instructor">
      <Avatar name={instructor.name} image={instructor.avatar} size="lg" />
      <div>
        <h2 className="ap-h4">{instructor.name}</h2>
        <p className="sales-quiet">{`${text.coursesBy(instructor.courseCount)} · ${text.soldBy(sellerName)}`}</p>
        {instructor.bio ? <p className="ap-prose">{instructor.bio}</p> : null}
      </div>
    </div>
  )
}

function Faq({ sales }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  const isPaid = sales.course.price > 0
  const questions = [
    ...sales.faq,
    { question: text.faqAccess, answer: text.faqAccessAnswer },
    ...(isPaid
      ? [
          { question: text.faqPay, answer: text.faqPayAnswer },
          { question: text.faqRefund, answer: text.faqRefundAnswer },
        ]
      : []),
    { question: text.faqCertificate, answer: text.faqCertificateAnswer },
  ]
  return questions.map(({ question, answer }) => (
    <Disclosure key={question} title={question}>
      <p className="ap-prose">{answer}</p>
    </Disclosure>
  ))
}
