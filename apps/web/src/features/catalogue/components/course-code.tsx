import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { useRef, useState, type FormEvent } from 'react'
import { codeMessages } from '#web/platform/code-messages.en.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import type { CourseCode } from '../use-code.ts'

/** The coupon field of Buy Now: the code of the address, its result, and its removal. */
export function CourseCodeField({ code }: { code: CourseCode }) {
  const text = useText(codeMessages)
  if (!code.applied) return <CodeForm key={code.typed} code={code} />
  return (
    <p className="flex items-center justify-between gap-3" role="status">
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="check" size="sm" />
        <span>{text.applied(code.applied)}</span>
      </span>
      <Button
        variant="quiet"
        size="sm"
        aria-label={text.removeCode(code.applied)}
        onClick={() => code.setCode('')}
      >
        {text.remove}
      </Button>
    </p>
  )
}

function useProblem({ refusal, error }: CourseCode): string | undefined {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  if (error) return failureText(error, text.failed)
  if (!refusal) return undefined
  return refusal === 'other_courses' ? text.other_course : text[refusal]
}

function CodeForm({ code }: { code: CourseCode }) {
  const text = useText(codeMessages)
  const problem = useProblem(code)
  const [typed, setTyped] = useState(code.typed)
  const [isShown, setShown] = useState(code.typed !== '')
  const field = useRef<HTMLInputElement>(null)
  const moveFocusRef = useFocusOnUnmount(field)
  if (!isShown) {
    return (
      <Button ref={moveFocusRef} variant="quiet" size="sm" onClick={() => setShown(true)}>
        {text.haveCode}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    code.setCode(typed.trim())
  }
  return (
    <form className="grid gap-2" method="post" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={text.code}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        error={typed.trim() === code.typed ? problem : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={code.isChecking} busyLabel={text.checking}>
          {text.apply}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            code.setCode('')
            setShown(false)
          }}
        >
          {text.without}
        </Button>
      </div>
    </form>
  )
}
