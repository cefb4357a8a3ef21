import { addressIn, languages, screenLocale, type Language } from '@apogee/domain/languages.ts'
import { createContext, use } from 'react'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'
import { useLanguage } from '../language/preferences.tsx'

/** Provides the site's origin, which the server takes from the request and the browser from the page. */
const OriginContext = createContext('')
export const OriginProvider = OriginContext
export const useOrigin = (): string => use(OriginContext)

/** Describes a picture for link previews. */
export interface PreviewImage {
  src: string
  alt: string
}

export interface HeadProps {
  /** `title` excludes the site's name, which is appended. */
  title: string
  description?: string
  /** `path` is the path of the canonical URL. It is absent for pages that search engines should not index. */
  path?: string
  /** False means that search engines follow the links of a page, such as a search result, but do not index it. */
  isKept?: boolean
  kind?: 'website' | 'article'
  /** The picture has 1200 × 630 pixels; the default is the site's own. */
  image?: PreviewImage | undefined
}

const localeOf = (language: Language): string => screenLocale(language).replace('-', '_')

/** Returns the URL of a course's preview picture. */
export const shareImageOf = ({ id }: { id: number }): string => `/share/course-${id}.png`

/** Sets title, description, canonical URL, languages and preview of a page. React moves them into <head>. */
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
