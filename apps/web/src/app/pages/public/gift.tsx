import { GiftCodePage } from '#web/features/gifts/components/gift-code-page.tsx'
import { OpenedGiftPage } from '#web/features/gifts/components/opened-gift.tsx'
import { openedGiftMessages } from '#web/features/gifts/messages/opened-gift.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'

/** Without a code in its address, the page asks for the code of a printed card. */
export function Component() {
  const text = useText(openedGiftMessages)
  const { code } = useParams()
  return code === undefined ? (
    <GiftCodePage title={text.codeTitle} lead={text.codeLead} />
  ) : (
    <OpenedGiftPage key={code} code={code} />
  )
}
