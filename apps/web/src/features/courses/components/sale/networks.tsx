import { useText } from '#web/platform/language/messages.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { shareAddresses } from '../../share-addresses.ts'
import '#web/platform/page/admin.css'

/** Lists the networks that the specification names, as links that share `link` with `words`. */
export function Networks({ link, words }: { link: string; words: string }) {
  const text = useText(administrationMessages)
  const addresses = shareAddresses(link, words)
  return (
    <ul className="admin-sales-share">
      {(['whatsapp', 'telegram', 'email', 'twitter'] as const).map((network) => (
        <li key={network}>
          <a
            className="ap-link"
            data-standalone=""
            href={addresses[network]}
            {...(network !== 'email' && { target: '_blank', rel: 'noopener noreferrer' })}
          >
            {text[network]}
          </a>
        </li>
      ))}
    </ul>
  )
}
