import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon.tsx'
import { newestCover, onCoversChange } from './open-modals.ts'
import './notice.css'

export type NoticeTone = 'positive' | 'danger' | 'info' | 'warning'

const icons: Record<NoticeTone, IconName> = {
  positive: 'check-circle',
  danger: 'alert',
  info: 'info',
  warning: 'alert',
}

/** A notice is shown for this time (docs/specification.md#9-business-constants-and-limits). */
export const noticeMilliseconds = 5000

export type NoticeProps = {
  tone?: NoticeTone
  children: ReactNode
  /** The link leads to the next step, for example `<Link to="/cart">Go to cart</Link>`. */
  link?: ReactNode
  onDismiss?: () => void
  /** The label names the cross button, for example 'Dismiss'. */
  dismissLabel?: string
  /**
   * The notice disappears after this number of milliseconds. The countdown pauses while the notice is hovered or focused. Without a
   * timeout the notice stays.
   */
  timeout?: number
  /** True means that screen readers do not announce the notice, because its text is part of the page from the start. */
  quiet?: boolean
  className?: string
}

/** Shows a banner with an icon, an optional link and a cross button. Danger is announced at once. */
export function Notice({
  tone = 'positive',
  children,
  link,
  onDismiss,
  dismissLabel,
  timeout,
  quiet,
  className,
}: NoticeProps) {
  const hold = useTimeout(timeout, onDismiss)
  return (
    <div
      className={classNames('ap-notice', className)}
      data-tone={tone}
      role={quiet ? undefined : tone === 'danger' ? 'alert' : 'status'}
      {...hold}
    >
      <Icon name={icons[tone]} />
      <p className="ap-notice-text">
        {children}
        {link && <> {link}</>}
      </p>
      {onDismiss && dismissLabel && (
        <IconButton icon="close" size="sm" label={dismissLabel} onClick={onDismiss} />
      )}
    </div>
  )
}

/**
 * Calls `done` after this time. The countdown pauses while the notice is hovered or focused, and then continues with the remaining
 * time.
 */
function useTimeout(milliseconds: number | undefined, done: (() => void) | undefined) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const left = useRef(milliseconds)
  const finish = useRef(done)
  useEffect(() => {
    finish.current = done
  })
  const paused = hovered || focused
  useEffect(() => {
    if (left.current === undefined || paused) return
    const started = Date.now()
    const timer = setTimeout(() => finish.current?.(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, (left.current ?? 0) - (Date.now() - started))
    }
  }, [paused])
  if (milliseconds === undefined) return {}
  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

export type NewNotice = {
  tone?: NoticeTone
  text: ReactNode
  link?: ReactNode
  /** The notice disappears after this number of milliseconds. With `null` it stays until it is dismissed. */
  timeout?: number | null
}

const NotifyContext = createContext<((notice: NewNotice) => void) | null>(null)

/** Returns a function that shows a notice above the page and its dialogs: `notify({ text: 'Sales link copied to clipboard!' })`. */
export function useNotify(): (notice: NewNotice) => void {
  const notify = use(NotifyContext)
  if (!notify) throw new Error('useNotify needs a NoticeProvider above it')
  return notify
}

export type NoticeProviderProps = {
  /** The label names the region, for example 'Notices'. */
  label: string
  /** The label names each cross button, for example 'Dismiss'. */
  dismissLabel: string
  children: ReactNode
}

/** Shows the notices of the whole app, at most three at once. */
export function NoticeProvider({ label, dismissLabel, children }: NoticeProviderProps) {
  const [notices, setNotices] = useState<(NewNotice & { key: number })[]>([])
  const next = useRef(0)
  const notify = useCallback((notice: NewNotice) => {
    const key = next.current++
    setNotices((shown) => [...shown.slice(-2), { ...notice, key }])
  }, [])
  const stack = useMemo(
    () =>
      notices.map(({ key, tone, text, link, timeout = noticeMilliseconds }) => (
        <Notice
          key={key}
          tone={tone}
          link={link}
          timeout={timeout ?? undefined}
          dismissLabel={dismissLabel}
          onDismiss={() => setNotices((shown) => shown.filter((notice) => notice.key !== key))}
        >
          {text}
        </Notice>
      )),
    [notices, dismissLabel],
  )
  return (
    <NotifyContext value={notify}>
      {children}
      {stack.length > 0 && <NoticeRegion label={label}>{stack}</NoticeRegion>}
    </NotifyContext>
  )
}

/**
 * Holds the notices in the newest modal dialog, because everything outside of it is inert, even a popover above it. When an element
 * fills the screen, the notices are inside that element, which hides everything else. The same host element moves between them, so
 * the notices keep their remaining time.
 */
function NoticeRegion({ label, children }: { label: string; children: ReactNode }) {
  const [host] = useState(() => document.createElement('div'))
  const cover = useSyncExternalStore(onCoversChange, newestCover, () => null)
  useLayoutEffect(() => {
    ;(cover ?? document.body).append(host)
    return () => host.remove()
  }, [host, cover])
  return createPortal(
    <section className="ap-notices" aria-label={label}>
      {children}
    </section>,
    host,
  )
}
