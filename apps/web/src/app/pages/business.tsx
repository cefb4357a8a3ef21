import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Suspense } from 'react'
import { BusinessHero } from '#web/features/landing/business-sections.tsx'
import { businessMessages } from '#web/features/landing/business-messages.en.ts'
import '#web/features/landing/business.css'
import '#web/features/landing/landing.css'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

const BusinessFurther = lazyPart(
  async () => (await import('#web/features/landing/business-further.tsx')).BusinessFurther,
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
