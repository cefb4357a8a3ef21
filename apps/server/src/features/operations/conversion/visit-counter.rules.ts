/** Decides which visits count. The function is pure. */

/**
 * Matches the user agents of programs that run scripts or send requests without a person. A program that pretends to be a browser
 * is counted.
 */
const program =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|monitor|archive|facebookexternalhit|whatsapp\/|curl|wget|python|java\/|go-http|node|axios|okhttp|scrapy|phantom|puppeteer|playwright/i

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns whether the visit comes from a person's browser without an opt-out signal (Global Privacy Control, Do Not Track). */
export function mayBeCounted(headers: Headers): boolean {
  const { 'user-agent': agent, 'sec-gpc': privacy, dnt } = headers
  if (privacy === '1' || dnt === '1') return false
  return typeof agent === 'string' && agent !== '' && !program.test(agent)
}
