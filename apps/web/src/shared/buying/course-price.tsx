import type { Course } from '@apogee/contracts/courses/courses.ts'
import { Price, type PriceProps } from '@apogee/ui/figures/price.tsx'
import { useText } from '../../platform/language/messages.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'

/** Shows the price of a course. During a sale it also shows the list price. */
export function CoursePrice({
  course,
  ...shown
}: { course: Pick<Course, 'price' | 'sale'> } & Pick<PriceProps, 'freeLabel' | 'size'>) {
  const text = useText(platformMessages)
  const was = course.sale && { was: course.price, wasLabel: text.listPrice }
  return <Price sen={currentPrice(course)} {...was} {...shown} />
}
