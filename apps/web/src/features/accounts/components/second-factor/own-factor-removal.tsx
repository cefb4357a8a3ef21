import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { factorRemovalsMessages } from '../../messages/security/factor-removals.en.ts'

/** Warns in Settings while superadmins are about to remove the user's second factor. */
export function OwnFactorRemoval({ userId, removedAt }: { userId: number; removedAt: string }) {
  const text = useText(factorRemovalsMessages)
  const language = useLanguage()
  const queries = useQueryClient()
  const stop = useAnnouncedMutation({
    mutationFn: () => call('stopOwnFactorRemoval'),
    notice: () => text.kept,
    failed: text.keepFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: secondFactorQuery(userId).queryKey }),
  })
  return (
    <Notice
      tone="warning"
      quiet
      link={
        <Button size="sm" busy={stop.isPending} busyLabel={text.keeping} onClick={() => stop.mutate()}>
          {text.keep}
        </Button>
      }
    >
      {text.ownNotice(timeInWords(removedAt, language))}
    </Notice>
  )
}
