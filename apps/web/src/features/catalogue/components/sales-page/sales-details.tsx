/** Renders the other tabs and the end of a sales page: they are in its HTML immediately and hydrated after first paint. */
import { minutesToRead } from '@apogee/domain/text/lesson-text.ts'
import { lessonsAmong, minutesOfParts, type Length } from '@apogee/contracts/courses/course-counts.ts'
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import {
  assignmentIcon,
  documentIcon,
  fileIcon,
  pdfIcon,
  quizIcon,
  readingIcon,
  videoIcon,
} from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useRef, useState, type MouseEvent } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { clockLength, dateInWords, hoursAndMinutes, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { OwnTime } from '#web/platform/language/own-time.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { CourseCard } from '../course-card.tsx'
import { detailsMessages } from '../../messages/details.en.ts'
import type { DetailsProps } from './sales-tabs.tsx'
import { questionsOf } from '../../sales-questions.ts'
import './sales.css'

export { Description } from './sales-description.tsx'

const fileIcons: Record<FileType, IconName> = {
  video: videoIcon,
  pdf: pdfIcon,
  document: documentIcon,
  quiz: quizIcon,
  reading: readingIcon,
  assignment: assignmentIcon,
  other: fileIcon,
}

export function Curriculum({ sales, onPreview }: DetailsProps) {
  const { outline, stats, liveSessions, cohortSessions } = sales
  const text = useText(detailsMessages)
  const language = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  const [isExpanded, setIsExpanded] = useState(false)
  if (outline.length === 0 && !liveSessions && !cohortSessions)
    return <EmptyState title={text.noContentTitle} text={text.noContent} />
  const { lessons, totalDuration = 0 } = stats.contentCounts
  const lessonIds = new Set(lessonsAmong(outline.flatMap(({ resources }) => resources)).map(({ id }) => id))
  const previews = outline.flatMap(({ resources }) => resources.filter(canPreview)).length
  const totals = [
    outline.length > 0 && text.moduleCount(outline.length),
    ...(lessons > 0
      ? [
          text.lessonCount(lessons),
          stats.resourceCount > lessons && text.otherItems(stats.resourceCount - lessons),
        ]
      : [stats.resourceCount > 0 && text.itemCount(stats.resourceCount)]),
    liveSessions && text.liveCount(liveSessions.count),
    totalDuration > 0 && hoursAndMinutes(totalDuration, language),
    previews > 0 && text.previewCount(previews),
  ].filter(Boolean)
  const minutes = minutesOfParts(outline.map(({ resources }) => lengthOf(resources)))
  // Native details elements hold their own state; this function opens or closes all of them.
  const turnAll = () => {
    for (const module of list.current?.querySelectorAll('details') ?? []) module.open = !isExpanded
    setIsExpanded(!isExpanded)
  }
  return (
    <div ref={list} className="sales-outline">
      <div className="sales-outline-head">
        <p>{totals.join(' · ')}</p>
        {outline.length > 1 ? (
          <Button size="sm" variant="quiet" aria-expanded={isExpanded} onClick={turnAll}>
            {isExpanded ? text.collapseAll : text.expandAll}
          </Button>
        ) : null}
      </div>
      {outline.map((content, index) => (
        <Disclosure
          key={content.id}
          open={index === 0}
          lead={index + 1}
          title={content.title}
          meta={<ContentSize {...content} lessonIds={lessonIds} minutes={minutes[index] ?? 0} />}
        >
          {content.opening ? <Opening opening={content.opening} /> : null}
          {content.description ? <p className="sales-module-text">{content.description}</p> : null}
          <Items content={content} onPreview={onPreview} />
        </Disclosure>
      ))}
      {liveSessions || cohortSessions ? (
        <LiveSessions liveSessions={liveSessions} cohortSessions={cohortSessions} />
      ) : null}
    </div>
  )
}

/** Lists the next live sessions; only learners see how to join them. */
function LiveSessions({
  liveSessions: { count, next } = { count: 0, next: [] },
  cohortSessions = [],
}: Pick<SalesInfo, 'liveSessions' | 'cohortSessions'>) {
  const text = useText(detailsMessages)
  const language = useLanguage()
  return (
    <Disclosure open title={text.live} meta={count > 0 ? text.liveCount(count) : undefined}>
      <p className="sales-module-text">{text.liveHint}</p>
      <ul className="sales-resources sales-live">
        {next.map(({ title, startsAt, minutes }) => (
          <li key={`${startsAt} ${title}`}>
            <Icon name="clock" />
            <span className="sales-resource-title">
              {title} <OwnTime of={startsAt} />
            </span>
            <span className="sales-resource-length">
              <time dateTime={startsAt}>{timeInWords(startsAt, language)}</time>
              {` · ${hoursAndMinutes(minutes, language)}`}
            </span>
          </li>
        ))}
        {count > next.length ? <li>{text.liveMore(count - next.length)}</li> : null}
        {cohortSessions.map(({ cohortId, cohortName, count: ofCohort, nextAt }) => (
          <li key={cohortId}>
            <Icon name="clock" />
            <span className="sales-resource-title">
              {text.liveOf(cohortName, ofCohort)} <OwnTime of={nextAt} />
            </span>
            <span className="sales-resource-length">
              <time dateTime={nextAt}>
                {ofCohort === 1
                  ? timeInWords(nextAt, language)
                  : text.liveFrom(timeInWords(nextAt, language))}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function Opening({ opening }: { opening: NonNullable<CourseContent['opening']> }) {
  const text = useText(detailsMessages)
  const language = useLanguage()
  return (
    <p className="sales-module-text">
      {'on' in opening
        ? text.opensOn(dateInWords(opening.on, language))
        : 'afterDays' in opening
          ? text.opensAfter(opening.afterDays)
          : text.opensAfterItem}
    </p>
  )
}

/** Returns whether the resource is a free preview: a downloadable file, or a text. */
const canPreview = ({ filePath, isPreview, words }: CourseResource): boolean =>
  filePath !== undefined || (isPreview && words !== undefined)

/** Sums the quantities that the duration of a course counts (docs/api.md#courses-and-progress). */
function lengthOf(resources: readonly CourseResource[]): Length {
  const length = { seconds: 0, pages: 0, words: 0 }
  for (const { fileType, seconds, pages, words = 0 } of resources) {
    if (fileType === 'video') length.seconds += seconds ?? 0
    if (fileType === 'pdf' || fileType === 'document') length.pages += pages ?? 0
    length.words += words
  }
  return length
}

/** Formats `2 videos · 5 other items · 12m`: the module's share of the course's lessons, and its other contents. */
function ContentSize({
  resources,
  lessonIds,
  minutes,
}: {
  resources: readonly CourseResource[]
  lessonIds: ReadonlySet<number>
  minutes: number
}) {
  const language = useLanguage()
  const text = useText(detailsMessages)
  const lessons = resources.filter(({ id }) => lessonIds.has(id))
  const lessonCount = lessons.every(({ fileType }) => fileType === 'video')
    ? text.videoCount
    : text.lessonCount
  const others = resources.length - lessons.length
  return [
    ...(lessons.length > 0
      ? [lessonCount(lessons.length), others > 0 && text.otherItems(others)]
      : [text.itemCount(others)]),
    minutes > 0 && hoursAndMinutes(minutes, language),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Items({ content, onPreview }: { content: CourseContent; onPreview: DetailsProps['onPreview'] }) {
  const text = useText(detailsMessages)
  // With a modifier key, or without JavaScript, the link opens the file itself.
  const open = (resource: CourseResource) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPreview(resource.id)
  }
  return (
    <ul className="sales-resources">
      {content.resources.map((resource) => (
        <li key={resource.id}>
          <Icon name={fileIcons[resource.fileType]} />
          <span className="sales-resource-title">{resource.title}</span>
          {resource.filePath ? (
            <LinkButton
              size="sm"
              icon={resource.fileType === 'video' ? 'play' : readingIcon}
              href={resource.filePath}
              rel="nofollow"
              aria-haspopup="dialog"
              onClick={open(resource)}
            >
              {text.preview}
              <span className="vh">: {resource.title}</span>
            </LinkButton>
          ) : canPreview(resource) ? (
            <Button
              size="sm"
              icon={readingIcon}
              aria-haspopup="dialog"
              onClick={() => onPreview(resource.id)}
            >
              {text.preview}
              <span className="vh">: {resource.title}</span>
            </Button>
          ) : null}
          <span className="sales-resource-length">
            {resource.seconds !== null ? clockLength(resource.seconds) : null}
            {resource.seconds === null && resource.pages !== null ? text.pages(resource.pages) : null}
            {resource.words ? text.minutes(minutesToRead(resource.words)) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function Instructor({ sales }: DetailsProps) {
  return (
    <>
      <Teacher sales={sales} />
      {sales.business ? <Business business={sales.business} /> : null}
    </>
  )
}

function Teacher({ sales: { instructor, sellerName } }: Pick<DetailsProps, 'sales'>) {
  const text = useText(detailsMessages)
  if (!instructor)
    return (
      <p className="ap-prose">
        {sellerName ? `${text.noInstructor} ${text.soldBy(sellerName)}.` : text.noInstructor}
      </p>
    )
  const facts = [
    // The count includes public courses only, so a teacher of private courses has none.
    instructor.courseCount > 0 && text.coursesBy(instructor.courseCount),
    instructor.studentCount > 0 && text.studentsOf(instructor.studentCount),
    sellerName && text.soldBy(sellerName),
  ].filter(Boolean)
  return (
    <div className="sales-instructor">
      <Avatar name={instructor.name} image={instructor.avatar} size="lg" />
      <div>
        <h2 className="ap-h4">{instructor.name}</h2>
        <p className="sales-quiet">{facts.join(' · ')}</p>
        {instructor.bio ? <p className="ap-prose">{instructor.bio}</p> : null}
      </div>
    </div>
  )
}

/** Shows the selling business's own description. It renders nothing when the business has no description. */
function Business({ business }: { business: NonNullable<SalesInfo['business']> }) {
  const text = useText(detailsMessages)
  const { name, description, website, logo, contact } = business
  if (description === '' && website === '' && logo === null && contact === null) return null
  return (
    <section className="sales-instructor sales-business" aria-label={text.aboutBusiness(name)}>
      <Avatar name={name} image={logo} size="lg" />
      <div>
        <h3 className="ap-h4">{text.aboutBusiness(name)}</h3>
        {description ? <p className="ap-prose">{description}</p> : null}
        {contact ? (
          <p className="sales-quiet">
            <a className="ap-link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>{' '}
            ·{' '}
            <a className="ap-link" href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
              {contact.phone}
            </a>{' '}
            · {contact.address}
          </p>
        ) : null}
        {website ? (
          <p className="sales-quiet">
            <a className="ap-link" href={website} rel="nofollow noopener">
              {website.replace(/^https?:\/\/|\/$/g, '')}
            </a>
          </p>
        ) : null}
      </div>
    </section>
  )
}

export function Faq({ sales }: DetailsProps) {
  const text = useText(detailsMessages)
  const lengths = useText(platformMessages)
  return questionsOf(sales, text, lengths).map(({ question, answer }, place) => (
    <Disclosure key={place} title={question}>
      <p className="ap-prose">{answer}</p>
    </Disclosure>
  ))
}

export function Related({ sales: { related } }: DetailsProps) {
  const text = useText(detailsMessages)
  if (related.length === 0) return null
  return (
    <section className="sales-related ap-below">
      <h2 className="ap-h2">{text.related}</h2>
      <ul className="ap-grid" data-scroller="">
        {related.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
    </section>
  )
}
