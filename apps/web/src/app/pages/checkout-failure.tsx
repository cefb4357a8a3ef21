import { LinkButton } from '@apogee/ui/link-button.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { Link, useSearchParams } from 'react-router'
import { checkoutMessages } from '#web/features/checkout/messages.en.ts'
import { RestoreLink } from '#web/features/checkout/restore-link.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const text = useText(checkoutMessages)
  const [search] = useSearchParams()
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.failureTitle} />
      <ErrorState
        page
        titleAs="h1"
        title={text.failureTitle}
        text={text.failureHint}
        action={
          <>
            <RestoreLink purchaseId={search.get('purchase_id') ?? ''} to="/cart" label={text.backToCart} />
            <LinkButton as={Link} to="/courses">
              {text.browseCourses}
            </LinkButton>
          </>
        }
      />
    </div>
  )
}
