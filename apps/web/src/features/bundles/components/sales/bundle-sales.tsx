import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useStore } from '#web/platform/session/store.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { chosenCohorts, chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { quoteQuery } from '#web/shared/buying/quote.ts'
import { bundleMessages } from '../../messages/offered.en.ts'
import { BundleCourses } from './bundle-courses.tsx'
import { BundlePanel } from './bundle-panel.tsx'
import './bundle-sales.css'

/** Shows a bundle, its courses and the purchase. The price of the viewer comes from the same quote that a purchase is checked by. */
export function BundleSales({ bundle }: { bundle: OfferedBundle }) {
  const text = useText(bundleMessages)
  const viewer = useViewer()
  const [code, setCode] = useState('')
  const courseIds = bundle.courses.map(({ id }) => id)
  const starts = chosenCohorts(useStore(chosenStarts), courseIds)
  const asked = useQuery(quoteQuery([], code, viewer, starts, [bundle.id]))
  // After too many attempts with codes, the server refuses quotes with a code, but still answers quotes without one.
  const isCodeRefused = asked.isError && code !== ''
  const plain = useQuery({ ...quoteQuery([], '', viewer, starts, [bundle.id]), enabled: isCodeRefused })
  const { data, isPlaceholderData } = isCodeRefused ? plain : asked
  const { error, isFetching, refetch } = asked
  const quote = { answer: data?.data, isOutdated: isPlaceholderData, error, isFetching, refetch }
  return (
    <div className="ap-wrap bundle-sales">
      <header>
        <p className="text-sm text-secondary">
          {text.bundle} · {text.courses(bundle.courses.length)}
        </p>
        <h1 className="ap-h1">{bundle.title}</h1>
        {bundle.seller === null ? null : (
          <p className="mt-2 text-secondary">
            {bundle.school === undefined ? (
              text.soldBy(bundle.seller)
            ) : (
              <Link className="ap-link" to={`/school/${bundle.school}`}>
                {text.soldBy(bundle.seller)}
              </Link>
            )}
          </p>
        )}
      </header>
      <BundlePanel bundle={bundle} quote={quote} code={code} onCode={setCode} />
      <div className="bundle-sales-main">
        {bundle.description === '' ? null : <p className="bundle-sales-text">{bundle.description}</p>}
        <BundleCourses bundle={bundle} quote={quote.answer} />
      </div>
    </div>
  )
}
