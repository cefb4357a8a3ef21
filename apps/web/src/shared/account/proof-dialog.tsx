import type { PasskeyRequestOptions, UsedCredential } from '@apogee/contracts/accounts/passkeys.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { confirmForm } from '@apogee/contracts/accounts/security.forms.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError, call } from '../../platform/transfer/client.ts'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useContractForm } from '../../platform/forms/forms.ts'
import { useFieldText, useText } from '../../platform/language/messages.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { proofMessages } from './proof-messages.en.ts'
import type { ProofQuestion } from '../../platform/session/proof.ts'
import { useSession } from '../../platform/session/session.tsx'
import { storedToken } from '../../platform/session/session-token.ts'
import { SetupDialog } from './setup-dialog.tsx'
import { watchOtherTabs } from '../../platform/session/storage.ts'

const isRefusedAs = (error: unknown, code: ApiError['errorCode']): boolean =>
  error instanceof ApiError && error.errorCode === code

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401

interface Given {
  password: string
  /** `code` is undefined until the server has requested it. */
  code?: string | undefined
}

const renewedBy = (user: CurrentUser, { data }: { data: { token: string } }) =>
  // The user is copied, because the session's subscribers take the new token only with a new object.
  ({ token: data.token, user: { ...user } })

/**
 * Returns the continued session: a new one that the password has opened, or the existing one with its new token. Null means that
 * the token has not changed.
 */
async function prove({ reason, user }: ProofQuestion, { password, code }: Given) {
  if (reason === 'stale') {
    try {
      const body = { password, ...(code !== undefined && { code }) }
      return renewedBy(user, await call('confirmIdentity', { body }))
    } catch (error) {
      // The session ended in the meantime; the same password opens a new one.
      if (!isEnded(error)) throw error
    }
  }
  try {
    return (await call('login', { body: { email: user.email, password } })).data
  } catch (error) {
    if (code === undefined || !isRefusedAs(error, 'SECOND_FACTOR_REQUIRED')) throw error
    return (await call('completeSecondFactor', { body: { code } })).data
  }
}

/**
 * Re-authenticates by a passkey, as `prove` does by a password. If the session ended in the meantime, any passkey of this site
 * opens a new one.
 */
function usePasskeyProof({ reason, user }: ProofQuestion) {
  const hasEnded = useRef(reason === 'ended')
  /** Null means that the session's owner has no passkey. */
  const begin = async (): Promise<PasskeyRequestOptions | null> => {
    if (!hasEnded.current) {
      try {
        return (await call('beginPasskeyProof')).data
      } catch (error) {
        if (!isEnded(error)) throw error
        hasEnded.current = true
      }
    }
    return (await call('beginPasskeySignIn', { body: {} })).data
  }
  const complete = async (credential: UsedCredential) => {
    if (hasEnded.current) return (await call('completePasskeySignIn', { body: { credential } })).data
    try {
      return renewedBy(user, await call('confirmByPasskey', { body: { credential } }))
    } catch (error) {
      // The passkey's answer is valid for the ended session only, so the next press asks for an answer that signs in.
      if (isEnded(error)) hasEnded.current = true
      throw error
    }
  }
  return { begin, complete }
}

/** Submits the form. `needsCode` means that the server has requested the second factor's code. */
function useProof(question: ProofQuestion) {
  const text = useText(proofMessages)
  const notify = useNotify()
  const { signIn, renew } = useSession()
  const { user, end } = question
  const [needsCode, setNeedsCode] = useState(false)
  /** `replaced` is the token that the page had when the re-authentication began. */
  const accept = (opened: Awaited<ReturnType<typeof prove>>, replaced: string | null) => {
    if (!opened) return end(true)
    const isSame = opened.user.id === user.id
    if (isSame) renew(opened.token, opened.user, replaced)
    else signIn(opened.token, opened.user)
    if (!isSame) notify({ tone: 'warning', text: text.otherAccount })
    end(isSame)
  }
  const check = useMutation({
    mutationFn: async (given: Given) => {
      const replaced = storedToken()
      return { opened: await prove(question, given), replaced }
    },
    onError: (error) => {
      if (isRefusedAs(error, 'SECOND_FACTOR_REQUIRED')) setNeedsCode(true)
    },
    onSuccess: ({ opened, replaced }) => accept(opened, replaced),
  })
  return { check, needsCode, accept }
}

