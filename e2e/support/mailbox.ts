/** Reads the product's mails, which are files in the data folder without a mail server. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the newest link of this kind mailed to the address; empty while none exists. */
export async function mailedLink(dataDir: string, to: string, page: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.eml') && !name.startsWith('.'),
  )
  const mails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  const links = mails
    .filter((mail) => mail.includes(`To: ${to}\n`))
    .flatMap((mail) => textPart(mail).match(new RegExp(`http\\S+/${page}/\\S+`)) ?? [])
  return links.at(-1) ?? ''
}

/** Returns the plain text, which comes first; the HTML part has the same content. */
const textPart = (mail: string) => mail.split('Content-Type: text/html')[0] ?? ''
