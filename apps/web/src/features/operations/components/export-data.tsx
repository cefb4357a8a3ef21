/** Export Data downloads the content of the open tab (docs/product-choices.md#people-and-lists). Each tab registers its content. */
import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { downloadWithToken } from '#web/platform/transfer/download-with-token.ts'
import { ShownContext, type Shown } from '#web/shared/people/export-scope.tsx'
import { insightsMessages } from '../messages/insights.en.ts'

export function ExportData() {
  const text = useText(insightsMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const { shown } = useContext(ShownContext)
  const ticket = useMutation({
    mutationFn: ({ what, search, scope }: Shown) =>
      call('createTicket', {
        body: { what, filters: { ...(search && { search }), ...(scope && { scope }) } },
      }),
    onSuccess: ({ data }) => {
      downloadWithToken(data.url)
      notify({ text: text.exported })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.exportFailed) }),
  })
  return (
    <Button
      icon={downloadIcon}
      disabled={shown === null}
      busy={ticket.isPending}
      busyLabel={text.exporting}
      onClick={() => shown && ticket.mutate(shown)}
    >
      {text.exportData}
    </Button>
  )
}
