/** Returns the shared link of a course with a discount code and the source that the figures name. Both may be empty. */
export function shareLink(link: string, { code, source }: { code: string; source: string }): string {
  const address = new URL(link)
  if (code) address.searchParams.set('code', code)
  if (source.trim()) address.searchParams.set('utm_source', source.trim())
  return address.href
}

/** Returns the address of each network that shares a link with a text. */
export const shareAddresses = (link: string, text: string) => {
  const [url, words, both] = [link, text, `${text} ${link}`].map(encodeURIComponent)
  return {
    whatsapp: `https://wa.me/?text=${both}`,
    telegram: `https://t.me/share/url?url=${url}&text=${words}`,
    email: `mailto:?subject=${words}&body=${both}`,
    twitter: `https://twitter.com/intent/tweet?text=${words}&url=${url}`,
  }
}
