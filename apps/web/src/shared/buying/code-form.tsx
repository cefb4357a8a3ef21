import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { codeMessages } from './code-messages.en.ts'
import { useText } from '../../platform/language/messages.ts'

/** Shows an applied coupon code and the button that removes it. */
export function AppliedCode({
  code,
  children,
  onRemove,
}: {
  code: string
  children: ReactNode
  onRemove: () => void
}) {
  const text = useText(codeMessages)
  return (
    <p className="flex items-center justify-between gap-3" role="status">
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="check" size="sm" />
        {children}
      </span>
      <Button variant="quiet" size="sm" aria-label={text.removeCode(code)} onClick={onRemove}>
        {text.remove}
      </Button>
    </p>
  )
}

/** Shows the coupon field, which opens with 'Have a code?' or when `initial` is a code. An empty code removes the applied one. */
export function CodeForm({
  initial,
  problem,
  isChecking,
  buttonClass,
  onType,
  onApply,
}: {
  initial: string
  /** `problem` tells why `initial` is not applied. */
  problem: string | undefined
  isChecking: boolean
  /** `buttonClass` is the class of the button that opens the field. */
  buttonClass?: string
  onType?: (typed: string) => void
  onApply: (code: string) => void
}) {
  const text = useText(codeMessages)
  const [typed, setTyped] = useState(initial)
  const [isShown, setShown] = useState(initial !== '')
  const field = useRef<HTMLInputElement>(null)
  const moveFocusRef = useFocusOnUnmount(field)
  if (!isShown) {
    return (
      <Button
        ref={moveFocusRef}
        className={buttonClass}
        variant="quiet"
        size="sm"
        onClick={() => setShown(true)}
      >
        {text.haveCode}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed.trim())
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
        error={typed.trim() === initial ? problem : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          onType?.(event.target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isChecking} busyLabel={text.checking}>
          {text.apply}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            setTyped('')
            setShown(false)
            onApply('')
          }}
        >
          {text.without}
        </Button>
      </div>
    </form>
  )
}
