import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { libraryMessages } from '../messages/library.en.ts'
import { CourseFacts, titleId } from './library-card.tsx'
import { useCopyLink } from '../share-link.ts'

/** Shows a public course with its share link, linking to its sales page. */
export function StoreCard({
  course,
  priority,
  isInFirstView,
  cartButton,
  mark,
}: {
  course: CatalogueCourse
  priority: boolean
  isInFirstView: boolean
  cartButton: ReactNode
  /** Marks what a search has found in a text. */
  mark: (text: string | null) => ReactNode
}) {
  const text = useText(libraryMessages)
  const categoryName = useCategoryName()
  const { copied, copy } = useCopyLink(`/course-sales?courseId=${course.id}`, text.salesLinkCopied)
  return (
    <Card
      layout="row-on-phone"
      titleAs="h2"
      cover={
        <Cover
          id={course.id}
          title={course.title}
          category={course.category}
          image={course.image}
          priority={priority}
          isDrawnWhenNear={!isInFirstView}
          isHalfOnPhone
        />
      }
      meta={mark(categoryName(course.category))}
      metaEnd={<CourseFacts course={course} />}
      title={
        <Link id={titleId(course.id)} to={`/sp/${course.id}/`}>
          {mark(course.title)}
        </Link>
      }
      text={mark(course.description)}
      byline={mark(course.instructorName)}
      footer={<CoursePrice course={course} freeLabel={text.free} />}
      go={text.viewCourse}
      actions={
        <>
          {cartButton}
          <Button
            size="sm"
            variant="quiet"
            icon={copied ? 'check' : 'link'}
            aria-describedby={titleId(course.id)}
            onClick={copy}
          >
            {copied ? text.copied : text.copySalesLink}
          </Button>
        </>
      }
    />
  )
}
