import { Logo } from '@apogee/ui/art/logo.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { DisplayPreferences } from './display-preferences.tsx'
import { shellMessages } from './messages/messages.en.ts'

/**
 * Shows links to pages. `data-slim`, for pages of signed-in people, reduces them to one row of the last two columns (shell.css).
 */
export function Footer({ isSlim }: { isSlim: boolean }) {
  const text = useText(shellMessages)
  const columns = [
    {
      heading: text.learn,
      links: [
        ['/marketplace', text.marketplace],
        ['/courses', text.courses],
        ['/sales', text.courseStore],
        ['/community', text.community],
      ],
    },
    {
      heading: text.teachHeading,
      links: [
        ['/business', text.forCreators],
        ['/pricing', text.pricing],
        ['/partners', text.partners],
        ['/admin/register', text.becomePartner],
        ['/login', text.partnerLogin],
      ],
    },
    {
      heading: text.company,
      links: [
        ['/about', text.about],
        ['/blog', text.blog],
        ['/roadmap', text.roadmap],
        ['/testimonials', text.testimonials],
        ['/careers', text.careers],
      ],
    },
    {
      heading: text.help,
      links: [
        ['/contact-support', text.support],
        ['/contact', text.contact],
        ['/verify', text.checkCertificate],
        ['/terms', text.terms],
        ['/privacy', text.privacy],
        ['/cookies', text.cookies],
      ],
    },
  ] as const
  return (
    <footer className="shell-footer ap-below" data-slim={isSlim || undefined}>
      <div className="ap-wrap">
        <div className="shell-footer-columns">
          <div>
            <Link className="shell-brand" to="/">
              <Logo name="Apogee" />
            </Link>
            <p>{text.tagline}</p>
          </div>
          {columns.map(({ heading, links }) => (
            <div key={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="shell-footer-end">
          <p>{text.payment}</p>
          <DisplayPreferences />
        </div>
      </div>
    </footer>
  )
}
