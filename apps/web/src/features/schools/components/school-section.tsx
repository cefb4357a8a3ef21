import { proposedSchoolName } from '@apogee/contracts/schools/school-names.ts'
import type { SchoolForm } from '@apogee/contracts/schools/schools.forms.ts'
import type { OwnSchool } from '@apogee/contracts/schools/schools.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useOrigin } from '#web/platform/page/head.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { SavedNotice, SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import '#web/shared/settings/settings-section.css'
import { ownSchoolQuery } from '../api/schools.ts'
import { schoolEditorMessages } from '../messages/school-editor.en.ts'
import { CourseOrder } from './course-order.tsx'
import './school-section.css'

const rules = () => import('@apogee/contracts/schools/schools.forms.ts').then(({ schoolForm }) => schoolForm)

/** Edits the school page of the seller. Its heading is `#school-heading`. `share` renders the button that shares the page. */
export function SchoolSection({
  share,
}: {
  share: (school: { address: string; title: string; label: string }) => ReactNode
}) {
  const text = useText(schoolEditorMessages)
  const school = useQuery(ownSchoolQuery())
  return (
    <SettingsSection headingId="school-heading" title={text.title} lead={text.lead}>
      <LoadStates query={school} skeleton={<SkeletonRows count={5} />} failed={text.loadFailed}>
        {(data) => (
          <div className="school-editor">
            {data.isPublic ? (
              <div className="school-state">
                <p>{text.isPublic}</p>
                <LinkButton as={Link} to={`/school/${data.address}`} size="sm">
                  {text.open}
                </LinkButton>
                {share({ address: data.address, title: data.title, label: text.share })}
              </div>
            ) : (
              <p className="text-secondary">{text.isNotPublic}</p>
            )}
            <TextsForm school={data} />
            <CourseOrder courses={data.courses} />
          </div>
        )}
      </LoadStates>
    </SettingsSection>
  )
}

const fieldsOf = ({ name, intro }: OwnSchool): SchoolForm => ({ name, intro })

function TextsForm({ school }: { school: OwnSchool }) {
  const text = useText(schoolEditorMessages)
  const queries = useQueryClient()
  const origin = useOrigin()
  const [base, setBase] = useState({ read: fieldsOf(school), version: school.version })
  const save = useMutation({
    mutationFn: (fields: SchoolForm) =>
      saveChanges({
        fields,
        read: base.read,
        version: base.version,
        labels: { name: text.name, intro: text.intro },
        show: () => undefined,
        send: (body) => call('updateOwnSchool', { body }),
      }),
  })
  const { form, field, page } = usePageForm({
    schema: rules,
    values: base.read,
    save: save.mutateAsync,
    failed: text.saveFailed,
    onSaved: ({ data }) => {
      setBase({ read: fieldsOf(data), version: data.version })
      form.reset(fieldsOf(data))
      queries.setQueryData(ownSchoolQuery().queryKey, data)
      void queries.invalidateQueries({ queryKey: ['schools', 'page'] })
    },
  })
  const proposed = school.name === '' ? proposedSchoolName(school.title) : ''
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField
        label={text.name}
        hint={text.nameHint(origin)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('name')}
      />
      {proposed === '' ? null : (
        <div>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => form.setValue('name', proposed, { shouldDirty: true })}
          >
            {text.propose(proposed)}
          </Button>
        </div>
      )}
      <TextArea label={text.intro} hint={text.introHint} rows={2} {...field('intro')} />
      <SettingsFormEnd
        page={page}
        action={text.save}
        busyLabel={text.saving}
        result={save.isSuccess ? <SavedNotice>{text.saved}</SavedNotice> : null}
      />
    </form>
  )
}
