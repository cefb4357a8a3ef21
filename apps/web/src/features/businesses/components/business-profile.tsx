import { businessProfileForm, type BusinessProfileForm } from '@apogee/contracts/businesses/profile.forms.ts'
import type { BusinessProfile } from '@apogee/contracts/businesses/profile.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { PictureChoice } from '#web/shared/picture/picture-choice.tsx'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { SavedNotice, SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import '#web/shared/settings/settings-section.css'
import { businessProfileQuery } from '../api/business-profile.ts'
import { businessProfileMessages } from '../messages/business-profile.en.ts'

/** Edits the texts of the business on sales pages. Its heading is `#profile-heading`. */
export function BusinessProfileSection({ businessId }: { businessId: number }) {
  const text = useText(businessProfileMessages)
  const profile = useQuery(businessProfileQuery(businessId))
  return (
    <SettingsSection headingId="profile-heading" title={text.title} lead={text.lead}>
      <LoadStates query={profile} skeleton={<SkeletonRows count={5} />} failed={text.loadFailed}>
        {(data) => (
          <>
            <Logo businessId={businessId} profile={data} />
            <ProfileForm businessId={businessId} profile={data} />
          </>
        )}
      </LoadStates>
    </SettingsSection>
  )
}

interface Shown {
  businessId: number
  profile: BusinessProfile
}

function useStored(businessId: number) {
  const queries = useQueryClient()
  return (profile: BusinessProfile) => {
    queries.setQueryData(businessProfileQuery(businessId).queryKey, profile)
    // Invitations show the name of the business, which may have changed.
    void queries.invalidateQueries({ queryKey: ['invitations'] })
  }
}

function Logo({ businessId, profile }: Shown) {
  const text = useText(businessProfileMessages)
  const notify = useNotify()
  const store = useStored(businessId)
  return (
    <PictureChoice
      label={text.logo}
      name={profile.name}
      image={profile.logo === '' ? null : profile.logo}
      hint={text.logoHint}
      failed={text.saveFailed}
      save={async (logo) => {
        const { data } = await call('updateBusinessProfile', { params: { id: businessId }, body: { logo } })
        store(data)
        notify({ text: data.logo ? text.logoSaved : text.logoRemoved })
      }}
    />
  )
}

const fieldsOf = ({ logo: _, version: __, ...fields }: BusinessProfile): BusinessProfileForm => fields

function ProfileForm({ businessId, profile }: Shown) {
  const text = useText(businessProfileMessages)
  const store = useStored(businessId)
  const { showsContact: wasShown, ...texts } = fieldsOf(profile)
  const draft = useDraft(`business-profile:${businessId}`, texts, {
    read: fieldsOf(profile),
    version: profile.version,
  })
  const [base, setBase] = useState(draft.base)
  const save = useMutation({
    mutationFn: (fields: BusinessProfileForm) =>
      saveChanges({
        fields,
        read: base.read,
        version: base.version,
        labels: {
          name: text.name,
          description: text.description,
          website: text.website,
          email: text.email,
          phone: text.phone,
          address: text.address,
          showsContact: text.showsContact,
        },
        show: (_, value) => (typeof value === 'boolean' ? (value ? text.shown : text.notShown) : undefined),
        send: (body) => call('updateBusinessProfile', { params: { id: businessId }, body }),
      }),
  })
  const { form, field, page } = usePageForm({
    repeatsIssues: true,
    schema: businessProfileForm,
    values: { ...draft.fields, showsContact: wasShown },
    save: save.mutateAsync,
    failed: text.saveFailed,
    draft,
    onSaved: ({ data }) => {
      setBase({ read: fieldsOf(data), version: data.version })
      form.reset(fieldsOf(data))
      store(data)
    },
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField label={text.name} autoComplete="organization" {...field('name')} />
      <TextArea label={text.description} hint={text.descriptionHint} rows={5} {...field('description')} />
      <TextField label={text.website} type="url" inputMode="url" autoComplete="url" {...field('website')} />
      <TextField label={text.email} type="email" autoComplete="email" {...field('email')} />
      <TextField label={text.phone} type="tel" autoComplete="tel" {...field('phone')} />
      <TextArea label={text.address} rows={3} autoComplete="street-address" {...field('address')} />
      <Checkbox label={text.showsContact} hint={text.showsContactHint} {...form.register('showsContact')} />
      <SettingsFormEnd
        page={page}
        action={text.save}
        busyLabel={text.saving}
        result={save.isSuccess ? <SavedNotice>{text.saved}</SavedNotice> : null}
      />
    </form>
  )
}
