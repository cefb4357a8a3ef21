/** GitHub uses OAuth 2 without ID tokens, so the person and their verified primary address are read from its API. */
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { answerWithinSeconds, codeFlowUrl, exchangeCode, isPlainHttp, orFailure } from './code-flow.ts'
import { SignInFailure, type SignInProvider } from './port.ts'

export interface GitHubOptions {
  /** This is https://github.com or the address of a GitHub Enterprise Server. */
  url: string
  clientId: string
  clientSecret: string
}

const person = z.object({ id: z.int(), name: z.nullish(z.string()) })
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function createGitHubSignIn({ url, clientId, clientSecret }: GitHubOptions): SignInProvider {
  const root = url.replace(/\/$/, '')
  const api = root === 'https://github.com' ? 'https://api.github.com' : `${root}/api/v3`
  const configuration = new oidc.Configuration(
    {
      issuer: `${root}/login/oauth`,
      authorization_endpoint: `${root}/login/oauth/authorize`,
      token_endpoint: `${root}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  )
  configuration.timeout = answerWithinSeconds
  if (isPlainHttp(root)) oidc.allowInsecureRequests(configuration)

  async function read<S extends z.ZodMiniType>(path: string, token: string, schema: S): Promise<z.output<S>> {
    const answer = await oidc.fetchProtectedResource(
      configuration,
      token,
      new URL(`${api}${path}`),
      'GET',
      null,
      new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }),
    )
    if (!answer.ok) {
      throw new SignInFailure(
        answer.status >= 500 ? 'unreachable' : 'refused',
        `the provider answered ${answer.status} for ${path}`,
      )
    }
    const parsed = z.safeParse(schema, await answer.json())
    if (!parsed.success) throw new SignInFailure('refused', `the provider's ${path} has another shape`)
    return parsed.data
  }

  return {
    authorizationUrl: (attempt) =>
      orFailure(() =>
        codeFlowUrl(configuration, attempt, { scope: 'read:user user:email', prompt: 'select_account' }),
      ),
    identify: (attempt, answer) =>
      orFailure(async () => {
        const { access_token: token } = await exchangeCode(configuration, attempt, answer)
        const { id, name } = await read('/user', token, person)
        const emails = await read('/user/emails?per_page=100', token, addresses)
        const primary = emails.find((address) => address.primary && address.verified)
        return { subject: String(id), verifiedEmail: primary?.email ?? null, name: name ?? null }
      }),
  }
}
