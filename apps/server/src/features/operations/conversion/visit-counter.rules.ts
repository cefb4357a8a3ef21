/** Decides which visits count. Pure. */

/** Matches programs that run scripts or send requests without a browser. Programs that pretend to be a browser are counted. */
const program =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|monitor|archive|facebookexternalhit|whatsapp\/|curl|wget|python|java\/|go-http|node|axios|okhttp|scrapy|phantom|puppeteer|playwright/i

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Accepts a person's browser without an opt-out signal (Global Privacy Control, Do Not Track). */
export function mayBeCounted(headers: Headers): boolean {
  const { 'user-agent': agent, 'sec-gpc': privacy, dnt } = headers
  if (privacy === '1' || dnt === '1') return false
  return typeof agent === 'string' && agent !== '' && !program.test(agent)
}
