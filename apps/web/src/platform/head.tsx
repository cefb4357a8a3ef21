import { addressIn, languages, screenLocale, type Language } from '@apogee/domain/languages.ts'
import { createContext, use } from 'react'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'
import { useLanguage } from './preferences.tsx'

/** The site's origin: the request's on the server, the page's own in the browser. */
const OriginContext = createContext('')
export const OriginProvider = OriginContext
export const useOrigin = (): string => use(OriginContext)

/** A picture for link previews. */
export interface PreviewImage {
  /** Path or address. */
  src: string
  alt: string
}

export interface HeadProps {
  /** Without the site's name, which is added. */
  title: string
  description?: string
  /** Path of the canonical address; absent for pages that are not indexed. */
  path?: string
  /** false: a page such as a search result, whose links are followed but which is not indexed. */
  isKept?: boolean
  kind?: 'website' | 'article'
  /** 1200 × 630 pixels; by default the site's own. */
  image?: PreviewImage | undefined
}

const localeOf = (language: Language): string => screenLocale(language).replace('-', '_')

/** Address of a course's preview picture. */
export const shareImageOf = ({ id }: { id: number }): string => `/share/course-${id}.png`

/** Title, description, canonical address, languages and preview of a page. React puts them into <head>. */
export function Head({ title, description, path, isKept = true, kind = 'website', image }: HeadProps) {
  const origin = useOrigin()
  const language = useLanguage()
  const { previewAlt } = useText(platformMessages)
  const fullTitle = title === 'Apogee' ? title : `${title} · Apogee`
  const absolute = (address: string) => new URL(address, origin || 'http://localhost').href
  const preview = image ?? { src: '/preview.png', alt: previewAlt }
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {path && isKept ? null : <meta name="robots" content="noindex" />}
      {path ? (
        <>
          <link rel="canonical" href={absolute(addressIn(language, path))} />
          {languages.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={absolute(addressIn(other, path))} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absolute(path)} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:type" content={kind} />
          <meta property="og:url" content={absolute(addressIn(language, path))} />
          <meta property="og:site_name" content="Apogee" />
          <meta property="og:locale" content={localeOf(language)} />
          {languages
            .filter((other) => other !== language)
            .map((other) => (
              <meta key={other} property="og:locale:alternate" content={localeOf(other)} />
            ))}
          <meta property="og:image" content={absolute(preview.src)} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={preview.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
      {path && description ? <meta property="og:description" content={description} /> : null}
    </>
  )
}
