import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Notice } from './notice.tsx'
import { addOpenModal } from './open-modals.ts'
import './dialog.css'

type ModalProps = {
  open: boolean
  /** Esc, the cross button and a press outside call this function. */
  onClose: () => void
  title: ReactNode
  /** The label names the cross button, for example 'Close'. */
  closeLabel: string
  /** While an action is running, Esc and presses outside do nothing. */
  busy?: boolean
  className?: string
  children: ReactNode
}

export type DialogProps = ModalProps & {
  /** The sentence is shown under the title and announced with it. */
  text?: ReactNode
  /** Holds the buttons, with the main button last. */
  footer?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  role?: 'alertdialog'
}

const firstControl =
  ':is(.ap-modal-body, .ap-modal-foot) :is(input, select, textarea, button, a[href]):not(:disabled)'

/**
 * Renders a native modal dialog that traps focus, closes with Esc and returns focus. On phones it is a sheet as high as its
 * content.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenModal kind="dialog" {...rest} /> : null
}

export type DrawerProps = ModalProps & { side?: 'start' | 'end'; footer?: ReactNode }

/** Renders a modal panel at the edge of the window, for the phone's menu or filters. */
export function Drawer({ open, side = 'end', ...rest }: DrawerProps) {
  return open ? <OpenModal kind="drawer" side={side} {...rest} /> : null
}

function OpenModal({
  kind,
  side,
  onClose,
  title,
  closeLabel,
  busy,
  text,
  footer,
  width = 'md',
  role,
  className,
  children,
}: Omit<DialogProps, 'open'> & { kind: 'dialog' | 'drawer'; side?: 'start' | 'end' }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) element.showModal()
    // A scrollable dialog takes the focus itself; a form should start in its first field.
    if (document.activeElement === element || document.activeElement === element.firstElementChild) {
      element.querySelector<HTMLElement>(firstControl)?.focus()
    }
    const removeFromOpen = addOpenModal(element)
    return () => {
      removeFromOpen()
      // The browser returns the focus when a dialog is closed, but not when React only removes it.
      element.close()
    }
  }, [])
  const leave = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames('ap-modal', className)}
      data-kind={kind}
      data-side={side}
      data-width={kind === 'dialog' ? width : undefined}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onCancel={(event) => {
        // The cancel event of a file input inside the dialog bubbles to this handler too. A cancel event that cannot be prevented
        // is followed by close.
        if (event.target !== event.currentTarget || !event.cancelable) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open) return
        // The browser closed the dialog without a cancel event, as when Esc is pressed twice. The owner of the dialog decides
        // whether it closes, so it is opened again first.
        event.currentTarget.showModal()
        leave()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === event.currentTarget) leave()
      }}
    >
      <ModalFrame id={id} title={title} text={text} footer={footer}>
        {children}
      </ModalFrame>
      {/* The cross button is last in order, so that the focus starts in the content. */}
      <IconButton
        className="ap-modal-close"
        icon="close"
        size="sm"
        label={closeLabel}
        disabled={busy}
        onClick={leave}
      />
    </dialog>
  )
}

function ModalFrame({
  id,
  title,
  text,
  footer,
  children,
}: Pick<DialogProps, 'title' | 'text' | 'footer' | 'children'> & { id: string }) {
  return (
    <div className="ap-modal-frame">
      <header className="ap-modal-head">
        <h2 className="ap-h3" id={`${id}-title`}>
          {title}
        </h2>
      </header>
      {text && (
        <p className="ap-modal-text" id={`${id}-text`}>
          {text}
        </p>
      )}
      {children && <div className="ap-modal-body">{children}</div>}
      {footer && <footer className="ap-modal-foot">{footer}</footer>}
    </div>
  )
}

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** The question contains the object's name. */
  text: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  busy?: boolean
  busyLabel?: string
  /** True means that the action cannot be confirmed yet, for example while its consequence is loading. */
  confirmDisabled?: boolean
  /** Says why the last attempt failed. */
  error?: ReactNode
  /** The tone applies to the confirming button. With 'secondary', Cancel is the main action. */
  tone?: 'danger' | 'primary' | 'secondary'
}

/** Asks for confirmation of an irreversible action. Focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  text,
  confirmLabel,
  cancelLabel,
  closeLabel,
  busy,
  busyLabel,
  confirmDisabled,
  error,
  tone = 'danger',
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      closeLabel={closeLabel}
      busy={busy}
      role="alertdialog"
      width="sm"
      footer={
        <>
          <Button
            variant={tone === 'secondary' ? 'primary' : 'quiet'}
            size="sm"
            onClick={onClose}
            disabled={busy}
          >
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            size="sm"
            onClick={onConfirm}
            disabled={confirmDisabled}
            busy={busy}
            busyLabel={busyLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error && <Notice tone="danger">{error}</Notice>}
    </Dialog>
  )
}
