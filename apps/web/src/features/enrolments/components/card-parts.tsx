/** What the cards of the catalogue and of the store share. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Rating } from '@apogee/ui/rating.tsx'
import { useText } from '#web/platform/messages.ts'
import { libraryMessages } from '../messages/library.en.ts'

/** The title of a card: it distinguishes the buttons named 'Buy Now'. */
export const titleId = (courseId: number): string => `course-${courseId}`

/** '4.4, 389 students, 12 hours': only known figures. */
export function CourseFacts({ course }: { course: CatalogueCourse }) {
  const text = useText(libraryMessages)
  const { studentCount, durationMinutes, rating } = course
  const facts = [
    text.students(studentCount),
    durationMinutes === 0
      ? null
      : durationMinutes < 60
        ? text.minutes(durationMinutes)
        : text.hours(Math.round(durationMinutes / 60)),
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

export function NotOnSaleYet() {
  const text = useText(libraryMessages)
  return <span className="self-center text-xs text-tertiary">{text.notOnSaleYet}</span>
}

/** 'Add to Cart', then 'In Cart' and disabled. */
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
  if (course.isNotOnSaleYet) return <NotOnSaleYet />
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
