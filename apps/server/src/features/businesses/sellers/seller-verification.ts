/** Combines the parts of seller verification (docs/decisions/sellers.md). */
import type { ResealSecrets } from '#server/platform/secrets/reseal.ts'
import { SellerCheckDecisions } from './seller-check-decisions.ts'
import { SellerChecks, type SellerChecksDependencies } from './seller-checks.ts'
import { SellerContacts } from './seller-contacts.ts'
import { SellerDocuments } from './seller-documents.ts'
import { SellerFacts } from './seller-facts.ts'

type Of<Part extends abstract new (deps: never) => unknown> = ConstructorParameters<Part>[0]
type VerificationDependencies = Omit<SellerChecksDependencies, 'facts'> &
  Of<typeof SellerFacts> &
  Omit<Of<typeof SellerDocuments>, 'facts' | 'checks'>

export class Verification {
  readonly #facts: SellerFacts
  readonly checks: SellerChecks
  readonly contacts: SellerContacts
  readonly documents: SellerDocuments
  readonly decisions: SellerCheckDecisions

  constructor(deps: VerificationDependencies) {
    this.#facts = new SellerFacts(deps)
    const needs = { ...deps, facts: this.#facts }
    this.checks = new SellerChecks(needs)
    this.contacts = new SellerContacts({ ...needs, checks: this.checks })
    this.documents = new SellerDocuments({ ...needs, checks: this.checks })
    this.decisions = new SellerCheckDecisions(needs)
  }

  resealSecrets(): ResealSecrets[] {
    return this.#facts.resealSecrets()
  }
}
