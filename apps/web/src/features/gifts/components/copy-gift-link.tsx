import { Button } from '@apogee/ui/button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { ownGiftMessages } from '../messages/own-gift.en.ts'

export function CopyGiftLink({ link }: { link: string }) {
  const text = useText(ownGiftMessages)
  const { copied, copy } = useCopy(link, { success: text.linkCopied, failed: text.copyFailed })
  return (
    <Button icon={copied ? 'check' : 'link'} onClick={copy}>
      {copied ? text.copied : text.copyLink}
    </Button>
  )
}
