import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { BusinessHero } from '#web/features/marketing/components/business-sections.tsx'
import { businessMessages } from '#web/features/marketing/messages/business.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'

const BusinessFurther = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/marketing/components/business-further.tsx'))
      .BusinessFurther,
)

export function Component() {
  const text = useText(businessMessages)
  return (
    <>
      <Head title={text.title} description={text.description} path="/business" />
      <BusinessHero />
      <Suspense>
        <BusinessFurther />
      </Suspense>
    </>
  )
}
