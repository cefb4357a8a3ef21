import { createContext, use } from 'react'

/** The origin the site is known by: the request's on the server, the page's own in the browser. */
const OriginContext = createContext('')
export const OriginProvider = OriginContext
export const useOrigin = (): string => use(OriginContext)

export interface HeadProps {
  /** Without the site's name, which is added. */
  title: string
  description?: string
  /** Path of the canonical address; absent for pages that no search engine should keep. */
  path?: string
  /** Path or address of a picture for previews. */
  image?: string | undefined
}

/** Title, description, canonical address and preview of a page. React puts them into <head>. */
export function Head({ title, description, path, image }: HeadProps) {
  const origin = useOrigin()
  const fullTitle = title === 'Apogee' ? title : `${title} · Apogee`
  const absolute = (address: string) => new URL(address, origin || 'http://localhost').href
  return (
    <>
      <title>{fullTitle}</title>
      {description ? <meta name="description" content={description} /> : null}
      {path ? <link rel="canonical" href={absolute(path)} /> : <meta name="robots" content="noindex" />}
      {path ? (
        <>
          <meta property="og:title" content={fullTitle} />
          <meta property="og:type" content="website" />
          <meta property="og:url" content={absolute(path)} />
          <meta property="og:site_name" content="Apogee" />
          <meta property="og:image" content={absolute(image || '/preview.png')} />
        </>
      ) : null}
      {path && description ? <meta property="og:description" content={description} /> : null}
    </>
  )
}
