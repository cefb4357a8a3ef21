import { Button } from '@apogee/ui/button.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState, type SubmitEvent } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useNavigate } from '#web/platform/router/router.tsx'
import { findCertificateMessages } from '../messages/find-certificate.en.ts'
import { idIn } from '../typed-certificate.ts'

/** Opens the certificate. Without scripts, the form asks for this page with the typed ID, and the route leads to the certificate. */
export function FindCertificate() {
  const text = useText(findCertificateMessages)
  const navigate = useNavigate()
  const [isEmpty, setIsEmpty] = useState(false)
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('certificate')
    const id = idIn(typeof typed === 'string' ? typed : '')
    setIsEmpty(id === '')
    if (id === '') event.currentTarget.querySelector('input')?.focus()
    else navigate(`/certificates/${encodeURIComponent(id)}`)
  }
  return (
    <form
      role="search"
      className="grid max-w-measure justify-items-start gap-5"
      action="/verify"
      noValidate
      onSubmit={open}
    >
      <TextField
        className="w-full"
        label={text.code}
        name="certificate"
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        required
        error={isEmpty ? text.codeNeeded : undefined}
      />
      <Button type="submit" variant="primary">
        {text.find}
      </Button>
    </form>
  )
}
