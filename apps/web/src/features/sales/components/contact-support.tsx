import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { checkoutMessages } from '../messages/checkout.en.ts'

/** A person to write to, who finds the order's number in the letter. */
export function ContactSupport({
  purchaseId = '',
  size = 'md',
}: {
  purchaseId?: string
  size?: 'sm' | 'md'
}) {
  const text = useText(checkoutMessages)
  return (
    <LinkButton as={Link} to={supportAddress(purchaseId)} variant="quiet" size={size}>
      {text.contactSupport}
    </LinkButton>
  )
}

export const supportAddress = (purchaseId: string): string =>
  purchaseId ? `/contact-support?order=${encodeURIComponent(purchaseId)}` : '/contact-support'
