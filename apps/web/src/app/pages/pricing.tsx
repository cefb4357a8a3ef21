import { PlanFacts, Plans } from '#web/features/landing/plans.tsx'
import '#web/features/landing/landing.css'
import { readingMessages } from '#web/features/reading/messages.en.ts'
import { ReadingPage } from '#web/features/reading/reading-page.tsx'
import { textQuery } from '#web/features/reading/texts.ts'
import { useText } from '#web/platform/messages.ts'
import type { PageRequest } from '../page-module.ts'

async function loadOnServer({ queries, language }: PageRequest): Promise<void> {
  await queries.prefetchQuery(textQuery('pricing', language))
}
export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const text = useText(readingMessages)
  return (
    <ReadingPage
      name="pricing"
      title={text.pricingTitle}
      description={text.pricingDescription}
      path="/pricing"
      before={
        <div className="reading-plans">
          <Plans as="h2" />
          <PlanFacts />
        </div>
      }
    />
  )
}
