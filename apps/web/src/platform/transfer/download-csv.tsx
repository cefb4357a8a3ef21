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
  words: { downloadCsv: string; downloading: string; downloaded: string; downloadFailed: string }
}) {
  const notify = useNotify()
  const failureText = useFailureText()
  const ticket = useMutation({
    mutationFn: () => call('createTicket', { body: ask }),
    onSuccess: ({ data }) => {
      downloadWithToken(data.url)
      notify({ text: words.downloaded })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, words.downloadFailed) }),
  })
  return (
    <Button
      icon={downloadIcon}
      busy={ticket.isPending}
      busyLabel={words.downloading}
      onClick={() => ticket.mutate()}
    >
      {words.downloadCsv}
    </Button>
  )
}
