import { defaultLanguage } from '@apogee/domain/languages.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useEffect } from 'react'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { blankGift, giftDraftPlace } from '../gift-form.ts'
import { giftWordsMessages } from '../messages/gift-words.en.ts'

/** Links to a gift that is paid, and forgets what was typed for it. */
export function PaidGift({ purchaseId }: { purchaseId: string }) {
  const text = useText(giftWordsMessages)
  const { user } = useSession()
  useEffect(() => {
    if (user) draftOf(user.id, giftDraftPlace, blankGift(defaultLanguage)).forget()
  }, [user])
  return (
    <LinkButton as={Link} to={`/purchases/${encodeURIComponent(purchaseId)}`} variant="primary">
      {text.seeGift}
    </LinkButton>
  )
}
