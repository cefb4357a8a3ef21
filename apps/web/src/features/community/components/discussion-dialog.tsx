import {
  discussionForm,
  discussionTitleMaxLength,
  postMaxLength,
} from '@apogee/contracts/community/community.forms.ts'
import type { Discussion } from '@apogee/contracts/community/community.ts'
import { Select } from '@apogee/ui/select.tsx'
import { TextArea, TextField } from '@apogee/ui/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { draftOf } from '#web/platform/drafts.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { saveChanges } from '#web/platform/save-edit.ts'
import { useSession } from '#web/platform/session.tsx'
import { communityMessages } from '../messages/community.en.ts'
import { placesQuery, useCommunityWrite, type Place } from '../api/community.ts'
import { WritingDialog } from './writing-dialog.tsx'

const everywhere = ''

/** `group-7`, `course-3` or nothing, as the list of places has them. */
function placeOf(value: string): Place {
  const [kind, id] = value.split('-')
  if (kind === 'group') return { groupId: Number(id) }
  return kind === 'course' ? { courseId: Number(id) } : {}
}

const nameOf = (place: Place | undefined): string =>
  place ? `in ${place.groupId ?? ''}-${place.courseId ?? ''}` : ''

/**
 * New Discussion: in the place given, or in one that is chosen here. With a discussion it edits that one. What was
 * typed stays when it fails, and when the dialog is closed without Cancel.
 */
export function DiscussionDialog({
  place,
  discussion = null,
  onClose,
  onSaved,
}: {
  /** Absent: the person chooses. */
  place?: Place | undefined
  discussion?: Discussion | null
  onClose: () => void
  onSaved: (discussionId: number) => void
}) {
  const text = useText(communityMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const [problem, setProblem] = useState<string | null>(null)
  const { user } = useSession()
  const [draft] = useState(() =>
    draftOf(user?.id ?? 0, discussion ? `discussion ${discussion.id}` : `new discussion ${nameOf(place)}`, {
      title: discussion?.title ?? '',
      body: discussion?.body ?? '',
      chosen: everywhere,
      base: baseOf(discussion),
    }),
  )
  const [chosen, setChosen] = useState(draft.fields.chosen)
  const { title, body, base } = draft.fields
  const form = useContractForm(discussionForm, { title, body })
  useEffect(() => {
    const typing = form.watch((typed) =>
      draft.keep({ title: typed.title ?? '', body: typed.body ?? '', chosen, base }),
    )
    return () => typing.unsubscribe()
  }, [form, draft, chosen, base])
  const choose = (place: string) => {
    setChosen(place)
    draft.keep({ ...form.getValues(), chosen: place, base })
  }
  const save = useCommunityWrite(async (given: { title: string; body: string }) => {
    const answer = discussion
      ? await saveChanges({
          ...{ fields: given, ...readFrom(base) },
          labels: { title: text.title, body: text.body },
          send: (changes) => call('updateDiscussion', { params: { id: discussion.id }, body: changes }),
        })
      : await call('startDiscussion', { body: { ...given, ...(place ?? placeOf(chosen)) } })
    return answer.data.id
  })
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    save.mutate(values, {
      onSuccess: (id) => {
        draft.forget()
        onSaved(id)
      },
      onError: (error) => {
        if (!showIssues(form, error))
          setProblem(failureText(error, discussion ? text.saveFailed : text.startFailed))
      },
    })
  })
  const cancel = () => {
    draft.forget()
    onClose()
  }
  const { errors } = form.formState
  return (
    <WritingDialog
      title={discussion ? text.editDiscussion : text.newDiscussion}
      action={discussion ? text.save : text.start}
      busyAction={discussion ? text.saving : text.starting}
      busy={save.isPending}
      problem={problem}
      onSubmit={submit}
      onCancel={cancel}
      onClose={onClose}
    >
      <TextField
        label={text.title}
        hint={text.titleHint}
        required
        maxLength={discussionTitleMaxLength}
        readOnly={save.isPending}
        error={fieldText(errors.title?.message)}
        {...form.register('title')}
      />
      <TextArea
        label={text.body}
        hint={text.bodyHint}
        required
        rows={6}
        maxLength={postMaxLength}
        readOnly={save.isPending}
        error={fieldText(errors.body?.message)}
        {...form.register('body')}
      />
      {place === undefined && discussion === null ? <PlaceChoice value={chosen} onChange={choose} /> : null}
    </WritingDialog>
  )
}

/** Everybody, one of the person's groups, or one of their courses; the last two as soon as they are known. */
function PlaceChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText(communityMessages)
  const { user } = useSession()
  const { data } = useQuery({ ...placesQuery(user?.id ?? 0), enabled: user !== null })
  return (
    <Select
      label={text.where}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: everywhere, label: text.everybody },
        ...(data?.groups ?? []).map(({ id, name }) => ({
          value: `group-${id}`,
          label: text.groupPlace(name),
        })),
        ...(data?.courses ?? []).map(({ id, title }) => ({
          value: `course-${id}`,
          label: text.coursePlace(title),
        })),
      ]}
    />
  )
}

/** The fields and version that the draft is based on. A refetch does not change them. */
interface Base {
  read: { title?: string; body?: string }
  version: number | undefined
}
const baseOf = (discussion: Discussion | null | undefined): string =>
  JSON.stringify({
    read: discussion ? { title: discussion.title, body: discussion.body } : {},
    version: discussion?.version,
  } satisfies Base)
// Only `baseOf` writes it, and it is not sent.
const readFrom = (base: string): Base => JSON.parse(base) as Base
