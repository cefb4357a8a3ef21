import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { libraryMessages } from '../messages/library.en.ts'

/** Appears after each success in the catalogue (docs/specification.md#course-catalogue-courses-available-courses). */
export function GoToCart() {
  const text = useText(libraryMessages)
  return (
    <Link className="ap-link" to="/cart">
      {text.goToCart}
    </Link>
  )
}
