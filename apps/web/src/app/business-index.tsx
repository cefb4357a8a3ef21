import '#web/features/operations/components/studio.css'
import { studioHomeMessages } from '#web/features/operations/messages/studio-home.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useBusinessSections } from './business-sections.ts'

/** Shows the index of the business's page on wide screens beside the sections, in the style of the settings. */
export function BusinessIndex(shown: { isOfBusiness: boolean; isPaidOut: boolean }) {
  const text = useText(studioHomeMessages)
  const links = useBusinessSections(shown)
  return (
    <nav className="studio-index" aria-label={text.onThisPage}>
      <ul>
        {links.map(([id, title]) => (
          <li key={id}>
            <Link to={{ hash: `${id}-heading` }}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
