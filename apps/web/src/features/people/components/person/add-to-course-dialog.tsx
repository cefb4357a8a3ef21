import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { PersonDetail } from '@apogee/contracts/people/person.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { courseChoicesQuery, useAddToCourse } from '../../api/person.ts'
import { personMessages } from '../../messages/person.en.ts'

/** Enrols or invites a person to one of the published courses that they do not have. */
export function AddToCourseDialog({
  person,
  user,
  onClose,
}: {
  person: PersonDetail
  user: CurrentUser
  onClose: () => void
}) {
  const text = useText(personMessages)
  const notify = useNotify()
  const { search, ...searching } = useListSearch()
  const courses = useQuery(courseChoicesQuery(user, search))
  const [chosen, setChosen] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { send, dialog } = useDialogSave({
    save: useAddToCourse(person),
    failed: text.addFailed,
    onClose,
    onSaved: ({ data }) => {
      const state = data.people[0]?.state ?? 'already'
      const isBad = state === 'declined' || state === 'limit'
      notify({ tone: isBad ? 'warning' : 'positive', text: text[`outcome_${state}`] })
      onClose()
    },
  })
  const has = new Set(
    person.courses.flatMap(({ courseId, state }) => (state === 'removed' ? [] : [courseId])),
  )
  const choices = courses.data?.data.filter(({ id }) => !has.has(id)) ?? []
  const isSearched = search !== '' || Boolean(courses.data?.meta.nextCursor)
  return (
    <FormDialog
      {...dialog}
      title={text.addToCourse}
      text={text.addText(person.name ?? person.email)}
      action={text.add}
      busyLabel={text.adding}
      onSubmit={() => {
        setIsMissing(chosen === '')
        if (chosen !== '') void send(Number(chosen))
      }}
    >
      {courses.isError ? <Notice tone="danger">{text.coursesFailed}</Notice> : null}
      {isSearched ? <ListSearch label={text.searchCourses} {...searching} /> : null}
      {courses.data && choices.length === 0 && search === '' ? (
        <Notice tone="info">{text.noMoreCourses}</Notice>
      ) : (
        <Select
          label={text.course}
          placeholder={text.chooseCourse}
          error={isMissing && chosen === '' ? text.chooseCourseMissing : undefined}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          options={choices.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
    </FormDialog>
  )
}
