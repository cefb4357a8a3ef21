import { liveSessionForm, liveSessionLimits } from '@apogee/contracts/live-sessions/live-sessions.forms.ts'
import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { fromDateTimeField, toDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { extend, minLength, pipe, string, transform, type output } from 'zod/mini'
import { audienceChoiceMessages } from '#web/shared/people/audience-choice-messages.en.ts'
import {
  AudienceField,
  audienceFieldOf,
  audienceInForm,
  useAudienceWords,
  useCohortsOf,
} from '#web/shared/people/audience.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useSessionWrite } from '../api/live-sessions.ts'
import { liveSessionsMessages } from '../messages/live-sessions.en.ts'
import { sessionEditorMessages } from '../messages/session-editor.en.ts'

const dialogForm = extend(liveSessionForm, {
  startsAt: pipe(
    string().check(minLength(1, 'Please choose when it starts')),
    transform((typed: string) => fromDateTimeField(typed) ?? ''),
  ),
  minutes: pipe(
    pipe(
      string(),
      transform((typed: string) => Number(typed.trim() || Number.NaN)),
    ),
    liveSessionForm.shape.minutes,
  ),
  audience: audienceInForm,
})

const fieldsOf = (session: LiveSession | null) => ({
  title: session?.title ?? '',
  startsAt: toDateTimeField(session?.startsAt ?? null),
  minutes: String(session?.minutes ?? 60),
  link: session?.link ?? '',
  notes: session?.notes ?? '',
  audience: audienceFieldOf(session?.audience),
})

interface SessionDialogProps {
  courseId: number
  session: LiveSession | null
}

/** Returns the mutation of the form, its draft, and the cohorts that it offers. */
function useSessionEdit({ courseId, session }: SessionDialogProps) {
  const text = useText(sessionEditorMessages)
  const { for: audienceLabel } = useText(audienceChoiceMessages)
  const cohorts = useCohortsOf(courseId, true)
  const audienceWords = useAudienceWords(cohorts, session?.audience)
  const draft = useDraft(
    session ? `live session ${session.id}` : `new live session ${courseId}`,
    fieldsOf(session),
    { read: session ? fieldsOf(session) : {}, version: session?.version },
  )
  const save = useSessionWrite(courseId, ({ audience, ...fields }: output<typeof dialogForm>) =>
    session
      ? saveChanges({
          fields: { ...fields, audience },
          read: {
            title: session.title,
            startsAt: session.startsAt,
            minutes: session.minutes,
            link: session.link ?? '',
            notes: session.notes,
            audience: audienceInForm.parse(audienceFieldOf(session.audience)),
          },
          version: draft.base.version,
          labels: {
            title: text.name,
            startsAt: text.start,
            minutes: text.minutes,
            link: text.link,
            notes: text.notes,
            audience: audienceLabel,
          },
          show: (name, value) => (name === 'audience' ? audienceWords(value) : undefined),
          send: (changes) =>
            call('updateLiveSession', { params: { id: courseId, sessionId: session.id }, body: changes }),
        })
      : call('createLiveSession', {
          params: { id: courseId },
          body: { ...fields, audience },
        }),
  )
  return { draft, save, cohorts }
}

export function SessionDialog({ courseId, session, onClose }: SessionDialogProps & { onClose: () => void }) {
  const text = useText(sessionEditorMessages)
  const shown = useText(liveSessionsMessages)
  const { draft, save, cohorts } = useSessionEdit({ courseId, session })
  const { form, field, dialog } = useDialogForm({
    schema: dialogForm,
    values: draft.fields,
    draft,
    save,
    onClose,
    failed: text.failed,
    notice: () => (session ? text.saved : text.planned),
  })
  return (
    <FormDialog
      {...dialog}
      title={session ? text.editTitle : shown.plan}
      text={session ? text.editLead : text.planLead}
      action={session ? text.save : text.action}
      busyLabel={text.saving}
      // Planning waits until the cohorts are loaded, because the dialog must name the audience.
      disabled={!cohorts.data}
    >
      <AudienceField
        query={cohorts}
        drafted={draft.fields.audience}
        stored={session?.audience}
        {...form.register('audience')}
        error={field('audience').error}
      />
      <TextField label={text.name} required maxLength={liveSessionLimits.title} {...field('title')} />
      <TextField
        label={text.start}
        hint={text.startHint}
        required
        type="datetime-local"
        {...field('startsAt')}
      />
      <TextField label={text.minutes} required inputMode="numeric" {...field('minutes')} />
      <TextField
        label={text.link}
        hint={text.linkHint}
        required
        type="url"
        maxLength={liveSessionLimits.link}
        {...field('link')}
      />
      <TextArea
        label={text.notes}
        hint={text.notesHint}
        rows={3}
        maxLength={liveSessionLimits.notes}
        {...field('notes')}
      />
    </FormDialog>
  )
}
