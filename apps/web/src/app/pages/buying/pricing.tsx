import { PlanFacts, Plans } from '#web/features/marketing/components/plans.tsx'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { ReadingPage } from '#web/features/articles/components/reading-page.tsx'
import { textQuery } from '#web/features/articles/texts.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { PageRequest } from '#web/framework/page-module.ts'
import '#web/features/articles/components/reading.css'

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
