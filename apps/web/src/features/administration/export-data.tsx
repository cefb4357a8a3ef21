/** Design §3: Export Data takes home what the open tab shows. Each tab says what that is. */
import type { ExportKind } from '@apogee/contracts/insights.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { takeTicket } from '#web/platform/take-ticket.ts'
import './insights.css'
import { insightsMessages } from './insights-messages.en.ts'
import type { CourseScope } from './queries.ts'

interface Shown {
  what: ExportKind
  search: string
  scope: CourseScope | undefined
}

const ShownContext = createContext<{ shown: Shown | null; show: (shown: Shown | null) => void }>({
  shown: null,
  show: () => undefined,
})

/** Around the tabs and the button. */
export function ExportScope({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown | null>(null)
  const known = useMemo(() => ({ shown, show }), [shown])
  return <ShownContext value={known}>{children}</ShownContext>
}

/** A tab that shows this while it is open; null: it does not know yet. */
export function useExportOf(
  what: ExportKind | null,
  { search = '', scope }: { search?: string; scope?: CourseScope } = {},
): void {
  const { show } = useContext(ShownContext)
  useEffect(() => {
    show(what === null ? null : { what, search, scope })
    return () => show(null)
  }, [what, search, scope, show])
}

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
      takeTicket(data.url)
      notify({ text: text.exported })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.exportFailed) }),
  })
  return (
    <Button
      icon="download"
      disabled={shown === null}
      busy={ticket.isPending}
      busyLabel={text.exporting}
      onClick={() => shown && ticket.mutate(shown)}
    >
      {text.exportData}
    </Button>
  )
}