/** Closes the question after a sign-in in another tab. */
function useOtherTabs({ user, end }: ProofQuestion): void {
  const text = useText(proofMessages)
  const notify = useNotify()
  useEffect(
    () =>
      watchOtherTabs(storageKeys.token, (token) => {
        if (token === null) return end(false)
        call('verifySession', { body: {} }).then(
          ({ data }) => {
            if (data.decoded.id !== user.id) notify({ tone: 'warning', text: text.otherAccount })
            end(data.decoded.id === user.id)
          },
          () => end(false),
        )
      }),
    [end, notify, text, user],
  )
}

export const ProofDialog = ({ question }: { question: ProofQuestion }) =>
  question.reason === 'setup' ? <SetupDialog question={question} /> : <PasswordDialog question={question} />

/** Asks for the password in a dialog over the page. A sign-in in another tab also closes the dialog. */
function PasswordDialog({ question }: { question: ProofQuestion }) {
  const text = useText(proofMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const notify = useNotify()
  const { reason, user, end } = question
  const form = useContractForm(confirmForm, { password: '' }, 'onSubmit')
  const { check, needsCode, accept } = useProof(question)
  const byPasskey = usePasskeyProof(question)
  useOtherTabs(question)
  // The e-mail field above is read-only, so the password gets the focus.
  const { setFocus } = form
  useEffect(() => setFocus(needsCode ? 'code' : 'password'), [needsCode, setFocus])
  const decline = () => {
    if (reason === 'ended') notify({ tone: 'warning', text: text.stays })
    end(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React events bubble through the component tree. The component that rendered the dialog may be inside another form, which must
    // not be submitted.
    event.stopPropagation()
    void form.handleSubmit(({ password, code = '' }) => {
      if (!needsCode) check.mutate({ password })
      else if (code !== '') check.mutate({ password, code })
      else form.setError('code', { message: 'Code is required' }, { shouldFocus: true })
    })(event)
  }
  const hasNoPassword = isRefusedAs(check.error, 'SIGN_IN_AGAIN')
  const isAskedForCode = isRefusedAs(check.error, 'SECOND_FACTOR_REQUIRED')
  return (
    <FormDialog
      title={reason === 'ended' ? text.endedTitle : text.staleTitle}
      text={reason === 'ended' ? text.endedText : text.staleText}
      width="sm"
      action={reason === 'ended' ? text.signIn : text.confirm}
      busy={check.isPending}
      busyLabel={text.checking}
      error={
        check.error && !isAskedForCode
          ? hasNoPassword
            ? text.noPassword
            : failureText(check.error, text.failed)
          : undefined
      }
      onSubmit={submit}
      onClose={decline}
    >
      <TextField label={text.email} type="email" autoComplete="username" value={user.email} readOnly />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        showLabel={text.show}
        hideLabel={text.hide}
        error={fieldText(form.formState.errors.password?.message)}
        {...form.register('password')}
      />
      {needsCode ? (
        <TextField
          label={text.code}
          hint={text.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(form.formState.errors.code?.message)}
          {...form.register('code')}
        />
      ) : null}
      <PasskeyButton
        begin={byPasskey.begin}
        complete={async (credential) => {
          const replaced = storedToken()
          accept(await byPasskey.complete(credential), replaced)
        }}
      />
      <OtherWays />
    </FormDialog>
  )
}

function OtherWays() {
  const text = useText(proofMessages)
  const { data } = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: ({ signal }) => call('listSignInProviders', { signal }),
    staleTime: Infinity,
  })
  const ways = (['google', 'github'] as const).flatMap((name) => {
    const start = data?.data[name]
    return start ? [{ name, start }] : []
  })
  if (ways.length === 0) return null
  return (
    <div className="grid gap-3">
      <p className="text-sm text-secondary">{text.elsewhere}</p>
      {ways.map(({ name, start }) => (
        <LinkButton key={name} as="a" href={start} target="_blank" rel="noopener">
          {text[name]}
        </LinkButton>
      ))}
    </div>
  )
}
