import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAnnouncedMutation } from '../../platform/forms/announced-mutation.ts'
import { LoadStates } from '../../platform/failures/load-states.tsx'
import { mailsMessages } from './mails-messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { AutosaveSwitch, wasTaken } from '../../platform/drafts/autosave-switch.tsx'
import { useViewer } from '../../platform/session/session.tsx'
import { SettingsSection } from './settings-section.tsx'

interface Choice {
  data: { wanted: boolean }
}

/** Switches mails of one kind on or off, as a section of the settings. */
export function MailsSection({
  headingId,
  title,
  lead,
  label,
  name,
  read,
  save,
}: {
  headingId: string
  title: string
  lead: string
  label: string
  name: string
  read: (signal: AbortSignal) => Promise<Choice>
  save: (wanted: boolean) => Promise<Choice>
}) {
  const text = useText(mailsMessages)
  const queries = useQueryClient()
  const query = queryOptions({
    queryKey: [name, useViewer()],
    queryFn: ({ signal }) => read(signal),
    // The person may have changed the setting with the link in a mail meanwhile.
    staleTime: 0,
  })
  const choice = useQuery(query)
  const saving = useAnnouncedMutation({
    mutationFn: save,
    onSuccess: (answer) => queries.setQueryData(query.queryKey, answer),
    failed: text.failed,
  })
  return (
    <SettingsSection headingId={headingId} title={title} lead={lead}>
      <LoadStates query={choice} skeleton={<Skeleton width={60} />} failed={text.loadFailed}>
        {({ data }) => (
          <AutosaveSwitch
            className="flex items-center gap-3"
            label={label}
            checked={data.wanted}
            save={(wanted) => wasTaken(saving.mutateAsync(wanted))}
          >
            {(isOn) => <span>{isOn ? text.on : text.off}</span>}
          </AutosaveSwitch>
        )}
      </LoadStates>
    </SettingsSection>
  )
}
