import { createGitHubSignIn, type GitHubOptions } from './github.ts'
import { createGoogleSignIn, type OidcOptions } from './google.ts'
import type { SignInProviders } from './port.ts'

export function createSignInProviders({
  google,
  github,
}: {
  google: OidcOptions | null
  github: GitHubOptions | null
}): SignInProviders {
  return { google: google && createGoogleSignIn(google), github: github && createGitHubSignIn(github) }
}
