import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { checkoutMessages } from '../../messages/checkout.en.ts'

export function ContactSupport({ purchaseId }: { purchaseId: string }) {
  const text = useText(checkoutMessages)
  return (
    <LinkButton as={Link} to={supportAddress(purchaseId)} variant="quiet">
      {text.contactSupport}
    </LinkButton>
  )
}

export const supportAddress = (purchaseId: string): string =>
  purchaseId ? `/contact-support?order=${encodeURIComponent(purchaseId)}` : '/contact-support'
