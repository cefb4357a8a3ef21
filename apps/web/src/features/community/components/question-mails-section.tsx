import { useNotify } from '@apogee/ui/notice.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { LoadStates } from '#web/platform/load-states.tsx'
import { useText } from '#web/platform/messages.ts'
import { SavedSwitch, wasTaken } from '#web/platform/saved-switch.tsx'
import { useViewer, type Viewer } from '#web/platform/session.tsx'
import { SettingsSection } from '#web/platform/settings-section.tsx'
import { questionMailsMessages } from '../messages/question-mails.en.ts'

const questionMailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['question-mails', viewer],
    queryFn: ({ signal }) => call('readQuestionMails', { signal }),
    // The link of a mail may have changed it meanwhile.
    staleTime: 0,
  })

/** The switch for mails about questions, as a section of the settings. */
export function QuestionMailsSection({ headingId }: { headingId: string }) {
  const text = useText(questionMailsMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const query = questionMailsQuery(useViewer())
  const choice = useQuery(query)
  const save = useMutation({
    mutationFn: (wanted: boolean) => call('updateQuestionMails', { body: { wanted } }),
    onSuccess: (answer) => queries.setQueryData(query.queryKey, answer),
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.failed) }),
  })
  return (
    <SettingsSection headingId={headingId} title={text.settingsTitle} lead={text.settingsLead}>
      <LoadStates query={choice} skeleton={<Skeleton width={60} />} failed={text.loadFailed}>
        {({ data }) => (
          <SavedSwitch
            className="flex items-center gap-3"
            label={text.wanted}
            checked={data.wanted}
            save={(wanted) => wasTaken(save.mutateAsync(wanted))}
          >
            {(isOn) => <span>{isOn ? text.on : text.off}</span>}
          </SavedSwitch>
        )}
      </LoadStates>
    </SettingsSection>
  )
}
