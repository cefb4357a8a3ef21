import type { BrandForm } from '@apogee/contracts/businesses/brand.forms.ts'
import type { OwnBrand } from '@apogee/contracts/businesses/brand.ts'
import type { PaperLook } from '@apogee/contracts/businesses/paper-look.ts'
import { contrastOf, inkOn, lightInk } from '@apogee/domain/colour/contrast.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { SavedNotice, SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import '#web/shared/settings/settings-section.css'
import { brandQuery } from '../api/brand.ts'
import { isColour, MailPreview, ReceiptPreview } from './brand-previews.tsx'
import { brandMessages } from '../messages/brand.en.ts'
import './brand-section.css'

const rules = () => import('@apogee/contracts/businesses/brand.forms.ts').then(({ brandForm }) => brandForm)

/** Draws the sample of a certificate, which belongs to another feature. */
type CertificateOf = (seller: PaperLook & { name: string }) => ReactNode

/** Edits how the seller's mails, pages and papers look, beside a preview. Its heading is `#brand-heading`. */
export function BrandSection({ certificate }: { certificate: CertificateOf }) {
  const text = useText(brandMessages)
  const brand = useQuery(brandQuery())
  return (
    <SettingsSection headingId="brand-heading" title={text.title} lead={text.lead}>
      <LoadStates query={brand} skeleton={<SkeletonRows count={5} />} failed={text.loadFailed}>
        {(data) => <Editor brand={data} certificate={certificate} />}
      </LoadStates>
    </SettingsSection>
  )
}

const fieldsOf = ({ colour, senderName, footer, repliesToContact }: OwnBrand): BrandForm => ({
  colour,
  senderName,
  footer,
  repliesToContact,
})

function Editor({ brand, certificate }: { brand: OwnBrand; certificate: CertificateOf }) {
  const text = useText(brandMessages)
  const queries = useQueryClient()
  const [base, setBase] = useState({ read: fieldsOf(brand), version: brand.version })
  const { colour, senderName, footer, replies, on, off } = text
  const save = useMutation({
    mutationFn: (fields: BrandForm) =>
      saveChanges({
        fields,
        read: base.read,
        version: base.version,
        labels: { colour, senderName, footer, repliesToContact: replies(brand.contactEmail ?? '') },
        show: (_, value) => (typeof value === 'boolean' ? (value ? on : off) : undefined),
        send: (body) => call('updateOwnBrand', { body }),
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
      queries.setQueryData(brandQuery().queryKey, data)
      void queries.invalidateQueries({ queryKey: ['schools', 'page'] })
    },
  })
  const typed = form.watch()
  return (
    <div className="brand-editor">
      <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
        <div className="brand-colour">
          <TextField label={text.colour} hint={text.colourHint} autoComplete="off" {...field('colour')} />
          <input
            type="color"
            aria-label={text.choose}
            value={isColour(typed.colour) ? typed.colour : '#3b2fa8'}
            onChange={({ target }) => form.setValue('colour', target.value, { shouldDirty: true })}
          />
        </div>
        <Contrast colour={typed.colour} />
        <TextField
          label={text.senderName}
          hint={text.senderHint}
          autoComplete="organization"
          {...field('senderName')}
        />
        <TextField label={text.footer} hint={text.footerHint} autoComplete="off" {...field('footer')} />
        {brand.contactEmail === null ? (
          <p className="text-sm text-secondary">
            {text.noContact}{' '}
            <Link className="ap-link" to={{ hash: 'verification-heading' }}>
              {text.toVerification}
            </Link>
          </p>
        ) : (
          <Checkbox
            label={text.replies(brand.contactEmail)}
            hint={text.repliesHint}
            {...form.register('repliesToContact')}
          />
        )}
        <SettingsFormEnd
          page={page}
          action={text.save}
          busyLabel={text.saving}
          result={save.isSuccess ? <SavedNotice>{text.saved}</SavedNotice> : null}
        />
      </form>
      <Previews brand={brand} typed={typed} certificate={certificate} />
    </div>
  )
}

/** Says which colour the text on the chosen colour has, so that everybody can read it. */
function Contrast({ colour }: { colour: string }) {
  const text = useText(brandMessages)
  if (!isColour(colour)) return null
  const ink = inkOn(colour)
  const ratio = contrastOf(colour, ink).toFixed(1)
  return (
    <p className="text-sm text-secondary" role="status">
      {ink === lightInk ? text.whiteText(ratio) : text.blackText(ratio)}
    </p>
  )
}

/** Shows what buyers and learners see with the typed brand. */
function Previews({
  brand,
  typed,
  certificate,
}: {
  brand: OwnBrand
  typed: BrandForm
  certificate: CertificateOf
}) {
  const text = useText(brandMessages)
  const [shown, setShown] = useState<'mail' | 'receipt' | 'certificate' | null>('mail')
  const { name, logo } = brand.paper
  const look = { colour: isColour(typed.colour) ? typed.colour : null, logo }
  return (
    <section className="brand-preview" aria-label={text.preview}>
      <Tabs
        label={text.preview}
        value={shown}
        onChange={setShown}
        tabs={[
          { id: 'mail', label: text.mail, panel: <MailPreview brand={brand} typed={typed} /> },
          {
            id: 'receipt',
            label: text.receipt,
            panel: <ReceiptPreview look={look} name={name} amount={brand.sample.amount} />,
          },
          { id: 'certificate', label: text.certificate, panel: certificate({ ...look, name }) },
        ]}
      />
    </section>
  )
}
