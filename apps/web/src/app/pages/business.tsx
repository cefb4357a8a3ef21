import { BusinessHero, Features, Pricing } from '#web/features/landing/business-sections.tsx'
import { businessMessages } from '#web/features/landing/business-messages.en.ts'
import '#web/features/landing/landing.css'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const text = useText(businessMessages)
  return (
    <>
      <Head title={text.title} description={text.description} path="/business" />
      <BusinessHero />
      <Features />
      <Pricing />
    </>
  )
}
