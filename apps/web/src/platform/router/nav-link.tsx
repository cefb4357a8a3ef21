import { resolve } from './address.ts'
import { Link, useLocation, type LinkProps } from './router.tsx'

/** Renders a link that is marked as current on its page and, unless `end`, on the pages below. */
export function NavLink({ end, ...rest }: LinkProps & { end?: boolean }) {
  const now = useLocation().pathname
  const { pathname } = resolve(rest.to, now)
  const isCurrent = now === pathname || (!end && now.startsWith(`${pathname.replace(/\/$/, '')}/`))
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />
}
