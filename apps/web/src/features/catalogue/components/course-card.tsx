import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Rating } from '@apogee/ui/figures/rating.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { lengthOnCard } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { otherLanguage } from '#web/shared/course/other-language.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import type { Layout } from '../filters.ts'
import { catalogueMessages } from '../messages/catalogue.en.ts'
import './course-card.css'

/** The badge appears when the course id is divisible by 3 (docs/specification.md#marketplace-marketplace). */
const isFeatured = (courseId: number): boolean => courseId % 3 === 0

export function CourseCard({
  course,
  layout,
  query = '',
  titleAs = 'h3',
  priority = false,
  isInFirstView = priority,
  mark = (plain) => plain,
}: {
  course: CatalogueCourse
  /** Lists that scroll sideways leave `layout` out. */
  layout?: Layout
  /** The link to the sales page ends with this query. */
  query?: string
  titleAs?: 'h2' | 'h3'
  priority?: boolean
  /** True means that the server's HTML contains the generated cover. */
  isInFirstView?: boolean
  /** Marks what a search has found in a text. */
  mark?: (text: string | null) => ReactNode
}) {
  const language = useLanguage()
  const text = useText(catalogueMessages)
  const categoryName = useCategoryName()
  const salesPage = `/sp/${course.id}/${query}`
  const { rating } = course
  const average = rating?.average.toFixed(1)
  const facts = [
    course.studentCount > 0 && text.students(course.studentCount),
    course.durationMinutes > 0 && lengthOnCard(course.durationMinutes, language),
    otherLanguage(course, language),
  ].filter(Boolean)
  return (
    <Card
      layout={layout}
      titleAs={titleAs}
      cover={
        <Cover
          id={course.id}
          title={course.title}
          category={course.category}
          image={course.image}
          priority={priority}
          isDrawnWhenNear={!isInFirstView}
          isHalfOnPhone={layout !== undefined}
        >
          {isFeatured(course.id) ? <Badge solid>{text.featured}</Badge> : null}
        </Cover>
      }
      meta={mark(categoryName(course.category))}
      metaEnd={
        rating && average ? (
          <Rating value={average} label={text.rated(average, rating.count)}>
            {facts.join(', ')}
          </Rating>
        ) : facts.length > 0 ? (
          <span>{facts.join(', ')}</span>
        ) : null
      }
      title={<Link to={salesPage}>{mark(course.title)}</Link>}
      text={mark(course.description)}
      byline={mark(course.instructorName)}
      footer={
        <>
          <CoursePrice course={course} freeLabel={text.free} />
          <Link className="ap-card-go catalogue-view" to={salesPage}>
            {text.viewCourse}
            <span className="vh">: {course.title}</span>
            <Icon name="arrow-right" size="sm" />
          </Link>
        </>
      }
    />
  )
}
