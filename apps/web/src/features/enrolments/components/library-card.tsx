import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Rating } from '@apogee/ui/figures/rating.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { otherLanguage } from '#web/shared/course/other-language.ts'
import { lengthOnCard } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { isFree } from '@apogee/domain/money/money.ts'
import { GoToCart } from './go-to-cart.tsx'
import { libraryMessages } from '../messages/library.en.ts'
import { useCopyLink } from '../share-link.ts'

/** Returns the id of a card's title, which distinguishes the buttons named 'Buy Now'. */
export const titleId = (courseId: number): string => `course-${courseId}`

/** Formats '4.4, 389 students, 12 hours' with known figures only, and names a language that is not the reader's. */
export function CourseFacts({ course }: { course: CatalogueCourse }) {
  const text = useText(libraryMessages)
  const { studentCount, durationMinutes, rating } = course
  const language = useLanguage()
  const facts = [
    text.students(studentCount),
    durationMinutes > 0 && lengthOnCard(durationMinutes, language),
    otherLanguage(course, language),
  ]
    .filter(Boolean)
    .join(', ')
  if (!rating) return <span>{facts}</span>
  const average = rating.average.toFixed(1)
  return (
    <Rating value={average} label={text.rated(average, rating.count)}>
      {facts}
    </Rating>
  )
}

export interface CardActions {
  isInCart: boolean
  isBuying: boolean
  isEnrolling: boolean
  onBuy: () => void
  onAddToCart: () => void
  onEnroll: () => void
}

/**
 * Shows a course of the catalogue in one of its states: enrolled, for sale, free, or by invitation only
 * (docs/specification.md#course-catalogue-courses-available-courses).
 */
export function LibraryCard({ course, actions }: { course: CatalogueCourse; actions: CardActions }) {
  const text = useText(libraryMessages)
  const categoryName = useCategoryName()
  const { id, title, category, image } = course
  return (
    <Card
      layout="row-on-phone"
      titleAs="h2"
      cover={
        <Cover id={id} title={title} category={category} image={image} isHalfOnPhone>
          {course.isPrivate ? (
            <Badge solid icon="lock">
              {text.private}
            </Badge>
          ) : null}
        </Cover>
      }
      meta={categoryName(category)}
      metaEnd={<CourseFacts course={course} />}
      title={
        <Link id={titleId(id)} to={course.isEnrolled ? `/course/${id}` : `/sp/${id}/`}>
          {title}
        </Link>
      }
      text={course.description}
      byline={course.instructorName}
      footer={
        course.isEnrolled ? (
          <Badge tone="positive" icon="check">
            {text.alreadyEnrolled}
          </Badge>
        ) : (
          <CoursePrice course={course} freeLabel={text.free} />
        )
      }
      actions={<StateActions course={course} actions={actions} />}
    />
  )
}

function StateActions({ course, actions }: { course: CatalogueCourse; actions: CardActions }) {
  const text = useText(libraryMessages)
  const { copy } = useCopyLink(`/sales?courseId=${course.id}`, text.linkCopied, <GoToCart />)
  const share = <IconButton icon="share" size="sm" outlined label={text.share(course.title)} onClick={copy} />
  if (course.isEnrolled) {
    return (
      <>
        <LinkButton as={Link} to={`/course/${course.id}`} size="sm" aria-describedby={titleId(course.id)}>
          {text.viewCourse}
        </LinkButton>
        {share}
      </>
    )
  }
  if (course.isPrivate) {
    return (
      <>
        <LinkButton as={Link} to={`/course/${course.id}`} size="sm" aria-describedby={titleId(course.id)}>
          {text.viewCourse}
        </LinkButton>
        <span className="self-center text-xs text-tertiary">{text.byInvitation}</span>
      </>
    )
  }
  if (course.isNotOnSaleYet) {
    return (
      <>
        <NotOnSaleYet course={course} />
        {share}
      </>
    )
  }
  if (course.hasCohorts) {
    return (
      <>
        <ChooseStart courseId={course.id} />
        {share}
      </>
    )
  }
  if (isFree(course)) {
    return (
      <Button
        size="sm"
        busy={actions.isEnrolling}
        busyLabel={text.enrolling}
        aria-describedby={titleId(course.id)}
        onClick={actions.onEnroll}
      >
        {text.enrollNow}
      </Button>
    )
  }
  return (
    <>
      <Button size="sm" busy={actions.isBuying} aria-describedby={titleId(course.id)} onClick={actions.onBuy}>
        {text.buyNow}
      </Button>
      <CartButton course={course} isInCart={actions.isInCart} onAdd={actions.onAddToCart} />
      {share}
    </>
  )
}

function NotOnSaleYet({ course }: { course: CatalogueCourse }) {
  const text = useText(libraryMessages)
  const why = course.isWithheld ? text.notOffered : text.notOnSaleYet
  return <span className="self-center text-xs text-tertiary">{why}</span>
}

/** Links a course with cohorts to its sales page, which offers the starts. */
function ChooseStart({ courseId }: { courseId: number }) {
  const text = useText(libraryMessages)
  return (
    <LinkButton as={Link} to={`/sp/${courseId}/`} size="sm" aria-describedby={titleId(courseId)}>
      {text.chooseStart}
    </LinkButton>
  )
}

/** Shows 'Add to Cart', then a disabled 'In Cart'. A course with cohorts is added on the page with its starts. */
export function CartButton({
  course,
  isInCart,
  onAdd,
}: {
  course: CatalogueCourse
  isInCart: boolean
  onAdd: () => void
}) {
  const text = useText(libraryMessages)
  if (course.isNotOnSaleYet) return <NotOnSaleYet course={course} />
  if (course.hasCohorts) return <ChooseStart courseId={course.id} />
  return isInCart ? (
    <Button size="sm" icon="check" disabled aria-describedby={titleId(course.id)}>
      {text.inCart}
    </Button>
  ) : (
    <Button size="sm" variant="quiet" aria-describedby={titleId(course.id)} onClick={onAdd}>
      {text.addToCart}
    </Button>
  )
}
