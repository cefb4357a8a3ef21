import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from './client.ts'
import { useFailureText } from '../failures/failure-text.ts'
import { downloadWithToken } from './download-with-token.ts'

/** Downloads the list as CSV with a single-use token. */
export function DownloadCsv({
  ask,
  words,
}: {
  ask: RequestOf<'createTicket'>['body']
  words: { label: string; busy: string; done: string; failed: string }
}) {
  const notify = useNotify()
  const failureText = useFailureText()
  const ticket = useMutation({
    mutationFn: () => call('createTicket', { body: ask }),
    onSuccess: ({ data }) => {
      downloadWithToken(data.url)
      notify({ text: words.done })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, words.failed) }),
  })
  return (
    <Button
      icon={downloadIcon}
      busy={ticket.isPending}
      busyLabel={words.busy}
      onClick={() => ticket.mutate()}
    >
      {words.label}
    </Button>
  )
}
